import type { Listening } from "@ongea/conversation";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startDeepgramServer, type DeepgramServer } from "../testing/deepgram-server.ts";
import { listenWith, sendFrames } from "../testing/hear-utterance.ts";
import { createDeepgramRecogniser, type DeepgramRecogniserOptions } from "./recogniser.ts";

const SECRET = "dg-canary-0123456789abcdef";
const second = new Int16Array(16_000).fill(7);

let server: DeepgramServer;
beforeEach(async () => {
  server = await startDeepgramServer();
});
afterEach(() => server.close());

const deepgram = (options: Partial<DeepgramRecogniserOptions> = {}) =>
  createDeepgramRecogniser({ apiKey: SECRET, baseUrl: server.baseUrl, ...options });

/** A call whose events are written down. */
function call(options: Partial<DeepgramRecogniserOptions> = {}): { listening: Listening; said: string[]; used: { ms: number } } {
  const said: string[] = [];
  const used = { ms: 0 };
  const listening = deepgram(options).listen(
    { language: "en-KE", keywords: ["Wanjiku", "Lamu House"] },
    {
      partial: (id, { text }) => said.push(`${id} ${text}…`),
      settled: (id, pause, { text }) => said.push(`${id}.${pause} ${text}`),
      failed: ({ code, message }) => said.push(`${code}: ${message}`),
      used: ({ soundMs = 0 }) => (used.ms += soundMs),
    },
  );
  return { listening, said, used };
}

describe("Deepgram's ears", () => {
  test("are asked for the call's language and words, once a call, with the key in the header alone", async () => {
    const ears = listenWith(deepgram(), "en-KE", ["Wanjiku", "Lamu House"]);
    await ears.hear(second);
    await ears.hear(second);
    ears.listening.close();
    expect(server.requests).toHaveLength(1);
    const { url, headers } = server.requests[0]!;
    expect(url.pathname).toBe("/v1/listen");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      model: "nova-3",
      language: "en",
      encoding: "linear16",
      sample_rate: "16000",
      interim_results: "true",
    });
    expect(url.searchParams.getAll("keyterm")).toEqual(["Wanjiku", "Lamu House"]);
    expect(headers.authorization).toBe(`Token ${SECRET}`);
    expect(url.href).not.toContain(SECRET);
    await expect.poll(() => server.open.size).toBe(0);
  });

  test("are told no more words than they take", async () => {
    const keywords = Array.from({ length: 5_000 }, (_, at) => ` ${"Wanjiku".repeat(20)} ${at}`);
    const listening = deepgram().listen({ language: "pt-BR", keywords }, { partial() {}, settled() {}, failed() {} });
    await expect.poll(() => server.requests.length).toBe(1);
    const { url } = server.requests[0]!;
    expect(url.searchParams.getAll("keyterm").join("").length).toBeLessThanOrEqual(1_500);
    expect(url.searchParams.get("language")).toBe("pt-BR");
    listening.close();
  });

  test("tell words while one speaks, and the final ones as soon as one pauses", async () => {
    const { listening, said } = call();
    listening.begin(1);
    await sendFrames(listening, second);
    await expect.poll(() => said.length).toBeGreaterThan(0);
    expect(said[0]).toBe("1 8320 heard…");
    listening.pause(1, 0);
    await expect.poll(() => said.at(-1)).toBe("1.0 16000 heard");
    expect(server.texts).toEqual(['{"type":"Finalize"}']);
    listening.close();
  });

  test("hear one utterance over several pauses, and answer none that the speaker went on from", async () => {
    server.faults = { delayMs: 60 };
    const { listening, said } = call();
    listening.begin(1);
    listening.hear(second);
    listening.pause(1, 0);
    listening.resume(1);
    listening.hear(second);
    listening.pause(1, 1);
    await expect.poll(() => said.at(-1), { timeout: 3_000 }).toMatch(/^1\.1 /);
    expect(said.filter((one) => one.startsWith("1.0"))).toEqual([]);
    listening.close();
  });

  test("take words that are there when no answer to the pause comes", async () => {
    server.faults = { ignoresFinalize: true };
    const { listening, said } = call();
    listening.begin(1);
    listening.hear(second);
    await expect.poll(() => said.length).toBeGreaterThan(0);
    listening.pause(1, 0);
    await expect.poll(() => said.at(-1), { timeout: 3_000 }).toMatch(/^1\.0 \d+ heard$/);
    listening.close();
  });

  test("hear again over a new connection what was lost with the old one, also while a pause waits", async () => {
    server.faults = { dropsAfter: [12_000, 16_000] };
    const { listening, said, used } = call();
    listening.begin(1);
    await sendFrames(listening, second);
    listening.pause(1, 0);
    await expect.poll(() => said.at(-1), { timeout: 4_000 }).toBe("1.0 16000 heard");
    expect(server.requests.length).toBe(3);
    listening.close();
    // All that was sent is paid, also what was sent twice.
    expect(used.ms).toBeGreaterThan(1_000);
    expect(used.ms).toBeLessThanOrEqual(3_000);
  });

  test("keep still through silence: they send signs of life and no sound", async () => {
    const { listening, said } = call();
    await expect.poll(() => server.open.size).toBe(1);
    for (let i = 0; i < 50; i++) listening.hear(second.subarray(0, 320));
    await expect.poll(() => server.texts, { timeout: 6_000 }).toContain('{"type":"KeepAlive"}');
    expect(server.samples).toBe(0);
    expect(said).toEqual([]);
    listening.close();
  }, 10_000);

  test("say when each word was said, counted from where its utterance began, also over a new connection", async () => {
    const ears = listenWith(deepgram());
    const times = async () => (await ears.hear(second)).words.times;
    const halves = [
      { text: "16000", startMs: 0, endMs: 500 },
      { text: "heard", startMs: 500, endMs: 1_000 },
    ];
    expect(await times()).toEqual(halves);
    expect(await times()).toEqual(halves);
    server.faults = { dropsAfter: [8_000] };
    expect(await times()).toEqual(halves);
    ears.listening.close();
  });

  test("are not confused by messages that they do not know", async () => {
    server.faults = {
      babble: ["", "{", "null", '{"type":"Metadata"}', '{"type":"Results","start":"x"}', '{"type":"SpeechStarted"}'],
    };
    const ears = listenWith(deepgram());
    expect((await ears.hear(second)).words).toMatchObject({ text: "16000 heard", confidence: 0.9 });
    ears.listening.close();
  });
});

describe("when Deepgram fails, the call is told, and the key is not", () => {
  const failureOf = async (options: Partial<DeepgramRecogniserOptions> = {}): Promise<string> => {
    const { listening, said } = call(options);
    listening.begin(1);
    listening.hear(second);
    listening.pause(1, 0);
    await expect.poll(() => said.at(-1), { timeout: 8_000 }).toMatch(/^[a-z-]+: /);
    expect(said.join()).not.toContain(SECRET);
    const told = said.length;
    listening.pause(1, 1);
    listening.close();
    expect(said).toHaveLength(told);
    return said.at(-1)!;
  };

  test.each([
    [401, "refused: the provider refuses the key"],
    [400, "refused: the provider answered 400"],
    [429, "rate-limited: the provider answered 429"],
    [503, "unavailable: the provider answered 503"],
  ])("status %i", async (status, says) => {
    server.status = status;
    expect(await failureOf()).toBe(says);
  });

  test("one that never lets us in, or is not there", async () => {
    server.status = 0;
    expect(await failureOf({ connectTimeoutMs: 50 })).toMatch(/^timeout: /);
    expect(await failureOf({ baseUrl: "http://127.0.0.1:9" })).toMatch(/^unavailable: /);
  });

  test("one that listens and never says a word", async () => {
    server.faults = { isSilent: true };
    expect(await failureOf({ answerTimeoutMs: 900 })).toMatch(/^timeout: /);
  });

  test("one that takes nothing in any more", async () => {
    server.serve = (socket) => socket.pause();
    const { listening, said } = call();
    await expect.poll(() => server.open.size).toBe(1);
    listening.begin(1);
    for (let i = 0; i < 600 && said.length === 0; i++) {
      listening.hear(second);
      if (i % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    listening.pause(1, 0);
    // It is tried again, and tells when that does not help either.
    await expect.poll(() => said.at(-1), { timeout: 15_000 }).toMatch(/^(unavailable|timeout): /);
    listening.close();
  }, 20_000);

  test("one that closes with a reason that repeats the key", async () => {
    server.serve = (socket) => socket.close(1008, `bad key ${SECRET}`);
    expect(await failureOf()).toBe("refused: the provider closed the connection (1008: bad key …)");
  });

  test("one that drops every connection", async () => {
    server.serve = (socket) => socket.terminate();
    expect(await failureOf()).toMatch(/^unavailable: /);
    expect(server.requests.length).toBe(4);
  });
});
