/** Lelapa in its own way; what every recogniser must do is held in vendors.conformance.test.ts. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createRecogniser } from "../create.ts";
import { listenWith } from "../testing/hear-utterance.ts";
import { startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";

const SECRET = "canary-0123456789abcdef";
const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));

let server: OpenAiServer;
beforeAll(async () => void (server = await startOpenAiServer()));
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));

const ears = (language: string) =>
  listenWith(createRecogniser({ use: "lelapa", apiKey: SECRET, baseUrl: `${new URL(server.baseUrl).origin}/api` }, {}), language);

test.each([
  ["zu-ZA", "zul"],
  ["st", "sot"],
  ["AF", "afr"],
])("a caller who speaks %s is heard as %s, with the key in the header that it reads", async (language, theirs) => {
  server.answer = (response) =>
    void response.end(
      JSON.stringify({ transcription_text: " Sawubona ", language_code: theirs, transcription_status: "COMPLETED" }),
    );
  expect((await ears(language).hear(sound)).words).toEqual({ text: "Sawubona", language: language.split("-")[0]!.toLowerCase() });
  const [{ path, headers, body } = { path: "", headers: {}, body: Buffer.alloc(0) }] = server.requests;
  expect(path).toBe(`/api/v2alpha/transcribe/sync/file?lang_code=${theirs}`);
  expect(headers).toMatchObject({ "x-client-token": SECRET });
  expect(headers.authorization).toBeUndefined();
  expect(body.toString("latin1")).toContain('name="file"; filename="speech.wav"');
});

test("a language that it does not speak is refused without asking, so that the next ears take over", async () => {
  await expect(ears("yo").hear(sound)).rejects.toMatchObject({ code: "refused" });
  expect(server.requests).toHaveLength(0);
});

test.each(['{"transcription_text":null}', "{}", "<html>", ""])("an answer that is %j is not understood", async (answer) => {
  server.answer = (response) => void response.end(answer);
  await expect(ears("en").hear(sound)).rejects.toMatchObject({ code: "bad-answer" });
});
