/** Words that say what digits are: an id of a person, or the code of a payment. They stand before them, or in the question. Pure. */
import { fold } from "../text.ts";

const ID =
  /\b(?:id|i\.d\.|identity|identification|national|nin|bvn|nida|maisha|huduma|passport|kitambulisho|identite|cni|identidade|bilhete|isazisi|katin|shaida|idanimo|idanimo)\b|هويه|بطاقه|መታወቂያ/u;
const CODE =
  /\b(?:m-?pesa|mpesa|momo|airtel|mobile money|mixx|tigo|halopesa|vodacash|transaction|reference|confirmation|code|muamala|msimbo|kumbukumbu|transacao|referencia|referencia|codigo|ikhodi|lamba|nomba)\b|رمز|ኮድ/u;
/** How far before the digits a word still speaks of them. */
const REACH = 48;

const LENGTHS = {
  /** Kenya: 7 to 9. Nigeria: NIN and BVN, 11. */
  id: /^(?:\d{7,9}|\d{11})$/,
};

export function speaksOfId(digits: string, text: string, { at, before }: { at: number; before?: string | undefined }): boolean {
  return LENGTHS.id.test(digits) && ID.test(around(text, at, before));
}

export function speaksOfCode(text: string, at: number, before?: string): boolean {
  return CODE.test(around(text, at, before));
}

/** The question counts only where the answer is little more than the digits. */
function around(text: string, at: number, before: string | undefined): string {
  const said = fold(text.slice(Math.max(0, at - REACH), at));
  return before === undefined || at > REACH ? said : `${fold(before.slice(-4 * REACH))} ${said}`;
}
