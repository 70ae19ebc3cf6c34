import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createSavedFilters, type SavedFilters } from "./store.ts";

let database: TestDatabase;
let filters: SavedFilters;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  filters = createSavedFilters(database);
});
afterAll(() => database.close());

const FAILED = { name: "Failed", shared: false, filter: { outcome: "failed" } } as const;

test("a person sees the own filters and the workspace's, and nobody else's", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  await filters.save(mine, "amina", FAILED);
  await filters.save(mine, "juma", { ...FAILED, name: "Juma's" });
  await filters.save(mine, "juma", { ...FAILED, name: "All of us", shared: true });
  await filters.save(theirs, "amina", { ...FAILED, shared: true });
  const seen = (await filters.list(mine, "amina")).map(({ name, shared }) => [name, shared]);
  expect(seen).toEqual([
    ["All of us", true],
    ["Failed", false],
  ]);
});

test("a filter that is saved again under its name is replaced, also twice at the same moment", async () => {
  const workspaceId = await openTestWorkspace(database);
  const wanted = ["a", "b", "c"].map((q) => ({ ...FAILED, filter: { q } }));
  await Promise.all(wanted.map((one) => filters.save(workspaceId, "amina", one)));
  await filters.save(workspaceId, "amina", { ...FAILED, filter: { q: "loan", from: "2026-11-01T00:00:00Z" } });
  expect(await filters.list(workspaceId, "amina")).toMatchObject([{ filter: { q: "loan", from: "2026-11-01T00:00:00Z" } }]);
});

test("only who may changes the workspace's, nobody another person's, and no more than fifty are kept", async () => {
  const workspaceId = await openTestWorkspace(database);
  const [own, shared] = [
    await filters.save(workspaceId, "amina", FAILED),
    await filters.save(workspaceId, "amina", { ...FAILED, shared: true }),
  ];
  const gone = { code: "call.filter_not_found" };
  const juma = { person: "juma", shared: true };
  await expect(filters.remove(workspaceId, shared.id, { person: "amina", shared: false })).rejects.toMatchObject(gone);
  await expect(filters.remove(workspaceId, own.id, juma)).rejects.toMatchObject(gone);
  await expect(filters.remove(await openTestWorkspace(database), shared.id, juma)).rejects.toMatchObject(gone);
  await filters.remove(workspaceId, shared.id, juma);
  await expect(filters.remove(workspaceId, shared.id, juma)).rejects.toMatchObject(gone);
  for (let n = 1; n < 50; n++) await filters.save(workspaceId, "amina", { ...FAILED, name: `${n}` });
  const more = filters.save(workspaceId, "amina", { ...FAILED, name: "one more" });
  await expect(more).rejects.toMatchObject({ code: "call.too_many_filters" });
  expect(await filters.list(workspaceId, "amina")).toHaveLength(50);
});
