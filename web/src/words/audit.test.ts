import { AUDIT_ACTS } from "@ongea/contract";
import { expect, test } from "vitest";
import { loadLanguage } from "./catalogue.ts";
import { LANGUAGES } from "./languages.ts";

test.each(LANGUAGES)("every act that the server records has a sentence of its own in %s", async (language) => {
  const { further } = await loadLanguage(language);
  const said: Readonly<Record<string, string>> = await further.audit();
  expect(AUDIT_ACTS.filter((act) => !said[act])).toEqual([]);
  const acts = AUDIT_ACTS.map((act) => said[act]);
  expect(acts.filter((sentence, at) => acts.indexOf(sentence) !== at)).toEqual([]);
});
