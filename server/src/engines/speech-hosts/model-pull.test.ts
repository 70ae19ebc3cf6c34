/** A set of two small models from a mirror on loopback that breaks off, lies, is slow or away. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownModels, type ModelDescription } from "@ongea/providers/hosts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createModelPull, type ModelPull, type ModelPullParts, type PullStatus } from "./model-pull.ts";
import { createModelsOffer } from "./models-offer.ts";

const BYTES = Buffer.alloc(700_000, "ear");
const log = pino({ level: "silent" });
let serve: (request: IncomingMessage, response: ServerResponse) => void;
let mirror: Server;
let folder: string;
const asked: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ongea-pull-"));
  asked.length = 0;
  serve = (request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    if (from > 0)
      response.writeHead(206, { "content-range": `bytes ${from}-${BYTES.length - 1}/${BYTES.length}` }).end(BYTES.subarray(from));
    else response.end(BYTES);
  };
  mirror = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.range ?? "whole"}`);
    serve(request, response);
  });
  await new Promise<void>((resolve) => mirror.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  mirror.closeAllConnections();
  mirror.close();
  rmSync(folder, { recursive: true, force: true });
});

function small(id: string): ModelDescription {
  const known = knownModels().find(({ kind }) => kind === "end-of-turn")!;
  const file = { path: "model.onnx", bytes: BYTES.length, sha256: createHash("sha256").update(BYTES).digest("hex") };
  return { ...known, id, folder: id, files: [file], parts: { model: "model.onnx" } } as ModelDescription;
}

function pullOf(parts: Partial<ModelPullParts> = {}): { pull: ModelPull; told: PullStatus[] } {
  const models = [small("one"), small("two")];
  const pull = createModelPull({
    set: { models, bytes: 2 * BYTES.length },
    modelsFolder: join(folder, "models"),
    mirror: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
    load: async () => undefined,
    freeBytes: async () => 10 ** 12,
    log,
    ...parts,
  });
  const told: PullStatus[] = [];
  pull.onChange((status) => told.push(status));
  return { pull, told };
}

test("models are fetched, checked and taken into use, and how far it has come is told", async () => {
  const { pull, told } = pullOf();
  expect(pull.status()).toMatchObject({ state: "offered", bytes: 1_400_000, doneBytes: 0 });
  await Promise.all([pull.begin(), pull.begin()]);
  expect(pull.status()).toMatchObject({ state: "ready", doneBytes: 1_400_000 });
  expect([...new Set(told.map(({ state }) => state))]).toEqual(["pulling", "loading", "ready"]);
  const done = told.map(({ doneBytes }) => doneBytes);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(asked).toHaveLength(2);
  expect(existsSync(join(folder, "models/two/model.json"))).toBe(true);
  await pull.begin();
  expect(asked).toHaveLength(2);
});

test("a connection that breaks off is told, what came is kept, and the next try goes on from there", async () => {
  serve = (_request, response) => {
    response.writeHead(200, { "content-length": BYTES.length });
    response.write(BYTES.subarray(0, 300_000), () => setTimeout(() => response.destroy(), 50));
  };
  const { pull } = pullOf();
  const whole = serve;
  await pull.begin();
  expect(pull.status()).toMatchObject({ state: "failed", problem: "unreachable" });
  const kept = statSync(join(folder, "models/one/model.onnx.part")).size;
  expect(kept).toBeGreaterThan(0);
  serve = (request, response) => {
    if (request.headers.range === undefined && request.url?.startsWith("/one/") === true) return whole(request, response);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const head = { "content-range": `bytes ${from}-${BYTES.length - 1}/${BYTES.length}` };
    response.writeHead(from > 0 ? 206 : 200, from > 0 ? head : {}).end(BYTES.subarray(from));
  };
  await pull.begin();
  expect(pull.status().state).toBe("ready");
  expect(asked).toContain(`/one/model.onnx bytes=${kept}-`);
});

test("bytes that are not those that were pinned are never taken into use", async () => {
  serve = (_request, response) => response.end(Buffer.alloc(BYTES.length, "lie"));
  let loads = 0;
  const { pull } = pullOf({ load: async () => void loads++ as undefined });
  await pull.begin();
  expect(pull.status()).toMatchObject({ state: "failed", problem: "unreachable", note: expect.stringContaining("checksum") });
  expect(loads).toBe(0);
  expect(existsSync(join(folder, "models/one/model.json"))).toBe(false);
});

test("without room nothing is fetched, and a sentence says how much is needed", async () => {
  const { pull } = pullOf({ freeBytes: async () => 200_000_000 });
  await pull.begin();
  expect(pull.status()).toMatchObject({ state: "failed", problem: "no_room" });
  expect(pull.status().note).toMatch(
    /^There is no room for the local models: 2 MB and 300 MB besides are needed in .*, 200 MB are free\.$/,
  );
  expect(asked).toEqual([]);
});

test("a server that is stopped while it fetches stops fetching at once", async () => {
  serve = (_request, response) =>
    void response.writeHead(200, { "content-length": BYTES.length }).write(BYTES.subarray(0, 100_000));
  const { pull } = pullOf();
  const begun = pull.begin();
  await expect.poll(() => asked.length).toBe(1);
  await pull.stop();
  await begun;
  await pull.begin();
  expect(asked).toHaveLength(1);
});

test("models that cannot be loaded are told so, and may be tried again", async () => {
  const answers: (string | undefined)[] = ["no memory", undefined];
  const { pull } = pullOf({ load: async () => answers.shift() });
  await pull.begin();
  expect(pull.status()).toMatchObject({ state: "failed", problem: "not_loaded", note: "no memory" });
  await pull.begin();
  expect(pull.status().state).toBe("ready");
  expect(pull.status().problem).toBeUndefined();
});

test("who runs it is asked once: a yes fetches now and goes on at the next start, a no is not asked again", () => {
  const offer = (begun: string[], parts: { setting?: string; isTesting?: boolean } = {}) => {
    const { pull } = pullOf();
    const begin = (): Promise<void> => Promise.resolve(void begun.push("begun"));
    return createModelsOffer({
      pull: { ...pull, begin },
      dataDir: folder,
      setting: [parts.setting ?? "ask"],
      isTesting: parts.isTesting ?? false,
    });
  };
  const begun: string[] = [];
  const first = offer(begun);
  first.begin();
  expect(begun).toEqual([]);
  expect(first.question()).toMatch(/\(2 MB, fetched while calls already work\):[^]*Fetch them now\? \[Y\/n\] $/);
  expect(offer(begun, { isTesting: true }).question()).toBeUndefined();
  expect(offer(begun, { setting: "never" }).question()).toBeUndefined();
  first.answer("yes");
  const next = offer(begun);
  next.begin();
  expect(begun).toEqual(["begun", "begun"]);
  expect(next.question()).toBeUndefined();
  offer(begun, { isTesting: true }).begin();
  next.answer("no");
  offer(begun).begin();
  expect(begun).toHaveLength(2);
  expect(offer(begun).question()).toBeUndefined();
  offer(begun, { setting: "pull" }).begin();
  offer(begun, { setting: "whisper-base" }).begin();
  expect(begun).toHaveLength(4);
});
