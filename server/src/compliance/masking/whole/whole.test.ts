/** What callers say is masked before it is stored, pushed or sent: on a real database, from the journal to the whole words. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry, LiveEvent, MaskedKind } from "@ongea/contract";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMaskingRules } from "../masking.ts";
import { createMaskingStore, NO_MASKING } from "../store.ts";
import { createLive } from "../../../platform/live/live.ts";
import { createSeal } from "../../../platform/secrets/seal.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { CallRecord } from "../../../calls/lifecycle/call-record.ts";
import { newCallRow } from "../../../calls/records/new-call-row.ts";
import { createCallWriter } from "../../../calls/lifecycle/writer.ts";
import { createDueCalls } from "../../../calls/personal/store.ts";
import { createCallStore, type CallKey } from "../../../calls/records/store.ts";
import { summarise } from "../../../calls/records/summary.ts";
import { createRedactable } from "../../../calls/redaction/store.ts";
import { createCallLabels } from "../../../calls/records/labels/store.ts";
import { createAnalysisStore } from "../../../calls/analysis/store.ts";
import { createJournalMask } from "../mask-journal.ts";
import { aboutEntry } from "../sealed-entry.ts";
import { createWholeEntryStore } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "ongea-masking-"));
const seal = createSeal("a secret of tests", "masked words");
const log = pino({ level: "silent" });
const SECRETS = /4111|Amina|Yusuf|0722|345 678|QGH7X1Y2Z3/i;
let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase(MIGRATIONS)));
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

let atMs = 0;
const turn = (by: "caller" | "assistant", text: string): Entry => {
  atMs += 1_000;
  return { kind: "turn", by, index: 0, text, startMs: atMs, endMs: atMs + 900, loudness: [] };
};
/** As a conversation writes it. */
const heardAs = (entry: Entry) => (entry.kind === "turn" ? { ...entry, hearing: { isWhole: true } } : entry);
const SAID = (): Entry[] => [
  turn("caller", "Amina here, I want to pay"),
  turn("assistant", "Which card, please?"),
  turn("caller", "4111 1111 1111 1111, and call me on 0722 345 678"),
  { kind: "key", atMs, digit: "4" },
  { kind: "partial", atMs, text: "QGH7X" },
  { kind: "saying", atMs, text: "Thank you, Amina" },
  {
    kind: "tool",
    name: "pay",
    arguments: '{"card":"4111111111111111","amount":250}',
    result: "QGH7X1Y2Z3",
    ok: true,
    startMs: 1,
    endMs: 2,
  },
  { kind: "form", atMs, tool: "book", slots: [{ name: "full_name", value: "Amina Yusuf", state: "heard" }] },
  turn("assistant", "Thank you, Amina Yusuf."),
];

async function call(kinds: readonly MaskedKind[], keepWhole = true) {
  const workspaceId = await openTestWorkspace(database);
  const store = createCallStore(database);
  const writer = createCallWriter({ store, ended: async () => () => undefined, dataDir: folder, log });
  const key: CallKey = { id: randomUUID(), workspaceId };
  const live = createLive<LiveEvent>();
  const pushed: LiveEvent[] = [];
  live.subscribe(workspaceId, (event) => void pushed.push(event));
  const row = {
    ...newCallRow({ id: null, name: "Desk", workspaceId }, null),
    id: key.id,
    provider: "sip",
    direction: "inbound",
    status: "in-progress",
  } as const;
  const record = new CallRecord(row, { writer, live, publicUrl: "https://ongea.example", nowMs: () => 0 });
  const sealed = (entry: Entry, at: number): string => seal.close(JSON.stringify(entry), aboutEntry(key.id, at));
  record.maskBy({
    journal: createJournalMask({ kinds: new Set(kinds), language: "en", country: "KE" }),
    seal: keepWhole ? sealed : undefined,
  });
  const said = SAID();
  for (const entry of said.map(heardAs)) record.note(entry as Parameters<typeof record.note>[0]);
  await record.finish({ status: "completed", endedAt: new Date(), ...summarise(record.entries, 9_000) });
  await writer.stop();
  return { key, store, pushed, said };
}

const EVERYTHING: MaskedKind[] = ["card", "phone", "mobile_money", "digits", "name"];

test("no row, no file and no live event has what was masked, also a name that was learnt later", async () => {
  const { key, store, pushed } = await call(EVERYTHING);
  const [entries, row] = [await store.entries(key), await store.read(key)];
  expect(JSON.stringify([entries, row])).not.toMatch(SECRETS);
  expect(entries).toMatchObject([
    { text: "[name] here, I want to pay" },
    { text: "Which card, please?" },
    { text: "[card], and call me on [phone]" },
    { digit: "*" },
    { arguments: '{"card":"[card]","amount":250}', result: "[mobile_money]" },
    { slots: [{ value: "[name]" }] },
    { text: "Thank you, [name]." },
  ]);
  expect(row?.transcript).toContain("user: [name] here");
  // The name is not known as one until the form has it; from then on nobody is told it.
  const later = pushed.filter((event) => event.event === "entry" && event.entry.kind !== "turn");
  expect(JSON.stringify([later, pushed.at(-1)])).not.toMatch(SECRETS);
  const { rows } = await database.query("select sealed from whole_entries where call_id = $1", [key.id]);
  expect(JSON.stringify(rows)).not.toMatch(SECRETS);
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), "utf8")).not.toMatch(SECRETS);
});

test("who may reads the whole words, each where it stood, as they were the first time", async () => {
  const { key, store, said } = await call(EVERYTHING);
  const journal = await store.entries(key);
  for (const { position, sealed } of await createWholeEntryStore(database).of(key))
    journal[position] = JSON.parse(seal.open(sealed, aboutEntry(key.id, position))) as Entry;
  expect(journal).toEqual(said.filter(({ kind }) => kind !== "partial" && kind !== "saying"));
});

test("how a turn was heard is used for the mask of its sound, and stored nowhere", async () => {
  const { key, store } = await call(EVERYTHING);
  const [first] = await store.entries(key);
  expect(first).toHaveProperty("silenced");
  expect(JSON.stringify(await store.entries(key))).not.toContain("hearing");
});

test("where whole words are not kept, nothing but masks is anywhere", async () => {
  const { key } = await call(EVERYTHING, false);
  expect(await createWholeEntryStore(database).of(key)).toEqual([]);
});

test("a write that is stored again after the call is over brings no words back", async () => {
  const { key, store } = await call(EVERYTHING);
  const unused = (): never => {
    throw new Error("is not asked");
  };
  const redactable = createRedactable(database, {
    store,
    labels: createCallLabels(database),
    analyses: createAnalysisStore(database),
    recordings: { path: unused, remove: unused, removeWhole: unused, silence: unused },
    rehearsed: unused,
    words: [],
    foundAgain: async () => undefined,
  });
  const left = { change: { transcript: null, userData: {}, tags: [] }, made: undefined, rewrite: (text: string) => text };
  await redactable.replace(key, { ...left, journal: await store.entries(key) });
  expect(await createWholeEntryStore(database).of(key)).toEqual([]);
  const write = { entries: [{ position: 0, entry: turn("caller", "Amina") }], whole: [{ position: 0, sealed: "x" }] };
  await store.applyAll(key.workspaceId, [{ call: key, write }], async () => () => undefined);
  expect(await createWholeEntryStore(database).of(key)).toEqual([]);
  expect((await store.entries(key))[0]).toMatchObject({ text: "[name] here, I want to pay" });
});

test("whole words go when transcripts are due, and only chosen kinds are masked at all", async () => {
  const { key, store } = await call(["card"]);
  expect((await store.entries(key))[2]).toMatchObject({ text: "[card], and call me on 0722 345 678" });
  expect(await createWholeEntryStore(database).of(key)).toHaveLength(3);
  await createDueCalls(database, []).transcripts(key.workspaceId, new Date(Date.now() + 1_000), 10);
  expect(await createWholeEntryStore(database).of(key)).toEqual([]);
});

test("an agent's own kinds stand in place of the workspace's, and a database that is away masks everything", async () => {
  const [workspaceId, agentId] = [await openTestWorkspace(database), randomUUID()];
  const store = createMaskingStore(database);
  const rules = createMaskingRules({ store, log });
  expect((await rules.of(workspaceId, agentId)).kinds.size).toBe(0);
  await store.keep(workspaceId, { ...NO_MASKING, kinds: ["card"], agents: [{ agent_id: agentId, kinds: ["name"] }] });
  rules.changed(workspaceId);
  expect([...(await rules.of(workspaceId, agentId)).kinds]).toEqual(["name"]);
  expect([...(await rules.of(workspaceId, null)).kinds]).toEqual(["card"]);
  const away = createMaskingRules({ store: { read: () => new Promise(() => undefined) }, log, patienceMs: 10 });
  expect((await away.of(workspaceId, null)).kinds.size).toBe(8);
});
