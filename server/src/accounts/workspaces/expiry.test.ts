import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAnchor } from "../audit/anchor.ts";
import { createAudit } from "../audit/audit.ts";
import { createVisits } from "../leads/visits/visits.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { sweepDemos } from "./expiry.ts";
import { createWorkspaces } from "./store.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

test("a demo workspace goes when it is old and its visit is over; others stay, and so does the log of acts", async () => {
  const workspaces = createWorkspaces(database);
  const make = async (name: string, kind: "demo" | "real", days: number): Promise<string> => {
    const { id } = await workspaces.create({ name, kind, currency: "USD" });
    await database.everywhere.execute(
      sql`update workspaces set created_at = now() - ${days} * interval '1 day' where id = ${id}`,
    );
    return id;
  };
  const over = await make("over", "demo", 40);
  const visited = await make("visited", "demo", 40);
  await make("new", "demo", 3);
  await make("claimed", "real", 400);
  await database.everywhere.execute(
    sql`insert into visits (token_hash, workspace_id, expires_at) values ('x', ${visited}, now() + interval '1 day')`,
  );
  const audit = createAudit({
    tenancy: database,
    secret: "a secret of this installation",
    anchor: createAnchor(database.dataDir, "a secret of this installation"),
  });
  await audit.write({ workspaceId: over, kind: "visitor", id: over, name: "Wanjiru" }, { act: "key.created" });

  const removed: string[] = [];
  const visits = createVisits(database.everywhere, false);
  const parts = {
    tenancy: database,
    log: silent,
    visited: (ids: readonly string[]) => visits.visited(ids),
    removeFiles: async (id: string) => void removed.push(id),
  };
  expect([await sweepDemos(parts), await sweepDemos(parts)]).toEqual([1, 0]);
  expect(removed).toEqual([over]);
  const { rows } = await database.everywhere.execute<{ name: string }>(
    sql`select name from workspaces where kind <> 'home' order by name`,
  );
  expect(rows.map(({ name }) => name)).toEqual(["claimed", "new", "visited"]);
  expect(await audit.verify()).toEqual({ chains: 1, entries: 1, broken: [] });
});
