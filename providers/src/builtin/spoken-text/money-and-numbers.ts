/** Amounts, telephone numbers and codes in languages whose voice reads plain numbers well and marks of currencies badly. */
import { withCodes, withoutThousands, withTelephoneNumbers } from "./plain.ts";

type Names = readonly (readonly [string, string])[];

interface Language {
  /** Of `+254`. */
  plus: string;
  /** Marks, as a pattern, and what is said after the number. */
  money: Names;
}

const SHILLINGS = { KES: "KES|K[Ss][Hh]s?\\.?", TZS: "TZS|T[Ss][Hh]s?\\.?", UGX: "UGX|U[Ss][Hh]s?\\.?" } as const;
const DOLLARS = "USD|US\\$|\\$";

const LANGUAGES: Readonly<Record<string, Language>> = {
  pt: {
    plus: "mais",
    money: [
      [SHILLINGS.KES, "xelins quenianos"],
      [SHILLINGS.TZS, "xelins tanzanianos"],
      [SHILLINGS.UGX, "xelins ugandeses"],
      ["NGN|₦", "nairas"],
      ["GHS|GH₵|₵", "cedis"],
      ["ZAR", "rands"],
      ["MZN|MT", "meticais"],
      ["AOA|Kz", "kwanzas"],
      ["CVE", "escudos cabo-verdianos"],
      ["XOF|XAF|FCFA", "francos C F A"],
      [DOLLARS, "dólares"],
      ["EUR|€", "euros"],
    ],
  },
  ar: {
    plus: "زائد",
    money: [
      [SHILLINGS.KES, "شلن كيني"],
      [SHILLINGS.TZS, "شلن تنزاني"],
      [SHILLINGS.UGX, "شلن أوغندي"],
      ["NGN|₦", "نايرا"],
      ["GHS|GH₵|₵", "سيدي"],
      ["ZAR", "راند"],
      ["EGP", "جنيه مصري"],
      ["MAD", "درهم مغربي"],
      ["SDG", "جنيه سوداني"],
      [DOLLARS, "دولار"],
      ["EUR|€", "يورو"],
    ],
  },
  am: {
    plus: "ፕላስ",
    money: [
      ["ETB", "ብር"],
      [SHILLINGS.KES, "የኬንያ ሽልንግ"],
      [SHILLINGS.TZS, "የታንዛኒያ ሽልንግ"],
      [SHILLINGS.UGX, "የኡጋንዳ ሽልንግ"],
      ["NGN|₦", "ናይራ"],
      ["GHS|GH₵|₵", "ሲዲ"],
      ["ZAR", "ራንድ"],
      [DOLLARS, "ዶላር"],
      ["EUR|€", "ዩሮ"],
    ],
  },
  af: {
    plus: "plus",
    money: [
      ["ZAR|R(?=\\s?(?:\\d{3,}|\\d+[.,]\\d\\d)(?![\\p{L}\\d]))", "rand"],
      [SHILLINGS.KES, "Keniaanse sjielings"],
      [SHILLINGS.TZS, "Tanzaniese sjielings"],
      [SHILLINGS.UGX, "Ugandese sjielings"],
      ["NGN|₦", "naira"],
      ["GHS|GH₵|₵", "cedi"],
      [DOLLARS, "dollar"],
      ["EUR|€", "euro"],
    ],
  },
};

/** Undefined for a language that is not among them. `text` is plain text. */
export function withMoneyAndNumbers(text: string, primary: string): string | undefined {
  const language = LANGUAGES[primary];
  if (!language) return undefined;
  let said = withoutThousands(text);
  for (const [marks, name] of language.money) said = withCurrency(said, marks, name);
  return withCodes(withTelephoneNumbers(said, language.plus)).replace(/\s+/g, " ").trim();
}

/** The mark before or after a whole number or one with two decimals becomes the currency's name after it. */
function withCurrency(text: string, marks: string, name: string): string {
  const number = String.raw`\d{1,12}(?:[.,]\d{2})?(?!\d)`;
  return text
    .replace(new RegExp(`(?<![\\p{L}\\d])(?:${marks})\\s?(${number})`, "gu"), `$1 ${name}`)
    .replace(new RegExp(`(?<![\\d.,])(${number})\\s?(?:${marks})(?![\\p{L}\\d])`, "gu"), `$1 ${name}`);
}
