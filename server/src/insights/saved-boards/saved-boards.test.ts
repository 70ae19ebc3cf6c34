import { randomUUID } from "node:crypto";
import { BoardView, MOST_SAVED_BOARDS, readBoardView } from "@ongea/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createSavedBoards, type SavedBoards } from "./store.ts";

const VIEW = BoardView.parse({ board: "quality", days: 7, charts: ["delays", "outcomes"], filters: { direction: "inbound" } });
const MINE = { name: "Mornings", shared: false, view: VIEW };
const NOW = new Date("2026-11-29T08:00:00Z");
const amina = { person: "amina", shared: false };
const manager = { person: "juma", shared: true };
const GONE = { code: "board.not_found" };
const TAKEN = { code: "board.name_taken" };

let database: TestDatabase;
let boards: SavedBoards;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  boards = createSavedBoards(database);
});
afterAll(() => database.close());

test("a person sees the own boards and the workspace's, as they were saved, and nobody else's", async () => {
  const [ours, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  await boards.save(ours, "amina", MINE);
  await boards.save(ours, "juma", { ...MINE, name: "Juma's" });
  await boards.save(ours, "juma", { ...MINE, name: "All of us", shared: true });
  await boards.save(theirs, "amina", { ...MINE, name: "Elsewhere", shared: true });
  expect(await boards.list(ours, "amina")).toMatchObject([
    { name: "All of us", shared: true },
    { name: "Mornings", shared: false, view: VIEW, unknown: [] },
  ]);
});

test("a name that is taken is refused, also at the same moment and in other letters, but others may use it", async () => {
  const workspaceId = await openTestWorkspace(database);
  const names = ["Mornings", "mornings", "MORNINGS"];
  const ends = await Promise.allSettled(names.map((name) => boards.save(workspaceId, "amina", { ...MINE, name })));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const end of ends.filter((one) => one.status === "rejected")) expect(end.reason).toMatchObject(TAKEN);
  await boards.save(workspaceId, "juma", MINE);
  const other = await boards.save(workspaceId, "amina", { ...MINE, name: "Evenings" });
  await expect(boards.change(workspaceId, other.id, { ...amina, name: "mornings" })).rejects.toMatchObject(TAKEN);
  const renamed = await boards.change(workspaceId, other.id, { ...amina, name: "EVENINGS", view: { ...VIEW, days: 30 } });
  expect(renamed).toMatchObject({ name: "EVENINGS", view: { days: 30 } });
});

test("the workspace's boards are changed by those who may, and nobody changes another person's", async () => {
  const workspaceId = await openTestWorkspace(database);
  const own = await boards.save(workspaceId, "amina", MINE);
  const shared = await boards.save(workspaceId, "juma", { ...MINE, shared: true });
  const elsewhere = await openTestWorkspace(database);
  for (const [where, id, by] of [
    [workspaceId, shared.id, amina],
    [workspaceId, own.id, manager],
    [elsewhere, shared.id, manager],
  ] as const) {
    await expect(boards.change(where, id, { ...by, name: "Taken over" })).rejects.toMatchObject(GONE);
    await expect(boards.remove(where, id, { ...by, now: NOW })).rejects.toMatchObject(GONE);
    await expect(boards.restore(where, id, { ...by, now: NOW })).rejects.toMatchObject(GONE);
  }
  expect(await boards.change(workspaceId, shared.id, { ...manager, name: "Ours" })).toMatchObject({ name: "Ours" });
});

test("a deleted board is restored as it was, unless its name is taken by then or 30 days are over", async () => {
  const workspaceId = await openTestWorkspace(database);
  const { id } = await boards.save(workspaceId, "amina", MINE);
  await boards.remove(workspaceId, id, { ...amina, now: NOW });
  expect(await boards.list(workspaceId, "amina")).toEqual([]);
  await expect(boards.remove(workspaceId, id, { ...amina, now: NOW })).rejects.toMatchObject(GONE);
  await expect(boards.change(workspaceId, id, { ...amina, name: "No" })).rejects.toMatchObject(GONE);
  const second = await boards.save(workspaceId, "amina", MINE);
  await expect(boards.restore(workspaceId, id, { ...amina, now: NOW })).rejects.toMatchObject(TAKEN);
  await boards.change(workspaceId, second.id, { ...amina, name: "Another" });
  const twice = [1, 2].map(() => boards.restore(workspaceId, id, { ...amina, now: NOW }));
  for (const restored of await Promise.all(twice)) expect(restored).toMatchObject({ id, ...MINE });
  await boards.remove(workspaceId, id, { ...amina, now: NOW });
  const late = new Date(NOW.getTime() + 31 * 86_400_000);
  await expect(boards.restore(workspaceId, id, { ...amina, now: late })).rejects.toMatchObject(GONE);
  await boards.remove(workspaceId, second.id, { ...amina, now: late });
  const isOurs = sql`select id from saved_boards where workspace_id = ${workspaceId}`;
  expect((await database.everywhere.execute(isOurs)).rows).toEqual([{ id: second.id }]);
});

test("there are at most fifty of one person, and a deleted one does not come back over that", async () => {
  const workspaceId = await openTestWorkspace(database);
  const full = { code: "board.too_many" };
  const first = await boards.save(workspaceId, "amina", MINE);
  await boards.remove(workspaceId, first.id, { ...amina, now: NOW });
  for (let n = 0; n < MOST_SAVED_BOARDS; n++) await boards.save(workspaceId, "amina", { ...MINE, name: `${n}` });
  await expect(boards.save(workspaceId, "amina", MINE)).rejects.toMatchObject(full);
  await expect(boards.restore(workspaceId, first.id, { ...amina, now: NOW })).rejects.toMatchObject(full);
  await boards.save(workspaceId, "amina", { ...MINE, shared: true });
});

test("what another version saved is shown as far as it is known, and the rest is named", async () => {
  const workspaceId = await openTestWorkspace(database);
  const stored = { board: "cost", days: 3, charts: ["outcomes", "map"], mood: 1, filters: { country: "KE", topic: "loans" } };
  const id = randomUUID();
  await database.everywhere.execute(sql`insert into saved_boards (id, workspace_id, person, name, view)
    values (${id}, ${workspaceId}, 'amina', 'Old', ${JSON.stringify(stored)}::jsonb)`);
  const [old] = await boards.list(workspaceId, "amina");
  expect(old?.view).toEqual({ board: "cost", days: 30, compare: true, filters: { country: "KE" } });
  expect(old?.unknown.toSorted()).toEqual(["charts", "days", "mood", "topic"]);
  for (const broken of [null, 1, "text", [], { filters: 3 }, { filters: null, board: {} }])
    expect(readBoardView(broken).view).toMatchObject({ board: "quality", days: 30, filters: {} });
});
