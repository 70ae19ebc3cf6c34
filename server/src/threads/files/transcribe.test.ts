/** Voice notes on a real database, from the note that comes to its words; one is spoken by a voice and heard by the built-in STT. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LiveEvent } from "@ongea/contract";
import { startBuiltinHost } from "@ongea/providers/hosts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents } from "../../agents/documents/agents.ts";
import { createDoNotCallStore, hashingNumbers, type DoNotCallStore } from "../../compliance/do-not-call/store.ts";
import { createContactStore } from "../../contacts/people/store.ts";
import { choose } from "../../engines/speech-hosts/choices.ts";
import { createTranscriber, type Transcriber } from "../../engines/speech-hosts/transcriber.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { createLive } from "../../platform/live/live.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createFileStore, type FileStore } from "../messages/files/store.ts";
import { createPost } from "../messages/post.ts";
import { createThreadStore, type ThreadStore } from "../messages/store.ts";
import { createThreads, type Threads } from "../messages/threads.ts";
import { createNoteHearing, type NoteHearing } from "./hearing.ts";
import { startTranscribing } from "./transcribe.ts";

const hasFfmpeg = existsSync("/usr/bin/ffmpeg");
const hasVoice = hasFfmpeg && existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us");
const JOB: Job = { attempts: 1, signal: new AbortController().signal };
const PERSON = "+254712000001";
const opus = (...input: string[]): Buffer =>
  execFileSync("ffmpeg", ["-v", "error", ...input, "-c:a", "libopus", "-f", "ogg", "pipe:1"], { maxBuffer: 10_000_000 });
const tone = (seconds: number): Buffer => opus("-f", "lavfi", "-i", `sine=duration=${seconds}`);

let database: TestDatabase;
let store: ThreadStore;
let files: FileStore;
let doNotCall: DoNotCallStore;
let threads: Threads;
let workspaceId: string;
let agentId: string;
let answers: number;
let work: (key: { workspaceId: string; id: string }, job: Job) => Promise<void>;
let agents: ReturnType<typeof createAgents>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  [store, files] = [createThreadStore(database), createFileStore(database)];
  doNotCall = createDoNotCallStore(database, hashingNumbers("a secret"));
  agents = createAgents(database, "a secret of tests");
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  await agents.seed(workspaceId);
  agentId = (await agents.all(workspaceId)).find(({ template }) => template === "front_desk")!.id;
  answers = 0;
  const jobs = { send: async () => void answers++ };
  const webhooks = { changed: async () => undefined, received: async () => undefined };
  const [live, admit, audit] = [createLive<LiveEvent>(), async () => undefined, {} as never];
  const contacts = createContactStore(database);
  const post = createPost({ store, jobs, webhooks });
  threads = createThreads({ store, post, tenancy: database, contacts, jobs, live, audit, admit, webhooks });
});

function hearBy(hear: NoteHearing): void {
  const log = { warn: () => undefined };
  const jobs = { work: (_: unknown, does: unknown) => void (work = does as never) };
  startTranscribing({ files, threads, doNotCall, tenancy: database, jobs, hear, log });
}

const at = () => ({ workspaceId, channel: "whatsapp" as const, address: PERSON });
const thread = async () => (await store.at(at()))!;
const write = (text: string) => threads.receive({ ...at(), agentId, clientId: randomUUID(), text, page: "", welcome: "" });
const texts = async () => (await store.messages(await thread())).map(({ text }) => text);
const toAnswer = async () => (await store.toAnswer({ ...(await thread()), answeredUpTo: 0 })).written.map(({ text }) => text);

async function note(bytes: Buffer): Promise<{ workspaceId: string; id: string }> {
  const asked = { page: "", welcome: "", isUnheard: true, text: "[audio]", clientId: randomUUID() };
  const message = await threads.receive({ ...at(), agentId, ...asked });
  const noted = { workspaceId, messageId: message.id, kind: "audio" as const, name: "", providerRef: "9" };
  const { id } = await files.add(noted);
  await files.store({ workspaceId, id }, { type: "audio/ogg", bytes });
  return { workspaceId, id };
}

async function fate({ id }: { id: string }): Promise<[string | null | undefined, string]> {
  const messages = await store.messages(await thread());
  const all = await files.of(
    workspaceId,
    messages.map((one) => one.id),
  );
  return [all.find((one) => one.id === id)?.transcription, (await thread()).state];
}

const hearing = (transcriber: Pick<Transcriber, "transcribe">, checkMoney = async () => undefined): NoteHearing =>
  createNoteHearing({
    agents,
    connections: { lend: async () => ({ recognisers: [], languageModels: [], voices: [], missing: [] }) },
    transcriber,
    admissions: { has: async () => true },
    prices: { priceFor: () => undefined },
    checkMoney,
    charge: async () => undefined,
    timeZone: "Africa/Nairobi",
    country: "KE",
  });

test.skipIf(!hasVoice)(
  "a spoken note becomes its words, and the agent answers it with what was typed after it",
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "ongea-note-"));
    const builtin = join(folder, "ears.sock");
    const host = await startBuiltinHost({ socketPath: builtin, onEvent: () => undefined });
    try {
      const file = join(folder, "said.wav");
      execFileSync("flite", ["-voice", "rms", "-t", "I want to book an appointment on Monday morning", "-o", file]);
      const choices = choose({ model: undefined, recogniser: undefined, voice: undefined }, []);
      hearBy(hearing(createTranscriber(() => ({ sockets: { builtin }, choices }))));
      await write("Hello");
      const key = await note(opus("-i", file));
      await write("Is that possible?");
      // What came before the note may be answered; the note and what follows wait.
      expect(await toAnswer()).toEqual(["Hello"]);
      answers = 0;
      await work(key, JOB);
      expect(await fate(key)).toEqual(["done", "open"]);
      expect(await toAnswer()).toEqual(["Hello", expect.stringMatching(/appointment.*monday/i), "Is that possible?"]);
      expect(answers).toBe(1);
      // A job that comes twice answers nothing twice.
      await work(key, JOB);
      expect(answers).toBe(1);
    } finally {
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test.skipIf(!hasFfmpeg)("a note that cannot be written down says why and waits for a person", { timeout: 30_000 }, async () => {
  const none: NoteHearing = async () => ({ kind: "language" });
  const quiet: NoteHearing = async () => ({ kind: "text", text: " " });
  const poor = hearing({ transcribe: () => Promise.reject(new Error("Heard")) }, () => Promise.reject(refuse("call.no_credit")));
  const [short, whole] = [tone(1), tone(121)];
  for (const [bytes, hear, why] of [
    [short, none, "language"],
    [short, quiet, "silent"],
    [short, poor, "unavailable"],
    [whole, none, "too_long"],
    [short.subarray(0, -9), none, "damaged"],
    [Buffer.from("#!AMR\n"), none, "format"],
  ] as const) {
    hearBy(hear);
    const key = await note(bytes);
    await work(key, JOB);
    expect(await fate(key)).toEqual([why, "waiting"]);
    expect((await texts()).at(-1)).toBe("[audio]");
    await store.change(await thread(), { state: "open", answeredUpTo: await store.end(await thread()) });
  }
});

test.skipIf(!hasFfmpeg)("STT that fails is tried three times; while others are heard, a note waits", async () => {
  const key = await note(tone(1));
  hearBy(async () => ({ kind: "busy" }));
  await expect(work(key, { ...JOB, attempts: 3 })).rejects.toMatchObject({ afterSeconds: 5 });
  hearBy(() => Promise.reject(new Error("It is gone")));
  await expect(work(key, { ...JOB, attempts: 2 })).rejects.toThrow("It is gone");
  expect(await fate(key)).toEqual(["waiting", "open"]);
  await work(key, { ...JOB, attempts: 3 });
  expect(await fate(key)).toEqual(["unavailable", "waiting"]);
});

test.skipIf(!hasFfmpeg)("a spoken stop is an opt-out that nobody answers; a spoken start takes none back", async () => {
  const says = async (text: string): Promise<void> => {
    hearBy(async () => ({ kind: "text", text }));
    await work(await note(tone(1)), JOB);
  };
  await says("Stop.");
  expect([await doNotCall.has(workspaceId, PERSON), await store.unanswered(await thread())]).toEqual([true, undefined]);
  await says("start");
  expect(await doNotCall.has(workspaceId, PERSON)).toBe(true);
});

test.skipIf(!hasFfmpeg)("a thread that a person has taken over gets the words and no answer", async () => {
  hearBy(async () => ({ kind: "text", text: "Where are you?" }));
  const key = await note(tone(1));
  await store.change(await thread(), { state: "person", person: "Amina" });
  answers = 0;
  await work(key, JOB);
  expect([await fate(key), await texts(), answers]).toEqual([["done", "person"], ["Where are you?"], 0]);
});
