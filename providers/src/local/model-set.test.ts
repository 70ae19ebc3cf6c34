import { expect, test } from "vitest";
import { knownModels } from "./manifest/index.ts";
import { chosenSet, setFor, type Machine } from "./model-set.ts";

const GIB = 2 ** 30;
const usual: Machine = { processors: 4, memoryBytes: 8 * GIB, languages: ["en-US", "sw"], hasMirror: false };
const ids = (machine: Partial<Machine>, installed: readonly string[] = []): string[] =>
  setFor(
    { ...usual, ...machine },
    knownModels().filter(({ id }) => installed.includes(id)),
  ).models.map(({ id }) => id);

test("a usual machine is offered ears for many languages and an end of turn, and no voice whose licence is for trials", () => {
  expect(ids({})).toEqual(["whisper-base", "smart-turn-v3.2-cpu"]);
  const { models, bytes } = setFor(usual, []);
  expect(bytes).toBe(models.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0));
});

test("a large one is offered better ears, and one too small for any is offered none", () => {
  expect(ids({ processors: 16, memoryBytes: 32 * GIB })[0]).toBe("whisper-small");
  expect(ids({ processors: 1 })).toEqual([]);
  expect(ids({ memoryBytes: 1 * GIB })).toEqual([]);
});

test("what is there is not offered again", () => {
  expect(ids({}, ["whisper-base-int8", "piper-en_US-joe-medium"])).toEqual(["smart-turn-v3.2-cpu"]);
  expect(ids({}, ["whisper-small", "smart-turn-v3.2-cpu", "piper-en_US-joe-medium"])).toEqual([]);
});

test("models chosen by name are those, and a name that nobody knows is said", () => {
  expect(chosenSet(["whisper-base", "smart-turn-v3.2-cpu"], []).models.map(({ id }) => id)).toEqual([
    "whisper-base",
    "smart-turn-v3.2-cpu",
  ]);
  expect(() => chosenSet(["whisper-huge"], [])).toThrow("No local model is called whisper-huge");
});
