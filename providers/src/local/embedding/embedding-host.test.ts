/** The embedding host with a model of E5's form whose weights are made up: ONNX Runtime, tokenizer, process and socket are real. */
import { appendFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHostEmbedder } from "../../host/host-embedder.ts";
import { linkToHost, type HostLink } from "../../host/link.ts";
import type { SpeechHost } from "../../host/supervise.ts";
import { temporaryFolder, type TemporaryFolder } from "../../testing/test-weights.ts";
import { installTinyE5 } from "../../testing/tiny-e5.ts";
import { knownModels } from "../manifest/index.ts";
import { startEmbeddingHost } from "./start-embedding-host.ts";
import { readUnigram } from "./unigram.ts";

let folder: TemporaryFolder;
let host: SpeechHost;
let link: HostLink;
const never = new AbortController().signal;

beforeAll(async () => {
  folder = await temporaryFolder();
  const model = await installTinyE5(folder.path);
  host = await startEmbeddingHost({ socketPath: join(folder.path, "host") }, { modelsFolder: folder.path, model });
  link = linkToHost(host.socketPath);
});
afterAll(async () => {
  link?.close();
  await host?.stop();
  await folder?.remove();
});

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) / (Math.hypot(...one) * Math.hypot(...other));

test("texts that mean alike point alike, also in two languages", async () => {
  const embedder = createHostEmbedder(link, "tiny");
  const [car, price] = await embedder.embed(["Parking, cars", "price"], "passage", never);
  const [gari, bei] = await embedder.embed(["gari", "bei"], "question", never);
  expect(cosine(gari!, car!)).toBeGreaterThan(0.9);
  expect(cosine(bei!, price!)).toBeGreaterThan(0.9);
  expect(cosine(gari!, price!)).toBeLessThan(0.2);
  for (const vector of [car, price, gari, bei]) expect(Math.hypot(...vector!)).toBeCloseTo(1, 4);
});

test("a text of any length has one direction, and none is lost behind another", async () => {
  const embedder = createHostEmbedder(link, "tiny");
  const long = `${"car ".repeat(60)}${"price ".repeat(60)}`;
  const texts = [long, "car", "🦒 ".repeat(500), "x"];
  const vectors = await Promise.all(texts.map(async (text) => (await embedder.embed([text], "passage", never))[0]!));
  expect(cosine(vectors[0]!, vectors[1]!)).toBeGreaterThan(0.6);
  for (const vector of vectors) expect(vector).toHaveLength(4);
});

test("who no longer wants an answer, or asks for nonsense, is told so", async () => {
  const embedder = createHostEmbedder(link, "tiny");
  await expect(embedder.embed(["car"], "passage", AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  const many = Array.from({ length: 65 }, () => "car");
  await expect(embedder.embed(many, "passage", never)).rejects.toMatchObject({ code: "refused" });
  expect(await embedder.embed([], "passage", never)).toEqual([]);
  expect(await embedder.embed(["car"], "passage", never)).toHaveLength(1);
});

test("a host that is killed is there again for the next who asks", async () => {
  const embedder = createHostEmbedder(link, "tiny");
  process.kill(host.pid!, "SIGKILL");
  await expect.poll(() => embedder.embed(["car"], "question", never).catch(() => undefined), { timeout: 20_000 }).toHaveLength(1);
});

test("weights that were changed are not loaded", async () => {
  const other = await temporaryFolder();
  const model = await installTinyE5(other.path);
  const path = join(other.path, "tiny-e5", "tokenizer.json");
  await truncate(path, 20);
  await appendFile(path, "x");
  const started = startEmbeddingHost({ socketPath: join(other.path, "host") }, { modelsFolder: other.path, model });
  await expect(started).rejects.toThrow(/ended before it was ready/);
  await other.remove();
});

test("words are cut into their most likely pieces, and unknown letters are one unknown piece", () => {
  const vocab = [
    ["<unk>", 0],
    ["▁", -2],
    ["▁un", -4],
    ["▁unknown", -9],
    ["known", -4],
    ["k", -6],
    ["n", -6],
    ["▁u", -5],
  ];
  const { pieces, idOf } = readUnigram({ model: { type: "Unigram", unk_id: 0, vocab } });
  expect(pieces("unknown")).toEqual([2, 4]);
  expect(pieces("  un \n known ")).toEqual([2, 1, 4]);
  expect(pieces("ጤና unknown")).toEqual([1, 0, 2, 4]);
  // A letter of another width, and one that is not seen.
  expect(pieces("ｕn\u200bknown")).toEqual(pieces("un known"));
  expect(pieces("")).toEqual([]);
  expect(idOf("▁un")).toBe(2);
});

test("the catalogue's model says that its own weights were never run here", () => {
  const model = knownModels().find(({ id }) => id === "multilingual-e5-small");
  expect(model?.improves).toMatch(/never run here/);
  expect(model?.files.every(({ sha256, url }) => sha256 !== undefined && url !== undefined)).toBe(true);
});
