import { englishText } from "./english.ts";
import { frenchText } from "./french.ts";
import { withMoneyAndNumbers } from "./money-and-numbers.ts";
import { swahiliText } from "./swahili.ts";
import { plainText } from "./plain.ts";

/**
 * What a simple voice should be given so that it reads `text` as a person would: times, amounts, telephone numbers and codes written
 * out, no markup. Empty when there is nothing to say.
 */
export function spokenText(text: string, language: string): string {
  const plain = plainText(text);
  const primary = language.toLowerCase().split("-")[0] ?? "";
  if (primary === "en") return englishText(plain);
  if (primary === "sw") return swahiliText(plain);
  if (primary === "fr") return frenchText(plain);
  return withMoneyAndNumbers(plain, primary) ?? plain;
}
