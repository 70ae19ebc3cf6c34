import { englishText } from "./english.ts";
import { frenchText } from "./french.ts";
import { hausaText } from "./hausa.ts";
import { plainText, withoutMarks } from "./plain.ts";
import { readByTheVoice } from "./read-by-the-voice.ts";
import { swahiliText } from "./swahili.ts";
import { yorubaText } from "./yoruba.ts";
import { zuluText } from "./zulu.ts";

export { lettersFor } from "./letters.ts";

/**
 * What a simple voice should be given so that it reads `text` as a person would: dates, times, amounts, telephone numbers and codes
 * written out, no markup. Empty when there is nothing to say.
 */
export function spokenText(text: string, language: string): string {
  const plain = withPlainDigits(plainText(text));
  const primary = language.toLowerCase().split("-")[0] ?? "";
  const reader = READERS[primary];
  return withoutMarks(reader ? reader(plain, language) : (readByTheVoice(plain, language) ?? plain));
}

/** English is written by speakers of it; all others, `readByTheVoice` too, wait for a native reader. */
const READERS: Readonly<Record<string, (text: string, language: string) => string>> = {
  en: englishText,
  fr: frenchText,
  sw: swahiliText,
  ha: hausaText,
  yo: yorubaText,
  zu: zuluText,
};

/** ٣ and ۳ are 3: everything that follows looks for plain digits. */
function withPlainDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf)).replace(/٪/g, "%");
}
