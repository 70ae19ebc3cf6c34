import { expect, test } from "vitest";
import { choose } from "./choices.ts";
import { usesOf } from "./uses.ts";

const ENGINES = ["flite", "espeak-ng"];

test("what is built in is told so that each page can name it in its language", () => {
  const { recognisers, languageModels, voices } = choose({}, []);
  expect(usesOf(recognisers)).toEqual([{ kind: "pocketsphinx", names: [] }]);
  expect(usesOf(languageModels)).toEqual([{ kind: "guided", names: [] }]);
  expect(usesOf(voices, ENGINES)).toEqual([{ kind: "named", names: ENGINES }]);
  expect(usesOf(voices, [])).toEqual([]);
});

test("services are told by their model and host, and before what stands in for them", () => {
  const service = { baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3" };
  const { languageModels, voices } = choose({ model: service, voice: { ...service, model: "kokoro", voice: "asha" } }, []);
  expect(usesOf(languageModels)).toEqual([
    { kind: "named", names: ["qwen3"], at: "127.0.0.1:11434" },
    { kind: "guided", names: [] },
  ]);
  expect(usesOf(voices, ENGINES)[0]).toEqual({ kind: "named", names: ["asha, kokoro"], at: "127.0.0.1:11434" });
  const unnamed = choose({ model: { ...service, model: "" } }, []).languageModels;
  expect(usesOf(unnamed)[0]).toEqual({ kind: "assistants_model", names: [], at: "127.0.0.1:11434" });
});
