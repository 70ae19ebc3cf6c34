import { ProviderFailure, type Synthesiser } from "@ongea/conversation";
import { expect, test } from "vitest";
import { createStudio, DEFAULT_STYLE, type SpeakOrder } from "./studio.ts";
import { TEST_VOICE as VOICE } from "./testing/test-voice.ts";

const RATE = 8_000;

/** A voice that says 100 ms for each sentence when it is let; it can fail, or stall until nobody wants it. */
function studioWith(speak: (text: string, signal: AbortSignal) => Promise<void>, said: string[] = []) {
  const voice: Synthesiser = {
    name: "test",
    async *speak({ text }, signal) {
      said.push(text);
      await speak(text, signal);
      yield { samples: new Int16Array(RATE / 10).fill(1_000), sampleRateHz: RATE };
    },
  };
  return createStudio({
    side: { use: (_, work) => work(voice) },
    settingsOf: async (_, { provider }) => (provider === "builtin" ? { use: "builtin" } : undefined),
    most: { all: 3, workspace: 2 },
  });
}

function order(text: string, workspaceId = "ours"): SpeakOrder {
  return { workspaceId, voice: VOICE, text, ...DEFAULT_STYLE };
}

const never = new AbortController().signal;

test("a text is spoken sentence by sentence", async () => {
  const said: string[] = [];
  const studio = studioWith(async () => {}, said);
  const { samples } = await studio.speak(order("Good morning. How are you?"), never);
  expect(said).toEqual(["Good morning.", "How are you?"]);
  expect(samples.length).toBe(RATE / 5);
});

test("few wait at a time, and no workspace keeps the others out", async () => {
  let go = (): void => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  const studio = studioWith(() => held);
  const own = [studio.speak(order("One"), never), studio.speak(order("Two"), never)];
  await expect(studio.speak(order("Three"), never)).rejects.toMatchObject({ code: "voice.busy", retryAfterSeconds: 5 });
  const other = studio.speak(order("Four", "theirs"), never);
  await expect(studio.speak(order("Five", "others"), never)).rejects.toMatchObject({ code: "voice.busy" });
  go();
  await Promise.all([...own, other]);
  await studio.speak(order("Six"), never);
});

test("who is gone is not spoken for, and holds nobody up", async () => {
  const said: string[] = [];
  const studio = studioWith(
    (text, signal) =>
      text === "Stalls"
        ? new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)))
        : Promise.resolve(),
    said,
  );
  const client = new AbortController();
  const first = studio.speak(order("Stalls"), client.signal);
  const second = studio.speak(order("Never said"), client.signal);
  setImmediate(() => client.abort());
  await expect(first).rejects.toMatchObject({ name: "AbortError" });
  await expect(second).rejects.toMatchObject({ name: "AbortError" });
  await studio.speak(order("Said"), never);
  expect(said).toEqual(["Stalls", "Said"]);
});

test("a voice that fails is told as a failure, one that is no longer connected as one that is not there", async () => {
  const studio = studioWith(() => Promise.reject(new ProviderFailure("unavailable", "gone")));
  await expect(studio.speak(order("Hello"), never)).rejects.toMatchObject({ code: "voice.failed" });
  const gone = { ...order("Hello"), voice: { ...VOICE, provider: "elevenlabs" } };
  await expect(studio.speak(gone, never)).rejects.toMatchObject({ code: "voice.not_found" });
});

test("a key that the provider refuses is told apart from what a voice cannot say", async () => {
  const refused = studioWith(() => Promise.reject(new ProviderFailure("refused", "the provider refuses the key")));
  await expect(refused.speak(order("Hello"), never)).rejects.toMatchObject({
    code: "voice.failed",
    detail: [{ type: "authentication" }],
  });
  const other = studioWith(() => Promise.reject(new ProviderFailure("refused", "the provider answered 422")));
  await expect(other.speak(order("Hello"), never)).rejects.toMatchObject({ code: "voice.refused", detail: undefined });
});

test("text without a word says nothing", async () => {
  const studio = studioWith(() => Promise.resolve());
  await expect(studio.speak(order("   "), never)).rejects.toMatchObject({ code: "voice.nothing_said" });
});
