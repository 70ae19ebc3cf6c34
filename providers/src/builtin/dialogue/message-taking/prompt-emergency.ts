/** Whom a prompt in a language of the reception tells people in danger to call. */
import type { EmergencyAdvice } from "../facts/emergency.ts";
import { folded, phrasePattern } from "./folded.ts";
import { MESSAGE_LANGUAGES, LOCALES } from "./locales.ts";

const NUMBER = /(?<![\d\p{L}])\+?\d(?: ?\d){1,14}(?!\d)/u;

/** `undefined`: it says nothing of that. */
export function emergencyOf(instructions: string): EmergencyAdvice | undefined {
  const patterns = MESSAGE_LANGUAGES.map((language) => phrasePattern(LOCALES[language].prompt.emergency));
  for (const sentence of instructions.split(/(?<=[.!?؟።])\s+|\n/u)) {
    const bare = folded(sentence);
    const number = patterns.some((pattern) => pattern.test(bare)) ? NUMBER.exec(bare)?.[0] : undefined;
    if (number !== undefined) return { number };
  }
  return undefined;
}
