import { expect, test } from "vitest";
import { choose, ownPartsOf } from "./choices.ts";

const service = { baseUrl: "http://127.0.0.1:9/v1", model: "big" };

test("a workspace without the services of the settings has what runs on this machine, in the same order, and is never left without", () => {
  const choices = choose({ recogniser: service, model: service, voice: { ...service, voice: "alto" } }, []);
  const uses = ({ recognisers, languageModels, voices }: typeof choices) =>
    [recognisers, languageModels, voices].map((all) => all.map(({ settings }) => settings.use));
  expect(uses(choices)).toEqual([
    ["openai", "builtin"],
    ["openai", "guided"],
    ["openai", "builtin"],
  ]);
  expect(uses(ownPartsOf(choices))).toEqual([["builtin"], ["guided"], ["builtin"]]);
});
