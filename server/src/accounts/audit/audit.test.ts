import { randomInt } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { createKeys } from "../workspaces/keys/store.ts";
import { createWorkspaces } from "../workspaces/store.ts";
import { createAnchor, type Anchor } from "./anchor.ts";
import { createAudit, type Actor, type Audit } from "./audit.ts";

const ENTRIES = 30;
const SECRET = "a secret of this installation";
let database: TestDatabase;
let audit: Audit;
let anchor: Anchor;
let actor: Actor;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  const { id: workspaceId } = await createWorkspaces(database).create({ name: "Ours", kind: "real", currency: "KES" });
  anchor = createAnchor(database.dataDir, SECRET);
  audit = createAudit({ tenancy: database, secret: SECRET, anchor });
  actor = { workspaceId, kind: "person", id: "7", name: "asha@example.com" };
  for (let n = 1; n <= ENTRIES; n++)
    await audit.write(actor, {
      act: "member.invited",
      subject: `n${n}@example.com`,
      details: { role: "viewer", again: n % 2 === 0 },
    });
});

afterAll(() => database.close());

/** As somebody with all rights on the database could. */
function tamper(statement: string): Promise<unknown> {
  return database.asOwner(
    `alter table audit_log disable trigger audit_log_append_only; ${statement}; alter table audit_log enable trigger audit_log_append_only`,
  );
}

test("an act that cannot be written down has not happened, and one that fails leaves no entry", async () => {
  const { id: workspaceId } = await createWorkspaces(database).create({ name: "Whole", kind: "real", currency: "USD" });
  const keys = createKeys(database);
  const whose = { ...actor, workspaceId };
  const made = await audit.act(whose, async (write) => {
    const key = await keys.create({ workspaceId, name: "kept", role: "viewer", scope: "read", agentIds: null, creatorId: null });
    await write({ act: "key.created", subject: key.name });
    return key;
  });
  const unwritable = audit.act(whose, async (write) => {
    await keys.create({ workspaceId, name: "lost", role: "viewer", scope: "read", agentIds: null, creatorId: null });
    await write({ act: "key.created", subject: "\u0000" });
  });
  await expect(unwritable).rejects.toThrow();
  const failing = audit.act(whose, async (write) => {
    await write({ act: "key.revoked", subject: "nothing" });
    await keys.revoke(workspaceId, "00000000-0000-4000-8000-000000000000");
  });
  await expect(failing).rejects.toMatchObject({ code: "key.not_found" });
  expect((await keys.list(workspaceId)).map(({ name }) => name)).toEqual([made.name]);
  expect((await audit.list(workspaceId, { limit: 10 })).data.map(({ act }) => act)).toEqual(["key.created"]);
});

test("many who act at once leave one whole chain, listed newest first a page at a time", async () => {
  const { id: workspaceId } = await createWorkspaces(database).create({ name: "Busy", kind: "real", currency: "USD" });
  await Promise.all(Array.from({ length: 40 }, () => audit.write({ ...actor, workspaceId }, { act: "key.created" })));
  const first = await audit.list(workspaceId, { limit: 30 });
  const second = await audit.list(workspaceId, { limit: 30, cursor: first.next ?? "" });
  expect([...first.data, ...second.data].map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, n) => 40 - n));
  expect(second.next).toBeNull();
  await expect(audit.list(workspaceId, { limit: 30, cursor: "x" })).rejects.toMatchObject({ code: "request.bad_cursor" });
  expect((await audit.verify()).broken).toEqual([]);
});

test("the server itself can neither change nor remove an entry", async () => {
  const db = database.of(actor.workspaceId);
  await expect(db.execute(sql`update audit_log set act = 'nothing'`)).rejects.toThrow();
  await expect(db.execute(sql`delete from audit_log`)).rejects.toThrow();
});

test("a hundred ways to change the log afterwards are each found, and the first broken entry is named", async () => {
  await database.asOwner("create table kept_log as select * from audit_log");
  const restored = "delete from audit_log; insert into audit_log select * from kept_log";
  const columns = [
    "at = at + interval '1 second'",
    "actor = 'somebody else'",
    "actor_id = '8'",
    "act = 'member.removed'",
    "subject = 'x'",
    "details = '{}'",
    "hash = repeat('a', 64)",
    "previous_hash = repeat('b', 64)",
    "actor_kind = 'key'",
  ];
  const where = (position: number): string => `where workspace_id = '${actor.workspaceId}' and position = ${position}`;
  for (let round = 0; round < 100; round++) {
    const position = randomInt(1, ENTRIES + 1);
    const change = columns[round % (columns.length + 2)];
    const removed = round % 2 === 0 ? where(position) : `where workspace_id = '${actor.workspaceId}' and position >= ${position}`;
    const changed =
      change === undefined ? `delete from audit_log ${removed}` : `update audit_log set ${change} ${where(position)}`;
    await tamper(`${restored}; ${changed}`);
    const { broken } = await audit.verify();
    expect(broken, `round ${round}`).toMatchObject([{ workspaceId: actor.workspaceId, position }]);
  }
  await tamper(restored);
  expect((await audit.verify()).broken).toEqual([]);
});

test("a log that was cut short together with its end, or taken away whole, is found by the file that the database cannot write", async () => {
  const { id: workspaceId } = await createWorkspaces(database).create({ name: "Cut", kind: "real", currency: "USD" });
  for (let n = 1; n <= 5; n++) await audit.write({ ...actor, workspaceId }, { act: "key.created" });
  const undone = audit.act({ ...actor, workspaceId }, async (write) => {
    await write({ act: "key.revoked" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await anchor.flush();
  expect((await audit.verify()).broken).toEqual([]);
  const ours = `where workspace_id = '${workspaceId}'`;
  await database.asOwner("create table cut_log as select * from audit_log; create table cut_heads as select * from audit_heads");
  const restored = `delete from audit_log; insert into audit_log select * from cut_log;
    delete from audit_heads; insert into audit_heads select * from cut_heads`;

  await tamper(`delete from audit_log ${ours} and position > 3;
    update audit_heads set position = 3, hash = (select hash from audit_log ${ours} and position = 3) ${ours}`);
  expect((await audit.verify()).broken).toMatchObject([{ workspaceId, position: 5 }]);
  await tamper(`${restored}; delete from audit_log ${ours}; delete from audit_heads ${ours}`);
  expect((await audit.verify()).broken).toMatchObject([{ workspaceId, position: 5 }]);
  await tamper(restored);
  expect((await audit.verify()).broken).toEqual([]);
});

test("a changed file is found as well, and another process reads what this one wrote", async () => {
  const file = join(database.dataDir, "audit-anchor.json");
  const kept = readFileSync(file, "utf8");
  writeFileSync(file, kept.replace(/"position":\d+/, '"position":1'));
  expect((await audit.verify()).broken).toMatchObject([{ problem: "the file that says how far the log goes was changed" }]);
  writeFileSync(file, kept);
  const beside = createAudit({ tenancy: database, secret: SECRET, anchor: createAnchor(database.dataDir, SECRET) });
  expect((await beside.verify()).broken).toEqual([]);
});
