/** Spitch in its own way; what every voice and every recogniser must do is held in vendors.conformance.test.ts. */
import { wavOf, type Speech } from "@ongea/conversation";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createRecogniser, createSynthesiser } from "../create.ts";
import { listenWith } from "../testing/hear-utterance.ts";
import { startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";

const SECRET = "canary-0123456789abcdef";
const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));

let server: OpenAiServer;
let access: { apiKey: string; baseUrl: string };
beforeAll(async () => {
  server = await startOpenAiServer();
  access = { apiKey: SECRET, baseUrl: new URL(server.baseUrl).origin };
});
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));

async function spoken(text: string, language: string, voice?: string): Promise<Speech[]> {
  const parts: Speech[] = [];
  const one = createSynthesiser({ use: "spitch", ...access, ...(voice === undefined ? {} : { voice }) }, {});
  for await (const part of one.speak({ text, language }, new AbortController().signal)) parts.push(part);
  return parts;
}

test.each([
  ["yo-NG", undefined, { language: "yo", voice: "sade" }],
  ["ha", undefined, { language: "ha", voice: "amina" }],
  ["am-ET", "tena", { language: "am", voice: "tena" }],
])("a caller who speaks %s hears a voice of that language, at the rate that its WAV says", async (language, voice, asked) => {
  server.answer = (response) => void response.end(Buffer.from(wavOf(sound, 24_000)));
  const parts = await spoken("Ẹ káàárọ̀", language, voice);
  expect(parts.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(sound.length);
  expect(parts[0]?.sampleRateHz).toBe(24_000);
  expect(server.requests[0]).toMatchObject({ path: "/v1/speech", headers: { authorization: `Bearer ${SECRET}` } });
  expect(JSON.parse(server.requests[0]?.body.toString() ?? "")).toEqual({ ...asked, text: "Ẹ káàárọ̀", format: "wav" });
});

test("a language that it does not speak is refused without asking, so that the next voice takes over", async () => {
  await expect(spoken("Sawubona", "zu")).rejects.toMatchObject({ code: "refused" });
  expect(server.requests).toHaveLength(0);
});

test("each segment goes to it as a WAV with the language and the words that are likely", async () => {
  server.answer = (response) => void response.end(JSON.stringify({ request_id: "1", text: " Ẹ káàárọ̀ ", timestamps: null }));
  const ears = listenWith(createRecogniser({ use: "spitch", ...access }, {}), "yo-NG", ["Ọlá"]);
  expect((await ears.hear(sound)).words).toEqual({ text: "Ẹ káàárọ̀" });
  const body = server.requests[0]?.body.toString("utf8") ?? "";
  expect(server.requests[0]?.path).toBe("/v1/transcriptions");
  expect(body).toMatch(/name="language"\r\n\r\nyo\r\n/);
  expect(body).toMatch(/name="special_words"\r\n\r\nỌlá\r\n/);
  expect(body).toContain('name="content"; filename="speech.wav"');
  server.answer = (response) => void response.end('{"text":7}');
  await expect(ears.hear(sound)).rejects.toMatchObject({ code: "bad-answer" });
});
