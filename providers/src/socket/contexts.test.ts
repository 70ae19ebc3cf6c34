/** Voices over contexts: what ElevenLabs and Cartesia have in common, against peers that speak the protocol of each. */
import type { Speech, Synthesiser } from "@ongea/conversation";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCartesiaSynthesiser } from "../cartesia/synthesiser.ts";
import { createElevenLabsSynthesiser } from "../elevenlabs/synthesiser.ts";
import { startVoiceServer, VOICE_PIECES, type VoiceServer } from "../testing/voice-server.ts";

const SECRET = "canary-0123456789abcdef";
const never = new AbortController().signal;
const WHOLE = VOICE_PIECES.reduce((sum, { length }) => sum + length, 0) / 2;

describe.each(["elevenlabs", "cartesia"] as const)("a voice of %s", (vendor) => {
  let server: VoiceServer;
  beforeEach(async () => {
    server = await startVoiceServer(vendor);
  });
  afterEach(() => server.close());

  const voice = (
    timeouts: { connectTimeoutMs?: number; firstBytesTimeoutMs?: number; idleTimeoutMs?: number } = {},
  ): Synthesiser => {
    const options = { apiKey: SECRET, voice: "amina", baseUrl: server.baseUrl, ...timeouts };
    return vendor === "elevenlabs" ? createElevenLabsSynthesiser(options) : createCartesiaSynthesiser(options);
  };
  const spoken = async (
    by: Synthesiser,
    signal = never,
    text = "Good morning.",
    heard: (samples: number) => void = () => {},
  ): Promise<number> => {
    let samples = 0;
    for await (const piece of by.speak({ text, language: "en-KE" }, signal)) {
      expect(piece.sampleRateHz).toBe(16_000);
      samples += piece.samples.length;
      heard(samples);
    }
    return samples;
  };
  const failureOf = async (by: Synthesiser): Promise<string> => {
    const failure: unknown = await spoken(by).then(
      () => "no failure",
      (error: unknown) => error,
    );
    expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain(SECRET);
    return failure instanceof Error && "code" in failure ? `${String(failure.code)}: ${failure.message}` : String(failure);
  };

  test("speaks many clauses over one connection, which is there before the first", async () => {
    const amina = voice();
    amina.warm?.("en");
    await expect.poll(() => server.open.size).toBe(1);
    for (let i = 0; i < 3; i++) expect(await spoken(amina)).toBe(WHOLE);
    expect(await Promise.all([spoken(amina), spoken(amina)])).toEqual([WHOLE, WHOLE]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.url.href).not.toContain(SECRET);
    expect(server.cancelled).toEqual([]);
  });

  test("more texts at once than one connection takes are spoken over several", async () => {
    const amina = voice();
    const all = await Promise.all(Array.from({ length: 30 }, () => spoken(amina)));
    expect(new Set(all)).toEqual(new Set([WHOLE]));
    expect(server.requests.length).toBeGreaterThan(1);
    expect(server.requests.length).toBeLessThan(10);
  });

  test("a caller who speaks over it ends its context and keeps the connection", async () => {
    const amina = voice();
    server.behaviour = "stalls";
    const abort = new AbortController();
    const samples = await spoken(amina, abort.signal, "Good morning.", (all) => {
      if (all === 2_000) setTimeout(() => abort.abort(), 60);
    });
    expect(samples).toBe(2_000);
    await expect.poll(() => server.cancelled).toHaveLength(1);
    server.behaviour = "answers";
    expect(await spoken(amina)).toBe(WHOLE);
    expect(server.requests).toHaveLength(1);
  });

  test("a caller who speaks over it again and again does not use up what one connection takes", async () => {
    const amina = voice();
    server.behaviour = "stalls";
    for (let i = 0; i < 12; i++) {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 15);
      expect(await spoken(amina, abort.signal)).toBeLessThan(WHOLE);
    }
    server.behaviour = "answers";
    expect(await spoken(amina)).toBe(WHOLE);
    expect(server.requests.length).toBeLessThan(5);
    // What is over at the vendor makes room again.
    await expect.poll(() => server.cancelled.length).toBeGreaterThan(5);
    await new Promise((resolve) => setTimeout(resolve, 120));
    const before = server.requests.length;
    for (let i = 0; i < 6; i++) expect(await spoken(amina)).toBe(WHOLE);
    expect(server.requests).toHaveLength(before);
  });

  test("a connection that died while nobody spoke is replaced without the caller hearing of it", async () => {
    const amina = voice();
    expect(await spoken(amina)).toBe(WHOLE);
    for (const socket of server.open) socket.terminate();
    expect(await spoken(amina)).toBe(WHOLE);
    server.behaviour = "hangs-up";
    expect(await failureOf(amina)).toMatch(/^unavailable: /);
  });

  test("says nothing of punctuation, and not more than a clause may be long", async () => {
    const amina = voice();
    expect(await spoken(amina, never, " … ")).toBe(0);
    expect(server.requests).toHaveLength(0);
    await spoken(amina, never, "a".repeat(9_000));
    expect(Math.max(...server.messages.map((message) => JSON.stringify(message).length))).toBeLessThan(5_000);
  });

  test.each([
    [401, "refused: the provider refuses the key"],
    [404, "refused: the provider answered 404"],
    [429, "rate-limited: the provider answered 429"],
    [500, "unavailable: the provider answered 500"],
  ])("status %i", async (status, says) => {
    server.status = status;
    expect(await failureOf(voice())).toBe(says);
  });

  test("one that never lets us in, and one that says nothing", async () => {
    server.status = 0;
    expect(await failureOf(voice({ connectTimeoutMs: 60 }))).toMatch(/^timeout: /);
    server.status = undefined;
    server.behaviour = "says-nothing";
    const amina = voice({ firstBytesTimeoutMs: 60 });
    expect(await failureOf(amina)).toMatch(/^timeout: /);
    // It is not trusted again.
    server.behaviour = "answers";
    const before = server.requests.length;
    expect(await spoken(amina)).toBe(WHOLE);
    expect(server.requests).toHaveLength(before + 1);
    await expect.poll(() => server.open.size).toBe(1);
  });

  test("one that refuses, that breaks off, that never ends", async () => {
    server.behaviour = "fails-at-once";
    expect(await failureOf(voice())).toBe("refused: the provider broke off: no such voice");
    server.behaviour = "fails-after-first";
    expect(await failureOf(voice())).toMatch(/^unavailable: /);
    server.behaviour = "endless";
    const taken: Speech[] = [];
    const slow = async (): Promise<void> => {
      for await (const piece of voice().speak({ text: "La", language: "en" }, never)) {
        taken.push(piece);
        // As long as it takes on a busy machine until more has come than is kept.
        if (taken.length === 1) await new Promise((resolve) => setTimeout(resolve, 4_000));
      }
    };
    await expect(slow()).rejects.toMatchObject({ code: "bad-answer" });
  });

  test("one whose messages are nonsense says nothing", async () => {
    server.serve = (socket) => {
      for (const nonsense of ["", "{", "null", "7", "[]", '{"audio":7}', '{"type":"chunk","data":{}}']) socket.send(nonsense);
      socket.on("message", () => socket.send(Buffer.from([0, 1, 2])));
    };
    expect(await failureOf(voice({ firstBytesTimeoutMs: 100 }))).toMatch(/^timeout: /);
  });

  test("one that closes with words that hold the key", async () => {
    server.serve = (socket) => socket.close(1008, `Invalid API key ${SECRET}`);
    expect(await failureOf(voice())).toBe("refused: the provider closed the connection (1008: Invalid API key …)");
  });
});

test("ElevenLabs is told voice, speed and stability as far as they go", async () => {
  const server = await startVoiceServer("elevenlabs");
  const voice = createElevenLabsSynthesiser({ apiKey: SECRET, voice: "a/b", baseUrl: server.baseUrl, pace: 2, stability: 0.3 });
  for await (const piece of voice.speak({ text: "Habari", language: "sw-KE" }, never))
    expect(piece.samples.length).toBeGreaterThan(0);
  for await (const piece of voice.speak({ text: "Hello", language: "en-KE" }, never))
    expect(piece.samples.length).toBeGreaterThan(0);
  const [swahili, english] = server.requests;
  expect(swahili?.url.pathname).toBe("/v1/text-to-speech/a%2Fb/multi-stream-input");
  expect(swahili?.headers["xi-api-key"]).toBe(SECRET);
  expect(Object.fromEntries(swahili!.url.searchParams)).toMatchObject({
    model_id: "eleven_flash_v2_5",
    output_format: "pcm_16000",
  });
  expect(swahili?.url.searchParams.has("language_code")).toBe(false);
  expect(english?.url.searchParams.get("language_code")).toBe("en");
  expect(server.messages[0]).toMatchObject({ text: " ", voice_settings: { speed: 1.2, stability: 0.3 } });
  expect(server.messages[1]).toMatchObject({ text: "Habari ", flush: true });
  await server.close();
});

test("Cartesia is told voice, language and speed in the words of its model", async () => {
  const server = await startVoiceServer("cartesia");
  const options = { apiKey: SECRET, voice: "amina", baseUrl: server.baseUrl, pace: 0.5 };
  for (const voice of [createCartesiaSynthesiser(options), createCartesiaSynthesiser({ ...options, model: "sonic-2" })])
    for await (const piece of voice.speak({ text: "Hello", language: "en-KE" }, never))
      expect(piece.samples.length).toBeGreaterThan(0);
  expect(server.requests[0]?.headers).toMatchObject({ "x-api-key": SECRET, "cartesia-version": "2025-04-16" });
  expect(server.messages).toMatchObject([
    {
      model_id: "sonic-3",
      transcript: "Hello",
      voice: { mode: "id", id: "amina" },
      language: "en",
      output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: 16_000 },
      continue: false,
      generation_config: { speed: 0.6 },
    },
    { model_id: "sonic-2", speed: "slow" },
  ]);
  await server.close();
});
