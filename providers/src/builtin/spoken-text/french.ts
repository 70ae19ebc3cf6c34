import { createMoney } from "./currencies.ts";
import { monthsOf, withDates } from "./dates.ts";
import { asNumber, withCodes, withTelephoneNumbers } from "./plain.ts";

/** French as a voice should read it; the voice reads numbers and ordinals itself. `text` is plain text. */
export function frenchText(text: string, language: string): string {
  let said = withDates(
    text,
    language,
    ({ day, month, year }) => `${day === 1 ? "1er" : day} ${monthName(month)} ${year}`,
  ).replace(/(?<![\d:])([01]?\d|2[0-3])\s?[:hH]\s?([0-5]\d)(?![\d:])/g, (_, hour: string, minute: string) => time(hour, minute));
  said = said.replace(/(?<![\d:])([01]?\d|2[0-3])\s?h\b/g, (_, hour: string) => time(hour, "0"));
  said = withMoney(said);
  said = withCodes(withTelephoneNumbers(said, "plus"));
  for (const [short, long] of ABBREVIATIONS) said = said.replace(short, long);
  return said.replace(/\s+/g, " ").trim();
}

function time(hour: string, minute: string): string {
  const hours = Number(hour);
  if (hours === 0 && Number(minute) === 0) return "minuit";
  return `${hours} heure${hours > 1 ? "s" : ""}${Number(minute) === 0 ? "" : ` ${Number(minute)}`}`;
}

const withMoney = createMoney(
  {
    KES: "shillings kényans",
    TZS: "shillings tanzaniens",
    UGX: "shillings ougandais",
    NGN: "nairas",
    GHS: "cedis",
    ZAR: "rands",
    RWF: "francs rwandais",
    BIF: "francs burundais",
    ETB: "birrs",
    XOF: "francs C F A",
    EGP: "livres égyptiennes",
    MAD: "dirhams marocains",
    SDG: "livres soudanaises",
    CDF: "francs congolais",
    MGA: "ariarys",
    MZN: "meticals",
    AOA: "kwanzas",
    CVE: "escudos",
    USD: "dollars",
    EUR: "euros",
    GBP: "livres",
  },
  ({ whole, part, scale, currency }) => {
    if (scale) return `${whole}${part && `,${part}`} ${scale} ${/^mi?ll?i/i.test(scale) ? "de " : ""}${currency}`;
    return `${asNumber(whole)} ${currency}${part && ` et ${Number(part.padEnd(2, "0"))} centimes`}`;
  },
  "mille|millions?|milliards?",
);

const monthName = monthsOf("janvier février mars avril mai juin juillet août septembre octobre novembre décembre");

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bM\.\s(?=\p{Lu})/gu, "monsieur "],
  [/\bMme\.?\s(?=\p{Lu})/gu, "madame "],
  [/\bMlle\.?\s(?=\p{Lu})/gu, "mademoiselle "],
  [/\bDr\.?\s(?=\p{Lu})/gu, "docteur "],
  [/\b[nN]°\s?(?=\d)/g, "numéro "],
  [/(\d)\s?%/g, "$1 pour cent"],
  [/\s&\s/g, " et "],
];
