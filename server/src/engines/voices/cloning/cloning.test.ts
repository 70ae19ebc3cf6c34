import { wavOf } from "@ongea/conversation";
import { createCloner, type Cloner } from "@ongea/providers";
import { startCloneServer, type CloneServer } from "@ongea/providers/testing";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createAnchor } from "../../../accounts/audit/anchor.ts";
import { createAudit, type Actor, type Audit } from "../../../accounts/audit/audit.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { createJobsByHand, type JobsByHand } from "../../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createVoiceStore } from "../store.ts";
import { speechLike } from "../testing/speech-like.ts";
import { createClones, voicesOfClones, type Clones } from "./clones.ts";
import { markOf, startCloning } from "./making.ts";
import { createCloneStore, type CloneStore } from "./store.ts";

const KEY = "canary-0123456789abcdef";
const CONSENT = wavOf(speechLike(5, 16_000), 16_000);
const SAMPLE = wavOf(speechLike(12, 24_000), 24_000);
const ENGINE = { provider: "elevenlabs", name: "ElevenLabs", model: "eleven_flash_v2_5" };
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let database: TestDatabase;
let audit: Audit;
let peer: CloneServer;
let store: CloneStore;
let actor: Actor;
let jobs: JobsByHand;
let clones: Clones;
let isConnected: boolean;
let isDemo: boolean;
let listedAnew: number;
let cloner: Cloner;
/** What the STT of this installation writes of a consent; undefined: it has none for the language. */
let written: string | undefined;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  const secret = "a secret of this installation";
  audit = createAudit({ tenancy: database, secret, anchor: createAnchor(database.dataDir, secret) });
});
afterAll(() => database.close());
beforeEach(async () => {
  peer = await startCloneServer("elevenlabs", KEY);
  cloner = createCloner("elevenlabs", KEY, { baseUrl: peer.baseUrl, timeoutMs: 400 });
  actor = { workspaceId: await openTestWorkspace(database), kind: "person", id: "p1", name: "Wanjiru" } as Actor;
  [isConnected, isDemo, listedAnew, written] = [true, false, 0, undefined];
  store = createCloneStore(database);
  begin();
});
afterEach(() => peer.close());

/** A server, or another one after the first was killed: what waited is done by it. */
function begin(change: Partial<CloneStore> = {}, queue = createJobsByHand()): void {
  jobs = queue;
  const accounts = {
    engines: async () => (isConnected ? [ENGINE] : []),
    of: async () => (isConnected ? cloner : undefined),
  };
  const parts = { store: { ...store, ...change }, added: createVoiceStore(database), accounts, audit, jobs, log };
  startCloning(jobs, { ...parts, changed: () => void listedAnew++ });
  clones = createClones({ ...parts, nameOf: async () => (isDemo ? undefined : "Tumaini Clinic"), words: async () => written });
}

async function recorded(): Promise<string> {
  const { id } = await clones.start(actor, { name: "Front desk", speaker: "Amina Odhiambo", language: "en" });
  await clones.keep(actor, id, { of: "consent", bytes: CONSENT });
  await clones.keep(actor, id, { of: "sample", bytes: SAMPLE });
  return id;
}
async function made(): Promise<string> {
  const id = await recorded();
  await clones.make(actor, id);
  await jobs.attemptAll();
  return id;
}
const one = async (id: string) => (await clones.list(actor.workspaceId)).data.find((clone) => clone.id === id);
const acts = async () => (await audit.list(actor.workspaceId, { limit: 50 })).data.map(({ act }) => act);

test("a voice is made of a sample after its speaker's consent was recorded: who, when, which sentence, by whom", async () => {
  const id = await made();
  expect(await one(id)).toMatchObject({
    state: "ready",
    provider: "elevenlabs",
    consent: { speaker: "Amina Odhiambo", taken_by: "Wanjiru", seconds: 5, given_at: expect.any(String) as string },
    sample_seconds: 12,
  });
  expect((await one(id))?.consent.sentence).toContain("I am Amina Odhiambo. I agree that Tumaini Clinic");
  expect(peer.voices).toMatchObject([{ name: "Front desk", sampleBytes: SAMPLE.length }]);
  const rows = await store.all(actor.workspaceId);
  expect(voicesOfClones(rows, [ENGINE])).toMatchObject([
    { provider: "elevenlabs", voiceId: peer.voices[0]?.id, name: "Front desk" },
  ]);
  expect(voicesOfClones(rows, [])).toEqual([]);
  expect(await createVoiceStore(database).added(actor.workspaceId)).toEqual([
    { provider: "elevenlabs", voiceId: peer.voices[0]?.id },
  ]);
  expect(listedAnew).toBe(1);
  expect(await acts()).toEqual(["voice.cloned", "voice.clone_asked", "voice.sample_recorded", "voice.consent_recorded"]);
  const { data } = await audit.list(actor.workspaceId, { limit: 50 });
  expect(data.at(-1)).toMatchObject({
    actor: "Wanjiru",
    subject: "Front desk",
    details: { speaker: "Amina Odhiambo", seconds: 5 },
  });
  expect(await clones.hear({ id, workspaceId: actor.workspaceId }, "consent")).toEqual(Buffer.from(CONSENT));
});

test("without the consent, without a sample, or after it was made, nothing is asked of the provider", async () => {
  const { id } = await clones.start(actor, { name: "Front desk", speaker: "Amina", language: "sw" });
  await expect(clones.make(actor, id)).rejects.toMatchObject({ detail: [{ type: "recording_missing" }] });
  await clones.keep(actor, id, { of: "sample", bytes: SAMPLE });
  await expect(clones.make(actor, id)).rejects.toMatchObject({ detail: [{ type: "recording_missing" }] });
  await expect(clones.hear({ id, workspaceId: actor.workspaceId }, "consent")).rejects.toMatchObject({
    code: "voice.sample_not_found",
  });
  await expect(clones.keep(actor, id, { of: "consent", bytes: SAMPLE.subarray(0, 9_000) })).rejects.toMatchObject({
    detail: [{ type: "sound_too_short" }],
  });
  expect(peer.asked).toEqual([]);
  const ready = await made();
  await expect(clones.make(actor, ready)).rejects.toMatchObject({ detail: [{ type: "clone_made" }] });
  await expect(clones.keep(actor, ready, { of: "sample", bytes: SAMPLE })).rejects.toMatchObject({
    detail: [{ type: "clone_made" }],
  });
});

test("a voice that two ask for at once is made once", async () => {
  const id = await recorded();
  await Promise.all([clones.make(actor, id), clones.make(actor, id)]);
  await jobs.attemptAll();
  await jobs.attemptAll();
  expect(peer.voices).toHaveLength(1);
});

test.each(["keeps-silent", "hangs-up"] as const)(
  "where the provider %s after it has made the voice, that one is found and no other is made",
  async (behaviour) => {
    peer.cloning = behaviour;
    const id = await made();
    expect(await one(id)).toMatchObject({ state: "making" });
    await expect(clones.remove(actor, id)).rejects.toMatchObject({ code: "request.in_progress" });
    await jobs.attemptAll();
    expect(await one(id)).toMatchObject({ state: "ready" });
    expect(peer.voices).toHaveLength(1);
  },
);

test("where the server dies between the provider's answer and its own row, the next one finds the voice", async () => {
  const id = await recorded();
  const dies = async (): Promise<never> => {
    throw new Error("killed");
  };
  const change: CloneStore["change"] = (key, from, what) => (what.state === "ready" ? dies() : store.change(key, from, what));
  begin({ change });
  await clones.make(actor, id);
  await jobs.attemptAll();
  expect(peer.voices).toHaveLength(1);
  expect(await one(id)).toMatchObject({ state: "making" });
  begin({}, jobs);
  await jobs.attemptAll();
  expect(await one(id)).toMatchObject({ state: "ready" });
  expect(peer.voices).toHaveLength(1);
});

test("two voices of one wish are made one", async () => {
  peer.cloning = "hangs-up";
  const id = await made();
  const row = await store.one({ id, workspaceId: actor.workspaceId });
  peer.cloning = "answers";
  await cloner.make({ name: "Front desk", mark: markOf(row!), language: "en", sample: SAMPLE });
  expect(peer.voices).toHaveLength(2);
  await jobs.attemptAll();
  expect(peer.voices).toHaveLength(1);
  const [kept] = voicesOfClones(await store.all(actor.workspaceId), [ENGINE]);
  expect(kept?.voiceId).toBe(peer.voices[0]?.id);
});

test.each([
  ["refuses", "refused"],
  ["quota", "limited"],
  ["limited", "limited"],
] as const)("a provider that %s is not asked again by itself; it may be asked once more", async (behaviour, problem) => {
  peer.cloning = behaviour;
  const id = await made();
  expect(await one(id)).toMatchObject({ state: "failed", problem });
  expect(jobs.waiting).toBeLessThanOrEqual(1);
  expect(await acts()).toContain("voice.clone_failed");
  peer.cloning = "answers";
  await clones.make(actor, id);
  await jobs.attemptAll();
  expect(await one(id)).toMatchObject({ state: "ready", problem: null });
});

test("a provider that gives no answer is asked five times, and then it is told", async () => {
  peer.cloning = "fails";
  const id = await made();
  for (let attempt = 2; attempt <= 4; attempt++) await jobs.attemptAll();
  expect(await one(id)).toMatchObject({ state: "making" });
  await jobs.attemptAll();
  expect(await one(id)).toMatchObject({ state: "failed", problem: "unreachable" });
});

test("a deleted voice is deleted at its provider, its recordings are gone at once, and who was slow is asked until it is done", async () => {
  const id = await made();
  const key = { id, workspaceId: actor.workspaceId };
  peer.removeStatus = 503;
  expect(await clones.remove(actor, id)).toEqual({ success: true, at_provider: true });
  expect(await store.sound(key, "consent")).toBeUndefined();
  expect(await createVoiceStore(database).added(actor.workspaceId)).toEqual([]);
  expect(voicesOfClones(await store.all(actor.workspaceId), [ENGINE])).toEqual([]);
  await expect(clones.remove(actor, id)).rejects.toMatchObject({ code: "request.in_progress" });
  await jobs.attemptAll();
  expect(await one(id)).toMatchObject({ state: "removing", problem: "unreachable" });
  peer.removeStatus = undefined;
  await jobs.attemptAll();
  expect(peer.voices).toEqual([]);
  expect(await one(id)).toBeUndefined();
  expect(await acts()).toEqual(expect.arrayContaining(["voice.clone_removed", "voice.clone_gone"]));
});

test("a voice that may be at the provider without our knowing is deleted there too", async () => {
  peer.cloning = "hangs-up";
  const id = await recorded();
  await clones.make(actor, id);
  for (let attempt = 0; attempt < 5; attempt++) {
    peer.listStatus = 500;
    await jobs.attemptAll();
  }
  expect(await one(id)).toMatchObject({ state: "failed" });
  expect(peer.voices).toHaveLength(1);
  peer.listStatus = undefined;
  await clones.remove(actor, id);
  await jobs.attemptAll();
  expect(peer.voices).toEqual([]);
});

test("where the provider is no longer connected, it is said that the voice may still be there", async () => {
  const id = await made();
  isConnected = false;
  expect(await clones.remove(actor, id)).toEqual({ success: true, at_provider: false });
  expect(await one(id)).toBeUndefined();
  expect(peer.voices).toHaveLength(1);
  await expect(clones.start(actor, { name: "x", speaker: "y", language: "en" })).rejects.toMatchObject({
    code: "provider.not_found",
  });
  expect((await clones.list(actor.workspaceId)).engine).toBeNull();
});

test("another workspace neither sees, hears nor deletes it; a demo workspace clones nothing", async () => {
  const id = await made();
  const other = { ...actor, workspaceId: await openTestWorkspace(database) };
  expect((await clones.list(other.workspaceId)).data).toEqual([]);
  for (const act of [
    () => clones.make(other, id),
    () => clones.remove(other, id),
    () => clones.hear({ id, workspaceId: other.workspaceId }, "consent"),
  ])
    await expect(act()).rejects.toMatchObject({ code: "voice.not_found" });
  isDemo = true;
  expect((await clones.list(actor.workspaceId)).engine).toBeNull();
  await expect(clones.start(actor, { name: "x", speaker: "y", language: "en" })).rejects.toMatchObject({
    code: "provider.not_found",
  });
});

test("a draft that nobody went on with goes after a week, a voice that was made stays", async () => {
  const draft = await recorded();
  const ready = await made();
  await database.everywhere.execute(sql`update voice_clones set created_at = now() - interval '8 days'`);
  begin();
  await jobs.attemptAll();
  expect(await one(draft)).toBeUndefined();
  expect(await one(ready)).toMatchObject({ state: "ready" });
});

test("there are no more cloned voices than there may be", async () => {
  for (let count = 0; count < 20; count++) await clones.start(actor, { name: `n${count}`, speaker: "y", language: "zu" });
  await expect(clones.start(actor, { name: "x", speaker: "y", language: "en" })).rejects.toMatchObject({
    code: "voice.no_room",
  });
});

const NEARLY =
  "i am mean on the elbow i agree that too many clinic makes a computer voice after my own and speaks with it on the telephone i may take this back at an";
const OTHER = "good morning thank you for calling how may i help you today your appointment is on tuesday at half past ten";

test("a consent whose words are others is refused and not kept; one that is nearly as it stands is checked", async () => {
  const { id } = await clones.start(actor, { name: "Front desk", speaker: "Amina Odhiambo", language: "en" });
  for (const words of [OTHER, "", "yes yes yes"]) {
    written = words;
    await expect(clones.keep(actor, id, { of: "consent", bytes: CONSENT })).rejects.toMatchObject({
      detail: [{ type: "sound_other_words" }],
    });
  }
  expect((await one(id))?.consent).toMatchObject({ given_at: null, status: null });
  written = NEARLY;
  expect((await clones.keep(actor, id, { of: "consent", bytes: CONSENT })).consent.status).toBe("checked");
  written = OTHER;
  await clones.keep(actor, id, { of: "sample", bytes: SAMPLE });
});

test("where no STT writes the language, the consent is kept and says that nobody has checked its words, in the log too", async () => {
  const { id } = await clones.start(actor, { name: "Front desk", speaker: "Amina", language: "sw" });
  expect((await clones.keep(actor, id, { of: "consent", bytes: CONSENT })).consent.status).toBe("unchecked");
  const { data } = await audit.list(actor.workspaceId, { limit: 50 });
  expect(data[0]?.details).toMatchObject({ status: "unchecked" });
});
