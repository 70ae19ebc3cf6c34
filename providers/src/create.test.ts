import { describe, expect, test } from "vitest";
import { CATALOGUE } from "./catalogue.ts";
import { createEndOfTurn, createLanguageModel, createRecogniser, createSynthesiser, type HostLinks } from "./create.ts";
import { linkToHost } from "./host/link.ts";
import { endOfTurnSettings, languageModelSettings, recogniserSettings, synthesiserSettings } from "./settings.ts";

const KEYS: Record<string, string> = { "azure-openai": "https://ongea.openai.azure.com|k" };

describe("the door to everything that hears, thinks and speaks", () => {
  test("makes each part from plain settings that survive the way to a media thread", () => {
    const link = linkToHost("/nonexistent/host");
    const links: HostLinks = { builtin: link, local: link };
    const openai = { use: "openai", baseUrl: "http://127.0.0.1:9/v1", apiKey: "secret", model: "m" } as const;
    const names = [
      createRecogniser({ use: "builtin" }, links),
      createRecogniser({ use: "local", model: "whisper-base-int8" }, links),
      createRecogniser({ use: "local", model: "zipformer", streaming: true }, links),
      createRecogniser(structuredClone(openai), links),
      createLanguageModel({ use: "guided" }, links),
      createLanguageModel(openai, links),
      createLanguageModel({ use: "local", model: "smol" }, links),
      createSynthesiser({ use: "builtin", voice: "slt", pace: 1.1 }, links),
      createSynthesiser({ use: "local", model: "joe" }, links),
      createSynthesiser({ ...openai, voice: "alloy" }, links),
      createEndOfTurn({ use: "local", model: "smart-turn" }, links),
    ].map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["PocketSphinx", "whisper-base-int8", "openai m", "slt", "smart-turn"]));
    expect(names.join()).not.toContain("secret");
    link.close();
  });

  test("says which host is missing and which setting is wrong", () => {
    expect(() => createRecogniser({ use: "local", model: "x" }, {})).toThrow(/local speech host is not running/);
    expect(() => createSynthesiser({ use: "openai", baseUrl: "file:///etc", model: "m", voice: "v" }, {})).toThrow(/baseUrl/);
  });

  test("every offer can be chosen with its defaults and what it says it needs", () => {
    const shapes = {
      recogniser: recogniserSettings,
      "language-model": languageModelSettings,
      synthesiser: synthesiserSettings,
      "end-of-turn": endOfTurnSettings,
    };
    for (const { id, kind, defaults, needs } of CATALOGUE) {
      const said = {
        ...(needs.includes("key") ? { apiKey: KEYS[id] ?? "k" } : {}),
        ...(needs.includes("model") ? { model: "m" } : {}),
        ...(needs.includes("voice") ? { voice: "v" } : {}),
      };
      expect(shapes[kind].safeParse({ use: id, ...said, ...defaults }).error).toBeUndefined();
    }
  });
});
