/** The thing that a caller wants, where they say it in passing: "keep three packs of vitamin C for me" → "vitamin C". Data by language. */
import { NOT_NAMES } from "./not-names.ts";

const NUMBER =
  "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a|an|some|any|the|my|that|this|moja|mbili|tatu|un|une|deux|trois|du|de la|des|le|la)";
const PIECES =
  "(?:packs?|packets?|boxe?s?|bottles?|tablets?|strips?|sachets?|tins?|cartons?|bags?|pieces?|copies|copy|pairs?|kilos?|kg|litres?|tubes?|cups?|plates?|portions?|crates?|pakiti|chupa|paquets?|boîtes?|bouteilles?)";
const END =
  "(?=\\s*(?:[,.;?!]|$|\\b(?:for (?:me|us|my|him|her|them)|please|aside|in stock|available|there|with|from|to|and|if|because|today|tomorrow|tonight|now|at|on|by|how|is it|tafadhali|kwa|s'il|pour|abeg|ma|sir|oh|o)\\b))";
const LEADS = [
  new RegExp(`\\b${PIECES}\\s+(?:of|za|ya|de|d')\\s*(.{2,40}?)${END}`, "iu"),
  new RegExp(
    `\\b(?:have|has|got|keep|reserve|hold|sell|stock|want|need|order|buy|get|looking for|check(?: for| if you have)?|price of|cost of|put aside|set aside|mna|mnauza|nataka|nahitaji|naomba|avez[- ]vous|vendez[- ]vous|voudrais|veux|cherche|commander)\\s+(?:me |us )?(?:${NUMBER}\\s+)?(?:${PIECES}\\s+(?:of|za|ya|de)\\s+)?(.{2,40}?)${END}`,
    "iu",
  ),
];
/** What is no thing of its own. */
const EMPTY =
  /^(?:\p{L}{3,}(?<!e)ed|ku\p{L}{3,}|already|left|gone|taken|lost|broken|seen|done|made|given|told|heard|found|been|paid|had|got|come|it|that|this|them|one|ones|some|any|something|anything|money|help|to|you|me|a|an|the|in|there|here|time|information|people|somebody|someone|\d+|ten|five|two|three|four)\b/iu;
const MOST_WORDS = 5;

export function findItem(text: string): string | undefined {
  for (const lead of LEADS) {
    const found = lead
      .exec(text)?.[1]
      ?.trim()
      .replace(/^(?:the|a|an|some|any|of)\s+/i, "");
    if (found === undefined || EMPTY.test(found)) continue;
    const words = found.split(/\s+/);
    if (words.length > MOST_WORDS || words.every((word) => NOT_NAMES.has(word.toLowerCase()))) continue;
    return found;
  }
  return undefined;
}
