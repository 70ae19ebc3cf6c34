/** All that is kept of a person, as files. */
import { text } from "node:stream/consumers";
import { isRecord } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { filesOf } from "./export.ts";
import { testParts, type TestParts } from "./testing/on-database.ts";
import { seedPerson, type SeededPerson } from "./testing/person.ts";

let database: TestDatabase;
let workspaceId: string;
let parts: TestParts;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  workspaceId = await openTestWorkspace(database);
  parts = testParts(database, { homeId: workspaceId, now: () => new Date() });
});
afterAll(async () => {
  await parts.close();
  await database.close();
});

async function exported({ number }: Pick<SeededPerson, "number">): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, bytes } of filesOf(parts.exporting, workspaceId, { kind: "phone", value: number }))
    files[name] = await text(bytes);
  return files;
}
const rowsOf = (json: string | undefined): unknown[] => JSON.parse(json ?? "null") as unknown[];

test("a person's file holds what each table knows of them, their recordings, and nothing of anybody else", async () => {
  const one = await seedPerson(database, { workspaceId, number: "+254711000001", mark: "export1x", calls: 230 });
  await seedPerson(database, { workspaceId, number: "+254711000002", mark: "export2x" });
  parts.record(`${one.callIds[0]}.wav`);
  const files = await exported(one);
  expect(JSON.parse(files["person.json"] ?? "")).toMatchObject({ do_not_call: [one.number] });
  expect(rowsOf(files["calls.json"])).toHaveLength(231);
  const call = rowsOf(files["calls.json"])
    .filter(isRecord)
    .find(({ id }) => id === one.callIds[0]);
  expect(call).toMatchObject({
    transcript: "user: I am export1x",
    analysis: { summary: "export1x asked" },
    journal: [{ kind: "turn" }],
  });
  for (const name of ["contacts", "threads", "messages", "appointments", "batch_contacts", "activity", "leads"])
    expect(files[`${name}.json`]).toContain("export1x");
  expect(files[`recordings/${one.callIds[0]}.wav`]).toBe("sound");
  expect(rowsOf(files["recordings_elsewhere.json"])).toHaveLength(229);
  expect(JSON.stringify(files)).not.toContain("export2x");
});

test("a recording in which something masked is not silent yet is named, and its sound is not there", async () => {
  const one = await seedPerson(database, { workspaceId, number: "+254711000004", mark: "export4x", calls: 2 });
  for (const id of one.callIds) parts.record(`${id}.wav`);
  await database.asOwner(
    `update executions set traits = '{"masked":"sealed"}', recording_closed = false where id = '${one.callIds[0]}'`,
  );
  const files = await exported(one);
  expect(rowsOf(files["recordings_withheld.json"])).toEqual([one.callIds[0]]);
  expect(files).not.toHaveProperty([`recordings/${one.callIds[0]}.wav`]);
  expect(files).toHaveProperty([`recordings/${one.callIds[1]}.wav`]);
});

test("somebody whom nobody knows has an empty file", async () => {
  const files = await exported({ number: "+254711000009" });
  expect(rowsOf(files["calls.json"])).toEqual([]);
  expect(rowsOf(files["contacts.json"])).toEqual([]);
});

test("calls that end while the file is made do not disturb it", async () => {
  const one = await seedPerson(database, { workspaceId, number: "+254711000003", mark: "export3x", calls: 150 });
  const written =
    database.asOwner(`update executions set transcript = transcript || '!', updated_at = now() where workspace_id = '${workspaceId}';
    delete from executions where id = '${one.callIds[3]}'`);
  const files = await exported(one);
  await written;
  expect(rowsOf(files["calls.json"]).length).toBeGreaterThanOrEqual(150);
});
