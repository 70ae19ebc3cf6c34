import { afterEach, beforeEach, expect, test } from "vitest";
import { refuses, startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";
import { createOpenAiEmbedder } from "./embeddings.ts";

let server: OpenAiServer;
const never = new AbortController().signal;

beforeEach(async () => {
  server = await startOpenAiServer();
});
afterEach(() => server.close());

const embedder = (limits: { connectTimeoutMs?: number; firstBytesTimeoutMs?: number; idleTimeoutMs?: number } = {}) =>
  createOpenAiEmbedder({ baseUrl: server.baseUrl, apiKey: "sk-secret-0123456789", model: "bge-m3", ...limits });
const answers =
  (json: unknown): OpenAiServer["answer"] =>
  (response) =>
    void response.end(JSON.stringify(json));
const vectors = (...all: unknown[]) => answers({ data: all.map((embedding, index) => ({ index, embedding })) });

test("texts become vectors in their order, whatever order the service answers in", async () => {
  server.answer = answers({
    data: [
      { index: 1, embedding: [0, 2] },
      { index: 0, embedding: [3, 0] },
    ],
  });
  expect(await embedder().embed(["one", "two"], "passage", never)).toEqual([Float32Array.of(3, 0), Float32Array.of(0, 2)]);
  const [{ path, headers, body } = { path: "", headers: {}, body: Buffer.alloc(0) }] = server.requests;
  expect(path).toBe("/v1/embeddings");
  expect(headers.authorization).toBe("Bearer sk-secret-0123456789");
  expect(JSON.parse(body.toString())).toEqual({ model: "bge-m3", input: ["one", "two"], encoding_format: "float" });
});

test.each([
  [{ prompt_tokens: 7, total_tokens: 9 }, [{ tokensIn: 9 }]],
  [{ prompt_tokens: 7 }, [{ tokensIn: 7 }]],
  [undefined, []],
  [{}, []],
  ["many", []],
  [{ total_tokens: -4 }, []],
])("of a service that counts %j is told %j", async (usage, told) => {
  server.answer = answers({ data: [{ index: 0, embedding: [1] }], usage });
  const used: unknown[] = [];
  await embedder().embed(["one"], "question", never, (one) => used.push(one));
  expect(used).toEqual(told);
});

test.each<[string, OpenAiServer["answer"]]>([
  ["nothing", (response) => void response.end()],
  ["a page", (response) => void response.end("<html>welcome</html>")],
  ["no list", answers({ object: "list" })],
  ["an empty list", answers({ data: [] })],
  ["too few vectors", vectors([1, 2])],
  ["too many vectors", vectors([1], [2], [3])],
  ["empty vectors", vectors([], [])],
  ["vectors of two lengths", vectors([1, 2], [1, 2, 3])],
  ["vectors of nothing but zeros", vectors([0, 0], [0, 0])],
  ["numbers that are none", vectors([1, null], [1, 2])],
  ["words", vectors("AAAA", "BBBB")],
  [
    "the same place twice",
    answers({
      data: [
        { index: 0, embedding: [1] },
        { index: 0, embedding: [1] },
      ],
    }),
  ],
  [
    "more dimensions than any model has",
    vectors(
      Array.from({ length: 5_000 }, () => 1),
      [1],
    ),
  ],
])("a service that answers %s is not believed", async (_, answer) => {
  server.answer = answer;
  await expect(embedder().embed(["one", "two"], "passage", never)).rejects.toMatchObject({ code: "bad-answer" });
});

test.each([
  [401, "refused"],
  [404, "refused"],
  [429, "rate-limited"],
  [500, "unavailable"],
  [503, "unavailable"],
] as const)("a service that answers %i says why in plain words, without its key", async (status, code) => {
  server.answer = refuses(status, "not with sk-secret-0123456789");
  const failure = await embedder()
    .embed(["one"], "question", never)
    .catch((error: unknown) => error as Error);
  expect(failure).toMatchObject({ code });
  expect(String(failure)).not.toContain("0123456789");
});

test("a service that never answers, stops in the middle or breaks off is given up", async () => {
  const hasty = embedder({ connectTimeoutMs: 60, firstBytesTimeoutMs: 60, idleTimeoutMs: 60 });
  server.answer = () => undefined;
  await expect(hasty.embed(["one"], "question", never)).rejects.toMatchObject({ code: "timeout" });
  server.answer = (response) => void response.write('{"data":[');
  await expect(hasty.embed(["one"], "question", never)).rejects.toMatchObject({ code: "timeout" });
  server.answer = (response) => void response.destroy();
  await expect(hasty.embed(["one"], "question", never)).rejects.toMatchObject({ code: "unavailable" });
});

test("an address in a private network is not reached, wherever its name leads", async () => {
  const inside = createOpenAiEmbedder({ baseUrl: server.baseUrl, model: "m", allowedPrivate: [] });
  await expect(inside.embed(["one"], "question", never)).rejects.toMatchObject({ code: "unavailable" });
  expect(server.requests).toEqual([]);
});

test("who no longer wants an answer is not given one", async () => {
  const over = new AbortController();
  server.answer = () => over.abort();
  await expect(embedder().embed(["one"], "question", over.signal)).rejects.toMatchObject({ code: "cancelled" });
});
