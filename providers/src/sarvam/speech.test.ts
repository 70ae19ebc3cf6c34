/** Voices and ears that are asked over HTTP in their vendor's own way: Sarvam, Deepgram's Aura, ElevenLabs' third version. */
import type { Speech, Synthesiser } from "@ongea/conversation";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRecogniser, createSynthesiser } from "../create.ts";
import { listenWith } from "../testing/hear-utterance.ts";
import { startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";

const SECRET = "canary-0123456789abcdef";
const never = new AbortController().signal;
const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));
const bytes = Buffer.from(sound.buffer);

let server: OpenAiServer;
let baseUrl = "";
beforeAll(async () => {
  server = await startOpenAiServer();
  baseUrl = new URL(server.baseUrl).origin;
});
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));

async function spoken(voice: Synthesiser, language: string): Promise<Speech[]> {
  const parts: Speech[] = [];
  for await (const part of voice.speak({ text: "Good morning", language }, never)) parts.push(part);
  return parts;
}
const lastBody = (): unknown => JSON.parse(server.requests.at(-1)?.body.toString() ?? "{}");
const key = { apiKey: SECRET, idleTimeoutMs: 150 };
const VOICES = [
  [
    "Sarvam",
    () => createSynthesiser({ use: "sarvam", ...key, baseUrl, pace: 3 }, {}),
    "/text-to-speech/stream",
    { "api-subscription-key": SECRET },
    {
      text: "Good morning",
      target_language_code: "od-IN",
      speaker: "shubh",
      model: "bulbul:v3",
      speech_sample_rate: 16_000,
      pace: 2,
    },
  ],
  [
    "Deepgram's Aura",
    () => createSynthesiser({ use: "deepgram", ...key, baseUrl, voice: "aura-2-thalia-en" }, {}),
    "/v1/speak?model=aura-2-thalia-en&encoding=linear16&sample_rate=16000&container=none",
    { authorization: `Token ${SECRET}` },
    { text: "Good morning" },
  ],
  [
    "ElevenLabs' third version",
    () => createSynthesiser({ use: "elevenlabs", ...key, baseUrl, voice: "amina", model: "eleven_v3", stability: 1 }, {}),
    "/v1/text-to-speech/amina/stream?output_format=pcm_16000",
    { "xi-api-key": SECRET },
    { text: "Good morning", model_id: "eleven_v3", voice_settings: { stability: 1 } },
  ],
] as const;

describe.each(VOICES)("%s", (_, voice, ...[path, headers, body]) => {
  test("is asked in its own way, and heard as it arrives", async () => {
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
    const parts = await spoken(voice(), "or");
    expect(parts.length).toBeGreaterThan(1);
    expect(new Set(parts.map(({ sampleRateHz }) => sampleRateHz))).toEqual(new Set([16_000]));
    expect(parts.flatMap(({ samples }) => [...samples])).toEqual([...sound]);
    expect(server.requests[0]).toMatchObject({ path, headers });
    expect(lastBody()).toMatchObject(body);
  });

  test("that is refused, limited, silent or half silent is a failure with a reason and without the key", async () => {
    const failureOf = async (): Promise<string> => {
      const failure: unknown = await spoken(voice(), "en").catch((error: unknown) => error);
      expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain(SECRET);
      return failure instanceof Error && "code" in failure ? String(failure.code) : "none";
    };
    const status = (code: number) => (): void => {
      server.answer = (response) =>
        void response.writeHead(code).end(JSON.stringify({ error: { message: `${SECRET} is wrong` }, err_msg: SECRET }));
    };
    for (const [code, problem] of [
      [400, "refused"],
      [403, "refused"],
      [429, "rate-limited"],
      [500, "unavailable"],
    ] as const) {
      status(code)();
      expect(await failureOf()).toBe(problem);
    }
    server.answer = (response) => void response.end();
    expect(await failureOf()).toBe("bad-answer");
    server.answer = (response) => void response.write(bytes.subarray(0, 4_000));
    expect(await failureOf()).toBe("timeout");
  });
});

describe("Sarvam's ears", () => {
  const ears = () => listenWith(createRecogniser({ use: "sarvam", apiKey: SECRET, baseUrl }, {}), "hi-IN");

  test("get each segment as a WAV with the language", async () => {
    server.answer = (response) => void response.end(JSON.stringify({ transcript: " नमस्ते ", language_code: "hi-IN" }));
    expect((await ears().hear(sound)).words).toEqual({ text: "नमस्ते", language: "hi-IN" });
    const body = server.requests[0]?.body.toString("latin1") ?? "";
    expect(server.requests[0]).toMatchObject({ path: "/speech-to-text", headers: { "api-subscription-key": SECRET } });
    expect(body).toMatch(/name="language_code"\r\n\r\nhi-IN\r\n/);
    expect(body).toMatch(/name="mode"\r\n\r\ntranscribe\r\n/);
    expect(body).toContain("RIFF");
  });

  test("do not ask about a click, and say why they failed", async () => {
    expect((await ears().hear(new Int16Array(640))).words.text).toBe("");
    expect(server.requests).toHaveLength(0);
    server.answer = (response) => void response.end('{"transcript":7}');
    await expect(ears().hear(sound)).rejects.toMatchObject({ code: "bad-answer" });
    server.answer = (response) => void response.writeHead(429).end();
    await expect(ears().hear(sound)).rejects.toMatchObject({ code: "rate-limited" });
  });
});
