import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProviderFailure, readWav, type Synthesiser } from "@ongea/conversation";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { mountSmallDisk } from "../../platform/testing/small-disk.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createLab, type Lab, type LabParts } from "./lab.ts";
import { createSoundFiles } from "./sound-files.ts";
import { createVoiceStore, type VoiceStore } from "./store.ts";
import { createStudio, DEFAULT_STYLE } from "./studio.ts";
import { TEST_VOICE as VOICE } from "./testing/test-voice.ts";

const RATE = 8_000;
const never = new AbortController().signal;

let database: TestDatabase;
let store: VoiceStore;
let workspaceId: string;
let folder: string;
let charged: number;
let said: string[];
/** What the voice does before it speaks. */
let before: (signal: AbortSignal) => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createVoiceStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  folder = mkdtempSync(join(tmpdir(), "ongea-lab-"));
  charged = 0;
  said = [];
  before = async () => undefined;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const speaking: Synthesiser = {
  name: "test",
  async *speak({ text }, signal) {
    said.push(text);
    await before(signal);
    yield { samples: new Int16Array(RATE / 2).fill(1_000), sampleRateHz: RATE };
  },
};

function lab(change: Partial<LabParts> = {}, place = folder): Lab {
  return createLab({
    library: { voice: async () => VOICE },
    store,
    files: createSoundFiles(place),
    studio: createStudio({ side: { use: (_, work) => work(speaking) }, settingsOf: async () => ({ use: "builtin" }) }),
    charge: async () => void charged++,
    spent: async () => charged,
    mostBytes: async () => 1_000_000,
    sayAs: async () => (text) => text,
    ...change,
  });
}

const make = (one: Lab, signal = never) =>
  one.make(workspaceId, { voice_id: VOICE.id, text: "Good morning.", ...DEFAULT_STYLE }, signal);
const untilGone = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }));

async function nothingIsKept(place = folder): Promise<void> {
  expect(charged).toBe(0);
  expect(await store.figures(workspaceId)).toEqual({ samples: 0, duration_seconds: 0 });
  const own = join(place, "samples", workspaceId);
  expect(existsSync(own) ? readdirSync(own) : []).toEqual([]);
}

test("a sample is kept whole, and paid for once", async () => {
  const one = lab();
  const { id } = await make(one);
  expect(charged).toBe(1);
  const path = await one.sampleFile({ id, workspaceId }, never);
  expect(readWav(readFileSync(path)).samples.length).toBe(RATE / 2);
});

test("whoever leaves while a voice speaks pays nothing, nothing is kept, and the next one is spoken for", async () => {
  const one = lab();
  const gone = new AbortController();
  before = (signal) => (said.length === 1 ? untilGone(signal) : Promise.resolve());
  const left = make(one, gone.signal);
  await expect.poll(() => said.length).toBe(1);
  gone.abort();
  await expect(left).rejects.toThrow();
  await nothingIsKept();
  expect(await make(one)).toMatchObject({ text: "Good morning." });
});

test("whoever leaves when the last sound has come pays nothing either", async () => {
  const gone = new AbortController();
  before = async () => gone.abort();
  await expect(make(lab(), gone.signal)).rejects.toThrow();
  await nothingIsKept();
});

test("a voice whose program ends in the middle is told as a failure, and nothing is kept", async () => {
  before = () => Promise.reject(new ProviderFailure("unavailable", "the speech host ended"));
  await expect(make(lab())).rejects.toMatchObject({ code: "voice.failed" });
  await nothingIsKept();
});

test("a sample that cannot be paid for is not kept", async () => {
  const charge = () => Promise.reject(new Error("no credit"));
  await expect(make(lab({ charge }))).rejects.toThrow("no credit");
  await nothingIsKept();
});

test("two people who make the same sample at once have one each; the sample of a demo that two hear first is one file", async () => {
  const one = lab();
  const [first, second] = await Promise.all([make(one), make(one)]);
  expect(first.id).not.toBe(second.id);
  expect(charged).toBe(2);
  const key = { id: first.id, workspaceId };
  rmSync(await one.sampleFile(key, never));
  const paths = await Promise.all([one.sampleFile(key, never), one.sampleFile(key, never)]);
  expect(new Set(paths).size).toBe(1);
  expect(statSync(paths[0]!).size).toBe(44 + RATE);
  expect(charged).toBe(2);
});

test("a preview that ten hear at once is spoken once", async () => {
  const one = lab();
  const all = await Promise.all(Array.from({ length: 10 }, () => one.preview(workspaceId, VOICE.id)));
  expect(new Set(all.map(({ length }) => length)).size).toBe(1);
  const times = said.length;
  await one.preview(workspaceId, VOICE.id);
  expect(said.length).toBe(times);
});

test("a workspace that has no room left is told so, and pays nothing", async () => {
  await expect(make(lab({ mostBytes: async () => 100 }))).rejects.toMatchObject({ code: "voice.no_room" });
  await nothingIsKept();
});

const disk = mountSmallDisk(160 * 1_024);
afterAll(() => disk?.remove());

test.skipIf(!disk)(
  `a disk that is full keeps no sample, and a preview is heard all the same${disk ? "" : " (left out: no small disk can be mounted)"}`,
  async () => {
    if (!disk) return;
    const one = lab({}, disk.folder);
    disk.fill();
    await expect(make(one)).rejects.toMatchObject({ code: "voice.no_room" });
    await nothingIsKept(disk.folder);
    expect((await one.preview(workspaceId, VOICE.id)).length).toBeGreaterThan(RATE / 2);
    disk.makeRoom();
    expect(await make(one)).toMatchObject({ text: "Good morning." });
  },
);
