import { withCodes, withTelephoneNumbers } from "./plain.ts";

/** French as a voice should read it; the voice reads numbers and ordinals itself. `text` is plain text. */
export function frenchText(text: string): string {
  let said = text.replace(/(?<![\d:])([01]?\d|2[0-3])\s?[:hH]\s?([0-5]\d)(?![\d:])/g, (_, hour: string, minute: string) =>
    time(hour, minute),
  );
  said = said.replace(/(?<![\d:])([01]?\d|2[0-3])\s?h\b/g, (_, hour: string) => time(hour, "0"));
  said = said.replace(
    /(?<![\d.,])(\d{1,3})(?:[ .\u202f](?=\d{3}(?!\d)))(\d{3})(?!\d)(?=\s?(?:KES|TZS|UGX|NGN|GHS|ZAR|CDF|MGA|MAD|ETB|GBP|£|XOF|XAF|FCFA|RWF|€|EUR|USD|\$))/g,
    "$1$2",
  );
  for (const [mark, name] of MONEY) {
    said = said.replace(new RegExp(`(?<![\\p{L}\\d])(?:${mark})\\s?(\\d[\\d,.]*\\d|\\d)`, "gu"), `$1 ${name}`);
    said = said.replace(new RegExp(`(\\d)\\s?(?:${mark})(?![\\p{L}\\d])`, "gu"), `$1 ${name}`);
  }
  said = withCodes(withTelephoneNumbers(said, "plus"));
  for (const [short, long] of ABBREVIATIONS) said = said.replace(short, long);
  return said.replace(/\s+/g, " ").trim();
}

function time(hour: string, minute: string): string {
  const hours = Number(hour);
  if (hours === 0 && Number(minute) === 0) return "minuit";
  return `${hours} heure${hours > 1 ? "s" : ""}${Number(minute) === 0 ? "" : ` ${Number(minute)}`}`;
}

const MONEY: readonly (readonly [string, string])[] = [
  ["KES|Ksh", "shillings kényans"],
  ["TZS", "shillings tanzaniens"],
  ["UGX", "shillings ougandais"],
  ["NGN|₦", "nairas"],
  ["GHS|GH₵|₵", "cedis"],
  ["ZAR", "rands"],
  ["CDF|FC", "francs congolais"],
  ["MGA|Ar", "ariarys"],
  ["MAD", "dirhams marocains"],
  ["ETB", "birrs"],
  ["GBP|£", "livres"],
  ["XOF|XAF|FCFA|F CFA", "francs C F A"],
  ["RWF", "francs rwandais"],
  ["USD|\\$", "dollars"],
  ["EUR|€", "euros"],
];

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bM\.\s(?=\p{Lu})/gu, "monsieur "],
  [/\bMme\.?\s(?=\p{Lu})/gu, "madame "],
  [/\bMlle\.?\s(?=\p{Lu})/gu, "mademoiselle "],
  [/\bDr\.?\s(?=\p{Lu})/gu, "docteur "],
  [/\b[nN]°\s?(?=\d)/g, "numéro "],
  [/(\d)\s?%/g, "$1 pour cent"],
  [/\s&\s/g, " et "],
];
