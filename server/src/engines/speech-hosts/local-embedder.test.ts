import { installTinyE5, temporaryFolder, type TemporaryFolder } from "@ongea/providers/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLocalEmbedder } from "./local-embedder.ts";

const log = { info: () => {}, warn: () => {} };
const never = new AbortController().signal;
let data: TemporaryFolder;
let models: TemporaryFolder;

beforeEach(async () => {
  data = await temporaryFolder();
  models = await temporaryFolder();
});
afterEach(async () => {
  await data.remove();
  await models.remove();
});

test("a model that somebody has pulled is started once, when it is first wanted, and ends with the server", async () => {
  await installTinyE5(models.path);
  const local = createLocalEmbedder({ dataDir: data.path, modelsFolder: models.path, log });
  expect(await local.model()).toBe("A tiny E5");
  const [one, other] = await Promise.all([local.embedder(), local.embedder()]);
  expect(one).toBe(other);
  expect((await one?.embed(["gari"], "question", never))?.[0]).toHaveLength(4);
  await local.stop();
  expect(await local.embedder()).toBeUndefined();
  await expect(one?.embed(["gari"], "question", never)).rejects.toMatchObject({ code: "unavailable" });
});

test("where none has been pulled there is none, and nothing is started", async () => {
  const local = createLocalEmbedder({ dataDir: data.path, modelsFolder: models.path, log });
  expect(await local.model()).toBeUndefined();
  expect(await local.embedder()).toBeUndefined();
  await local.stop();
});
