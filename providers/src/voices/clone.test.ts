import { wavOf } from "@ongea/conversation";
import { afterEach, expect, test } from "vitest";
import { startCloneServer, type CloneServer } from "../testing/clone-server.ts";
import { createCloner, WITH_CLONING, type CloneOrder } from "./clone.ts";

const SECRET = "canary-0123456789abcdef";
const ORDER: CloneOrder = {
  name: 'Amina "the voice" Ünal',
  mark: "ongea-1f0c",
  language: "sw-KE",
  sample: wavOf(new Int16Array(24_000).fill(900), 24_000),
};
let peer: CloneServer;
afterEach(() => peer.close());

async function cloner(vendor: "elevenlabs" | "cartesia", options: { key?: string; timeoutMs?: number } = {}) {
  peer = await startCloneServer(vendor, SECRET);
  const { key = SECRET, ...more } = options;
  return createCloner(vendor, key, { baseUrl: peer.baseUrl, ...more });
}

test.each(WITH_CLONING)(
  "%s makes a voice after a recording, finds it by its mark on a later page, and deletes it",
  async (vendor) => {
    const one = await cloner(vendor);
    for (const mark of ["other-1", "other-2"]) await one.make({ ...ORDER, mark });
    const made = await one.make(ORDER);
    expect(made).toEqual({ ok: true, voiceId: peer.voices[2]?.id });
    const language = vendor === "cartesia" ? { language: "sw" } : {};
    expect(peer.voices[2]).toMatchObject({ name: ORDER.name, sampleBytes: ORDER.sample.length, ...language });
    expect(await one.find(ORDER.mark)).toEqual({ ok: true, voiceIds: [made.ok && made.voiceId] });
    expect(await one.remove(made.ok ? made.voiceId : "")).toEqual({ ok: true });
    expect(await one.find(ORDER.mark)).toEqual({ ok: true, voiceIds: [] });
    expect(await one.remove(made.ok ? made.voiceId : "")).toEqual({ ok: true });
  },
);

test.each([
  ["refuses", "refused"],
  ["quota", "limited"],
  ["limited", "limited"],
  ["fails", "unreachable"],
  ["not-json", "unreachable"],
  ["no-id", "unreachable"],
  ["endless", "unreachable"],
  ["hangs-up", "unreachable"],
] as const)("a provider that %s is told as %s, without the key", async (behaviour, problem) => {
  const one = await cloner("elevenlabs");
  peer.cloning = behaviour;
  const made = await one.make(ORDER);
  expect(made).toMatchObject({ ok: false, problem });
  expect(JSON.stringify(made)).not.toContain(SECRET);
});

test("a provider that makes the voice and never answers is given up after its time, and the voice is found again", async () => {
  const one = await cloner("cartesia", { timeoutMs: 150 });
  peer.cloning = "keeps-silent";
  expect(await one.make(ORDER)).toMatchObject({ ok: false, problem: "unreachable" });
  expect(await one.find(ORDER.mark)).toMatchObject({ ok: true, voiceIds: [peer.voices[0]?.id] });
});

test("whoever hangs up ends the question, and a key that is none is asked nowhere", async () => {
  const one = await cloner("elevenlabs");
  peer.cloning = "keeps-silent";
  const gone = new AbortController();
  const made = one.make(ORDER, gone.signal);
  await expect.poll(() => peer.voices.length).toBe(1);
  gone.abort();
  expect(await made).toMatchObject({ ok: false, problem: "unreachable" });
  const before = peer.asked.length;
  const none = createCloner("elevenlabs", "a\r\nb", { baseUrl: peer.baseUrl });
  expect(await none.make(ORDER)).toMatchObject({ problem: "refused" });
  expect(await none.find("x")).toMatchObject({ problem: "refused" });
  expect(await none.remove("x")).toMatchObject({ problem: "refused" });
  expect(peer.asked).toHaveLength(before);
});

test("a wrong key and a list that is refused are told, and nothing counts as found or removed", async () => {
  const wrong = await cloner("cartesia", { key: "another-key" });
  expect(await wrong.find("x")).toMatchObject({ ok: false, problem: "refused" });
  const one = createCloner("cartesia", SECRET, { baseUrl: peer.baseUrl });
  peer.listStatus = 500;
  expect(await one.find("x")).toMatchObject({ ok: false, problem: "unreachable" });
  peer.removeStatus = 503;
  expect(await one.remove("x")).toMatchObject({ ok: false, problem: "unreachable" });
});
