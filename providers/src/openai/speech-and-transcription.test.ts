import type { Speech } from "@ongea/conversation";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wavOf } from "@ongea/conversation";
import { listenWith, sendFrames } from "../testing/hear-utterance.ts";
import { refuses, startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";
import { createOpenAiSynthesiser } from "./speech.ts";
import { createOpenAiRecogniser } from "./transcription.ts";

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());

const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));
const bytes = Buffer.from(sound.buffer);
const never = new AbortController().signal;

async function spoken(signal = never): Promise<Speech[]> {
  const voice = createOpenAiSynthesiser({ baseUrl: server.baseUrl, model: "tts-1", voice: "alloy", idleTimeoutMs: 200 });
  const parts: Speech[] = [];
  for await (const part of voice.speak({ text: "Good morning", language: "en" }, signal)) parts.push(part);
  return parts;
}

function whole(parts: readonly Speech[]): number[] {
  return parts.flatMap(({ samples }) => [...samples]);
}

describe("a voice behind /audio/speech", () => {
  test("is heard as it arrives, also when a sample is cut in two", async () => {
    server.answer = async (response) => {
      for (const [from, to] of [
        [0, 5],
        [5, 9_001],
        [9_001, bytes.length],
      ] as const) {
        response.write(bytes.subarray(from, to));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      response.end();
    };
    const parts = await spoken();
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]?.sampleRateHz).toBe(24_000);
    expect(whole(parts)).toEqual([...sound]);
    expect(JSON.parse(server.requests.at(-1)?.body.toString() ?? "")).toMatchObject({
      input: "Good morning",
      voice: "alloy",
      response_format: "pcm",
    });
  });

  test("may answer with a WAV at another rate", async () => {
    server.answer = (response) => void response.end(Buffer.from(wavOf(sound, 22_050)));
    const parts = await spoken();
    expect(parts[0]?.sampleRateHz).toBe(22_050);
    expect(whole(parts)).toEqual([...sound]);
  });

  test("that sends nothing, MP3 or half of it is a failure with a reason", async () => {
    server.answer = (response) => void response.end();
    await expect(spoken()).rejects.toMatchObject({ code: "bad-answer" });
    server.answer = (response) => void response.end(Buffer.concat([Buffer.from("ID3"), Buffer.alloc(100)]));
    await expect(spoken()).rejects.toMatchObject({ code: "bad-answer" });
    server.answer = (response) => void response.write(bytes.subarray(0, 4_000));
    const before = server.brokenOff;
    await expect(spoken()).rejects.toMatchObject({ code: "timeout" });
    await expect.poll(() => server.brokenOff).toBe(before + 1);
  });

  test("stops when it is cut off, and its connection is closed", async () => {
    const before = server.brokenOff;
    server.answer = (response) => void response.write(bytes);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    await spoken(abort.signal);
    await expect.poll(() => server.brokenOff).toBe(before + 1);
  });
});

describe("a recogniser behind /audio/transcriptions", () => {
  const recogniser = () => createOpenAiRecogniser({ baseUrl: server.baseUrl, apiKey: "k", model: "whisper-1" });

  test("gets the segment as a WAV with the language and the likely words", async () => {
    server.answer = (response) => void response.end(JSON.stringify({ text: " Good morning. " }));
    const { words } = await listenWith(recogniser(), "sw-KE", ["Lamu"]).hear(sound);
    expect(words).toEqual({ text: "Good morning." });
    const body = server.requests.at(-1)?.body.toString("latin1") ?? "";
    expect(body).toMatch(/name="language"\r\n\r\nsw\r\n/);
    expect(body).toMatch(/name="prompt"\r\n\r\nLamu\r\n/);
    expect(body).toContain("RIFF");
  });

  test("is asked at the pause and given up when the caller goes on", async () => {
    const [before, asked] = [server.brokenOff, server.requests.length];
    server.answer = () => {};
    const settled: string[] = [];
    const listening = recogniser().listen(
      { language: "en", keywords: [] },
      {
        partial() {},
        settled: (id, pause, { text }) => settled.push(`${id} ${pause} ${text}`),
        failed: ({ message }) => settled.push(message),
      },
    );
    listening.begin(1);
    await sendFrames(listening, sound);
    listening.pause(1, 0);
    await expect.poll(() => server.requests.length).toBeGreaterThan(asked);
    listening.resume(1);
    await expect.poll(() => server.brokenOff).toBeGreaterThan(before);
    await sendFrames(listening, sound);
    server.answer = (response, body) =>
      void response.end(JSON.stringify({ text: `${body.length > 60_000 ? "all" : "part"} of it` }));
    listening.pause(1, 1);
    await expect.poll(() => settled).toEqual(["1 1 all of it"]);
    listening.end(1);
    listening.close();
  });

  test("does not ask about a click, and says why it failed", async () => {
    const asked = server.requests.length;
    expect((await listenWith(recogniser()).hear(new Int16Array(640))).words.text).toBe("");
    expect(server.requests).toHaveLength(asked);
    server.answer = refuses(429, "slow down");
    await expect(listenWith(recogniser()).hear(sound)).rejects.toMatchObject({ code: "rate-limited" });
    server.answer = (response) => void response.end("<html>");
    await expect(listenWith(recogniser()).hear(sound)).rejects.toMatchObject({ code: "bad-answer" });
  });

  test("an endless utterance is heard from its last half minute", async () => {
    server.answer = (response, body) => void response.end(JSON.stringify({ text: String(body.length) }));
    const { words } = await listenWith(recogniser()).hear(new Int16Array(40 * 16_000));
    expect(Number(words.text)).toBeGreaterThan(29 * 32_000);
    expect(Number(words.text)).toBeLessThan(31 * 32_000);
  });
});
