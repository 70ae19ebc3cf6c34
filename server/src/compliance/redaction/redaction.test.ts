/** What was said in a call is taken away for good: on a real database, from a real file. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry, RedactionOrder } from "@ongea/contract";
import { readWav, wavOf } from "@ongea/conversation";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgents } from "../../agents/documents/agents.ts";
import { createAppointmentStore } from "../../contacts/appointments/store.ts";
import { createMessageStore } from "../../agents/messages/store.ts";
import { createAnchor } from "../../accounts/audit/anchor.ts";
import { createAudit, type Audit } from "../../accounts/audit/audit.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createArchive } from "../../calls/history/archive.ts";
import { createAnalysisStore } from "../../calls/analysis/store.ts";
import { createWebhookStore } from "../../accounts/webhooks/store.ts";
import { createCallStore, type CallKey, type NewCall } from "../../calls/records/store.ts";
import { redactJournal, redactDerived } from "../masking/redact.ts";
import { noteWords } from "../../insights/labels/store.ts";
import { replayWords } from "../../insights/replays/store.ts";
import { createRedaction, type Redact } from "./redaction.ts";
import { silence } from "../../engines/recording/silence.ts";
import { createCallLabels } from "../../calls/records/labels/store.ts";
import { createRedactable } from "../../calls/redaction/store.ts";

const HZ = 8_000;
const folder = mkdtempSync(join(tmpdir(), "ongea-redaction-"));
const path = join(folder, "call.wav");
const removed: string[] = [];
/** Of the calls whose words were put into the search anew. */
const foundAnew: (string | null)[] = [];
let database: TestDatabase;
let audit: Audit;
let redact: Redact;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  workspaceId = await openTestWorkspace(database);
  audit = createAudit({ tenancy: database, secret: "a secret", anchor: createAnchor(database.dataDir, "a secret") });
  redact = createRedaction({
    calls: createRedactable(database, {
      store: createCallStore(database),
      labels: createCallLabels(database),
      analyses: createAnalysisStore(database),
      recordings: {
        path: (name) => (name === "here.wav" ? path : undefined),
        remove: (name) => void removed.push(name),
        removeWhole: () => undefined,
        silence: (_name, ranges) => silence(path, ranges),
      },
      rehearsed: async () => JOURNAL,
      words: [noteWords(database), replayWords],
      foundAgain: async (_db, calls) => void foundAnew.push(...calls.map(({ transcript }) => transcript)),
    }),
    messages: createMessageStore(database),
    appointments: createAppointmentStore(database),
    audit,
    webhooks: createWebhookStore(database),
  });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const turn = (by: "caller" | "assistant", text: string, startMs: number, endMs: number): Entry => {
  return { kind: "turn", by, index: 0, text, startMs, endMs, loudness: [] };
};
const JOURNAL: Entry[] = [
  { kind: "opened", atMs: 0, epochMs: 0 },
  turn("assistant", "Who is calling?", 0, 1_000),
  turn("caller", "Amina Yusuf, my card is 4111 1111", 2_000, 4_000),
  {
    kind: "tool",
    name: "find",
    arguments: '{"name":"Amina Yusuf","n":3}',
    result: "no JSON: amina yusuf",
    ok: true,
    startMs: 4_000,
    endMs: 4_100,
  },
  turn("assistant", "Thank you, AMINA.", 5_000, 6_000),
  { kind: "whisper", atMs: 6_500, by: "asha@example.com", text: "Be kind to Amina" },
];
const NOTHING: RedactionOrder = { whole: false, lines: [], words: [] };
const actor = () => ({ workspaceId, kind: "person", id: "1", name: "asha@example.com" }) as const;

async function ended(change: Partial<NewCall> = {}, journal = JOURNAL): Promise<CallKey> {
  const call = { id: randomUUID(), workspaceId };
  const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
  const begin: NewCall = {
    ...call,
    agentName: "Desk",
    status: "in-progress",
    provider: "sip",
    direction: "inbound",
    cost,
    ...change,
  };
  const entries = journal.map((entry, position) => ({ position, entry }));
  const store = createCallStore(database);
  const finish = {
    status: "completed",
    endedAt: new Date(),
    transcript: "assistant: Who is calling?\nuser: Amina Yusuf",
  } as const;
  await store.apply(call, { begin, entries, finish }, async () => () => undefined);
  await createAnalysisStore(database).keep(
    { ...call, redactedAt: null },
    {
      summary: "Amina Yusuf asked.",
      extracted: { name: "Amina Yusuf", card: 4111 },
      problem: null,
    },
  );
  return call;
}

const left = async (call: CallKey) => {
  const store = createCallStore(database);
  const [row, entries, made] = await Promise.all([
    store.read(call),
    store.entries(call),
    createAnalysisStore(database).read(call),
  ]);
  return { row: row!, entries, made: made! };
};

test("words that are named are gone wherever they stand, whole ones in any case, and what is around them stays", async () => {
  const call = await ended({ userData: { contact: "amina  yusuf", city: "Lamu" }, tags: ["Amina", "urgent"] });
  const lines = await redact(actor(), call.id, { ...NOTHING, words: ["amina", "Amina Yusuf", "4111 1111"] });
  expect(lines).toBe(4);
  const { row, entries, made } = await left(call);
  expect(row.transcript).toBe(
    "assistant: Who is calling?\nuser: [redacted], my card is [redacted]\nassistant: Thank you, [redacted].",
  );
  expect(JSON.stringify([entries, made, row, foundAnew.at(-1)])).not.toMatch(/amina|yusuf|4111 1111/i);
  expect(row.userData).toEqual({ contact: "[redacted]", city: "Lamu" });
  expect(row.tags).toEqual(["urgent"]);
  expect(entries[3]).toMatchObject({ arguments: '{"name":"[redacted]","n":3}', result: "no JSON: [redacted]" });
  const [entry] = (await audit.list(workspaceId, { limit: 1 })).data;
  expect(entry).toMatchObject({ act: "call.redacted", subject: call.id, details: { words: 3, changed: 4 } });
  expect(JSON.stringify(entry)).not.toMatch(/amina/i);
});

test("a chosen line goes with its sound, and with what was made of the call", async () => {
  writeFileSync(path, wavOf(new Int16Array(HZ * 8).fill(1_000), HZ));
  const call = await ended({ recording: "here.wav", recordingClosed: true });
  await redact(actor(), call.id, { ...NOTHING, lines: [2] });
  const { row, made } = await left(call);
  expect(row.transcript?.split("\n")[1]).toBe("user: [redacted]");
  expect(made).toMatchObject({ summary: "[redacted]", extracted: { name: "[redacted]", card: "[redacted]" } });
  const { samples } = readWav(readFileSync(path));
  const loudAt = (ms: number): boolean => samples[(ms * HZ) / 1_000] !== 0;
  expect([500, 1_500, 1_700, 3_000, 4_300, 4_500, 7_900].map(loudAt)).toEqual([true, true, false, false, false, true, true]);
  expect(row.recording).toBe("here.wav");
});

test("a call that is redacted and deleted at the same moment is gone, and neither waits for the other for ever", async () => {
  const store = createCallStore(database);
  const unused = () => Promise.reject(new Error("is not asked"));
  const archive = createArchive({
    publicUrl: "https://ongea.example",
    calls: { find: () => undefined, live: () => undefined },
    store,
    recordings: { path: () => undefined, whole: async () => undefined, remove: () => undefined },
    analyses: { read: unused },
    plans: { retries: unused },
    search: { matching: unused, find: unused } as never,
    ownerId: randomUUID(),
    rehearsed: unused,
  });
  for (let n = 0; n < 20; n++) {
    const call = await ended();
    const deleting = audit.act(actor(), (write) => archive.remove(call, () => write({ act: "call.deleted", subject: call.id })));
    const [deleted, redacted] = await Promise.allSettled([deleting, redact(actor(), call.id, { ...NOTHING, words: ["amina"] })]);
    expect(deleted.status).toBe("fulfilled");
    const reason: unknown = redacted.status === "rejected" ? redacted.reason : { code: "call.not_found" };
    expect(reason).toMatchObject({ code: "call.not_found" });
    expect(await store.read(call)).toBeUndefined();
  }
});

test("what a webhook was told, or is still to be told, repeats nothing that was taken away", async () => {
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  const agentId = (await agents.find(workspaceId, "front_desk"))?.id ?? "";
  const call = await ended({ userData: { contact: "Amina Yusuf" } });
  const deliveries = createWebhookStore(database);
  const recipient = { recipient_data: { contact: "Amina Yusuf" }, recipient_phone_number: "+254712000001" };
  const told = { id: call.id, transcript: "user: Amina Yusuf", summary: "Amina asked.", extracted_data: { name: "Amina" } };
  const early = { id: call.id, transcript: null, summary: null, extracted_data: null };
  for (const [callStatus, body] of [
    ["completed", told],
    ["ringing", early],
  ] as const)
    await deliveries.add({
      workspaceId,
      agentId,
      callId: call.id,
      callStatus,
      body: JSON.stringify({ ...body, context_details: recipient }),
    });
  await redact(actor(), call.id, { ...NOTHING, words: ["Amina", "Yusuf"] });
  const rows = await deliveries.list(workspaceId, agentId, 10);
  expect(JSON.stringify(rows)).not.toMatch(/amina|yusuf/i);
  const bodies = rows.map(({ body }) => JSON.parse(body) as typeof told & { context_details: typeof recipient });
  expect(bodies.find(({ transcript }) => transcript === null)).toMatchObject(early);
  expect(bodies.find(({ transcript }) => transcript !== null)?.transcript).toContain("user: [redacted] [redacted]");
  expect(bodies.every(({ context_details }) => context_details.recipient_phone_number === "+254712000001")).toBe(true);
});

test("a whole call loses every word and its recording; a recording that other calls have stays for them", async () => {
  const call = await ended({ recording: "here.wav", recordingClosed: true, userData: { city: "Lamu", age: 7 } });
  await redact(actor(), call.id, { ...NOTHING, whole: true });
  const { row, entries } = await left(call);
  expect([row.recording, row.recordingClosed, removed]).toEqual([null, false, ["here.wav"]]);
  expect(row.userData).toEqual({ city: "[redacted]", age: "[redacted]" });
  expect(row.transcript).toBe("assistant: [redacted]\nuser: [redacted]\nassistant: [redacted]");
  expect(entries).toHaveLength(JOURNAL.length);
  const demo = await ended({ recording: "demo/a.wav", recordingClosed: true }, []);
  await redact(actor(), demo.id, { ...NOTHING, lines: [2] });
  const after = await left(demo);
  expect([after.row.recording, after.entries.length, removed.length]).toEqual([null, JOURNAL.length, 1]);
});

test("a call that runs, is another workspace's, has no such line, or whose recording is elsewhere is left as it is", async () => {
  const running = { id: randomUUID(), workspaceId };
  const cost = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
  const begin: NewCall = { ...running, agentName: "Desk", status: "in-progress", provider: "sip", direction: "inbound", cost };
  await createCallStore(database).apply(running, { begin }, async () => () => undefined);
  await expect(redact(actor(), running.id, { ...NOTHING, whole: true })).rejects.toMatchObject({ code: "call.running" });
  const call = await ended({ recording: "elsewhere.wav", recordingClosed: true });
  const before = await left(call);
  await expect(redact(actor(), call.id, { ...NOTHING, lines: [99] })).rejects.toMatchObject({ code: "call.no_such_line" });
  await expect(redact(actor(), call.id, { ...NOTHING, lines: [2] })).rejects.toMatchObject({ code: "call.recording_elsewhere" });
  const other = { ...actor(), workspaceId: await openTestWorkspace(database) };
  await expect(redact(other, call.id, { ...NOTHING, whole: true })).rejects.toMatchObject({ code: "call.not_found" });
  expect(await left(call)).toEqual(before);
});

test("a summary that was being made meanwhile does not bring back what was taken away", async () => {
  const call = await ended();
  await redact(actor(), call.id, { ...NOTHING, words: ["Amina"] });
  const late = createAnalysisStore(database).keep(
    { ...call, redactedAt: null },
    { summary: "Amina called.", extracted: null, problem: null },
  );
  await expect(late).rejects.toThrow("redacted meanwhile");
  expect(JSON.stringify((await left(call)).made)).not.toContain("Amina");
});

test("whatever is redacted is nowhere in the journal any more, and nothing else changes its place", () => {
  const word = fc.stringMatching(/^[a-zA-Z+.(]{2,8}$/);
  const journal = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(journal, fc.nat(), (lines, pick) => {
      const entries = lines.map((words, n) => turn("caller", words.join(" "), n * 100, n * 100 + 50));
      const all = lines.flat();
      const gone = all[pick % all.length]!;
      const redacted = redactJournal(entries, { ...NOTHING, words: [gone] });
      expect(redacted.entries).toHaveLength(entries.length);
      for (const [n, entry] of redacted.entries.entries()) {
        const words = entry.kind === "turn" ? entry.text.split(" ") : [];
        expect(words).not.toContain(gone);
        const isTouched = lines[n]!.some((one) => one.toLowerCase().includes(gone.toLowerCase()));
        expect(isTouched || entry === entries[n]).toBe(true);
      }
    }),
  );
});

test("a word is found however its accents are written, and a letter is not taken from under its accent", () => {
  const texts = ["I am Jos\u00e9.", "I am Jose\u0301.", "Say \u1ecd\u0301 again"];
  const journal = texts.map((text, n) => turn("caller", text, n * 100, n * 100 + 50));
  const { entries } = redactJournal(journal, { ...NOTHING, words: ["Jose\u0301", "\u1ecd"] });
  expect(entries.map((entry) => entry.kind === "turn" && entry.text)).toEqual(["I am [redacted].", "I am [redacted].", texts[2]]);
});

test("what was made of a call keeps its form", () => {
  const made = { summary: "x", list: ["Amina", { deep: "Amina" }], n: 3, none: null, yes: true };
  expect(redactDerived(made, { ...NOTHING, words: ["amina"] })).toEqual({
    ...made,
    list: ["[redacted]", { deep: "[redacted]" }],
  });
});

test("the message and the appointment that were taken in the call lose the same words", async () => {
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  const agentId = (await agents.find(workspaceId, "front_desk"))?.id ?? "";
  const messages = createMessageStore(database);
  const appointments = createAppointmentStore(database);
  const take = async (day: string): Promise<CallKey> => {
    const call = await ended();
    const of = { workspaceId, agentId, callId: call.id };
    const text = "Amina Yusuf asks for a call.";
    await messages.add({ ...of, id: randomUUID(), name: "Amina Yusuf", phone: "0712000001", orderNumber: "A 17", text });
    const booked = { name: "Amina Yusuf", phone: "0712000001", reason: "Amina's knee", caller: "+254712000001" };
    await appointments.add({ ...of, ...booked, id: randomUUID(), day, time: "09:00", externalUid: null });
    return call;
  };
  const rows = async ({ id }: CallKey) => {
    const ofCall = async (table: string) =>
      (await database.everywhere.execute(`select * from ${table} where call_id = '${id}'`)).rows[0]!;
    return [await ofCall("messages"), await ofCall("appointments")] as const;
  };
  const other = await take("2026-12-01");
  const named = await take("2026-12-02");
  await redact(actor(), named.id, { ...NOTHING, words: ["Amina", "Yusuf"] });
  expect(JSON.stringify(await rows(named))).not.toMatch(/amina|yusuf/i);
  expect(await rows(named)).toMatchObject([{ order_number: "A 17" }, { caller: "+254712000001", day: "2026-12-02" }]);
  const whole = await take("2026-12-03");
  await redact(actor(), whole.id, { ...NOTHING, whole: true });
  expect(await rows(whole)).toMatchObject([
    { name: "[redacted]", phone: "[redacted]", order_number: "[redacted]", text: "[redacted]" },
    { name: "[redacted]", phone: "[redacted]", reason: "[redacted]", caller: "[redacted]", day: "2026-12-03" },
  ]);
  expect(await rows(other)).toMatchObject([{ name: "Amina Yusuf" }, { name: "Amina Yusuf" }]);
});
