import { PROVIDERS } from "@ongea/contract";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Glyph, hasGlyph } from "./glyph.tsx";

test("every provider of the catalogue has a drawing of its own, in two tones", () => {
  const drawn = PROVIDERS.map(({ id }) => renderToStaticMarkup(createElement(Glyph, { of: id })));
  expect(new Set(drawn).size).toBe(PROVIDERS.length);
  for (const one of drawn) expect(one.match(/ d="M/gu)).toHaveLength(2);
  expect([hasGlyph("openai"), hasGlyph("https://llm.example.com"), hasGlyph("toString")]).toEqual([true, false, false]);
});
