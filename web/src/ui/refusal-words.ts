import { isKeyOf, REFUSALS } from "@ongea/contract";
import type { Words } from "../words/index.ts";

/** The sentence of a refusal that is stored by its code; the code itself where a newer server wrote it. */
export function refusalWords(words: Words, code: string): string {
  return isKeyOf(REFUSALS, code) ? words.say(`refusals.${code}`) : code;
}
