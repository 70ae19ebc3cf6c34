/** Amounts of money as people write them in Africa: marks of currencies before or after a number, with thousands, cents and millions. */
import { keysOf } from "@ongea/conversation";

/** As patterns. The Egyptian pound stands before the British one, whose mark is part of its own. */
const MARKS = {
  KES: "KES|K[Ss][Hh]s?\\.?",
  TZS: "TZS|T[Ss][Hh]s?\\.?",
  UGX: "UGX|U[Ss][Hh]s?\\.?",
  NGN: "NGN|₦|N(?=\\d{1,3}(?:,\\d{3})+(?!\\d))",
  GHS: "GHS|GHC|GH₵|GH¢|₵",
  // R250 and R19.90 are amounts; R2 and R2D2 may be anything.
  ZAR: "ZAR|R(?=\\s?(?:\\d{3,}|\\d{1,3}[ ,]\\d{3}|\\d+[.,]\\d\\d)(?![\\p{L}\\d]))",
  RWF: "RWF|F[Rr]w",
  BIF: "BIF|FBu",
  ETB: "ETB|Br(?=\\s?\\d)",
  XOF: "XOF|XAF|F\\s?CFA|CFA",
  EGP: "EGP|E£|£E|ج\\.م\\.?",
  MAD: "MAD",
  SDG: "SDG",
  CDF: "CDF|FC",
  MGA: "MGA|Ar",
  MZN: "MZN|MT",
  AOA: "AOA|Kz",
  CVE: "CVE",
  USD: "USD|US\\$|\\$",
  EUR: "EUR|€",
  GBP: "GBP|£",
} as const;

export type Currency = keyof typeof MARKS;
export const CURRENCIES = keysOf(MARKS);

export interface Amount<Name> {
  /** Digits alone. */
  whole: string;
  /** Digits after the point, at most two; empty: none, or only zeros. */
  part: string;
  /** "million", as it was written; empty: none. */
  scale: string;
  currency: Name;
}

const THOUSANDS = String.raw`\d{1,3}(?:[ ,.\u00a0\u202f]\d{3})+(?!\d)`;

/** `say` is asked for each amount; `scales` are the words that a number is multiplied by, as a pattern. */
export function createMoney<Name>(
  names: Readonly<Partial<Record<Currency, Name>>>,
  say: (amount: Amount<Name>) => string,
  scales = "(?!)",
): (text: string) => string {
  const number = String.raw`(${THOUSANDS}|\d{1,12})(?:[.,](\d{1,2}))?(?!\d)(?:\s?(${scales})(?!\p{L}))?`;
  const patterns = CURRENCIES.flatMap((code) => {
    const currency = names[code];
    if (currency === undefined) return [];
    const write = (_: string, whole: string, part: string | undefined, scale: string | undefined): string =>
      say({
        whole: whole.replace(/\D/g, ""),
        part: part === undefined || /^0+$/.test(part) ? "" : part,
        scale: scale ?? "",
        currency,
      });
    const before = new RegExp(`(?<![\\p{L}\\d])(?:${MARKS[code]})\\s?${number}(?:\\s?/[-=])?`, "gu");
    const after = new RegExp(`(?<![\\d.,])${number}\\s?(?:${MARKS[code]})(?![\\p{L}\\d])`, "gu");
    return [(text: string) => text.replace(before, write).replace(after, write)];
  });
  return (text) => patterns.reduce((said, pattern) => pattern(said), text);
}
