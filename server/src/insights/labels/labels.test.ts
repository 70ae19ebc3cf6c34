/** Tags and notes on calls, on a real database. */
import { randomUUID } from "node:crypto";
import { MOST_CALL_NOTES } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { withinReach } from "../../platform/database/reach.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createCallStore, type CallKey, type CallStore, type NewCall } from "../../calls/records/store.ts";
import { createCallLabels, type CallLabels, type TagChange } from "../../calls/records/labels/store.ts";
import { createNoteStore, noteWords, type NoteStore } from "./store.ts";

let database: TestDatabase;
let calls: CallStore;
let labels: CallLabels;
let notes: NoteStore;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  calls = createCallStore(database);
  labels = createCallLabels(database);
  notes = createNoteStore(database, labels);
});
afterAll(() => database.close());

const COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
const ROW = { agentName: "Desk", provider: "sip", direction: "inbound", cost: COST } as const;

async function call(more: Partial<NewCall> = {}): Promise<CallKey> {
  workspaceId = more.workspaceId ?? (await openTestWorkspace(database));
  const key = { id: randomUUID(), workspaceId };
  const begin = { ...ROW, status: "completed" as const, endedAt: new Date(), ...more, ...key };
  await calls.apply(key, { begin }, async () => () => undefined);
  return key;
}

const tag = (key: CallKey, change: Partial<TagChange>) =>
  database.together(key.workspaceId, () => labels.change(key, { add: [], remove: [], ...change }));
const note = (key: CallKey, text: string, authorId = "amina") =>
  database.together(key.workspaceId, () => notes.add(key, { text, author: authorId, authorId }));

test("a tag is added once, whatever its letters, and is written as the workspace writes it", async () => {
  const one = await call();
  const other = await call({ workspaceId });
  expect((await tag(one, { add: ["Follow up", "VIP"] })).call.tags).toEqual(["Follow up", "VIP"]);
  expect(await tag(one, { add: ["vip"], remove: ["FOLLOW UP"] })).toMatchObject({
    call: { tags: ["VIP"] },
    added: 0,
    removed: 1,
  });
  expect((await tag(other, { add: ["vip", "Vip", "new"] })).call.tags).toEqual(["VIP", "new"]);
  expect(await labels.known(workspaceId)).toEqual([
    { tag: "VIP", calls: 2 },
    { tag: "new", calls: 1 },
  ]);
});

test("tags that several people add in one moment are all there, and no call has more than twenty", async () => {
  const one = await call();
  await Promise.all(Array.from({ length: 20 }, (_, n) => tag(one, { add: [`tag ${n}`] })));
  expect(await labels.tags(one)).toHaveLength(20);
  await expect(tag(one, { add: ["one more"] })).rejects.toMatchObject({ code: "call.too_many_tags" });
  expect((await tag(one, { add: ["one more"], remove: ["tag 0"] })).call.tags).toHaveLength(20);
});

test("calls are found by their tag, in their own workspace alone", async () => {
  const one = await call();
  await call({ workspaceId });
  const mine = workspaceId;
  const elsewhere = await call();
  await tag(one, { add: ["lead"] });
  await tag(elsewhere, { add: ["lead"] });
  expect((await calls.list(mine, { limit: 10, tag: "lead" })).data.map(({ id }) => id)).toEqual([one.id]);
  expect((await calls.state(mine, { limit: 10, tag: "lead" })).read().data).toHaveLength(1);
  await expect(labels.tags({ ...one, workspaceId: elsewhere.workspaceId })).rejects.toMatchObject({ code: "call.not_found" });
});

test("the row of a call counts its notes, the newest is first, and one more than may be is refused", async () => {
  const one = await call();
  const { note: first } = await note(one, "Wants a call back");
  expect((await note(one, "Called back", "juma")).call.notes).toBe(2);
  expect((await notes.notes(one)).map(({ text, author }) => [text, author])).toEqual([
    ["Called back", "juma"],
    ["Wants a call back", "amina"],
  ]);
  expect(await database.together(workspaceId, () => notes.remove(first))).toMatchObject({ notes: 1 });
  for (let n = 1; n < MOST_CALL_NOTES; n++) await note(one, `${n}`);
  await expect(note(one, "one more")).rejects.toMatchObject({ code: "call.too_many_notes" });
});

test("a planned call keeps its tags and the number of its notes when it begins", async () => {
  const one = await call({ status: "scheduled", endedAt: null, direction: "outbound" });
  await tag(one, { add: ["promised"] });
  await note(one, "At nine");
  const begin = { ...ROW, ...one, status: "queued" as const, tags: [], notes: 0 };
  await calls.apply(one, { begin }, async () => () => undefined);
  expect(await calls.read(one)).toMatchObject({ status: "queued", tags: ["promised"], notes: 1 });
});

test("who is held to some agents neither sees nor changes what stands on calls of others", async () => {
  const [theirs, others] = [randomUUID(), randomUUID()];
  workspaceId = await openTestWorkspace(database);
  for (const id of [theirs, others])
    await database.asOwner(
      `insert into agents (id, workspace_id, status, config, prompts) values ('${id}', '${workspaceId}', 'processed', '{}', '{}')`,
    );
  const one = await call({ workspaceId, agentId: theirs });
  const other = await call({ workspaceId, agentId: others });
  await note(one, "ours");
  await note(other, "not ours");
  await tag(one, { add: ["ours"] });
  await tag(other, { add: ["not ours"] });
  await withinReach([theirs], { once: () => undefined }, async () => {
    expect(await notes.notes(one)).toHaveLength(1);
    expect(await labels.known(workspaceId)).toEqual([{ tag: "ours", calls: 1 }]);
    const asks = [
      () => notes.notes(other),
      () => labels.tags(other),
      () => note(other, "mine"),
      () => tag(other, { remove: ["not ours"] }),
    ];
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ code: "call.not_found" });
  });
});

test("words that are redacted go from the notes", async () => {
  const one = await call();
  await note(one, "Amina called");
  const without = (text: string): string => text.replace("Amina", "[redacted]");
  await database.together(workspaceId, async () => noteWords(database).rewrite?.(one, without));
  expect((await notes.notes(one)).map(({ text }) => text)).toEqual(["[redacted] called"]);
});

test("a note on a call that is on legal hold is neither changed nor deleted, and goes with the call once it is lifted", async () => {
  const one = await call();
  const { note: kept } = await note(one, "evidence");
  await database.asOwner(
    `insert into legal_holds (workspace_id, call_id, reason, placed_by) values ('${workspaceId}', '${one.id}', 'a case', 'asha')`,
  );
  const onHold = { cause: { code: "OH001" } };
  await expect(notes.change(kept, "nothing")).rejects.toMatchObject(onHold);
  await expect(database.together(workspaceId, () => notes.remove(kept))).rejects.toMatchObject(onHold);
  expect((await note(one, "more")).call.notes).toBe(2);
  await database.asOwner(`delete from legal_holds where call_id = '${one.id}'`);
  await calls.remove(one);
  await expect(notes.notes(one)).rejects.toMatchObject({ code: "call.not_found" });
});
