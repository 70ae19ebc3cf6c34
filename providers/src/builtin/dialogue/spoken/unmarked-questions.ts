/** Speech has no question marks, and many people who type leave them out: a question is known by its grammar. English, Swahili, French. */
import { plain, unaccented } from "./plain.ts";

/** What may stand before a question in one breath. */
const LEAD =
  "(?:(?:and|so|but|also|or|then|now|well|ok|okay|alright|please|sorry|excuse me|hello|hi|hey|yes|no|thanks|thank you|good (?:morning|afternoon|evening|day)|sir|madam|abeg|i beg|eh|ah|oh|by the way|one more thing|bonjour|bonsoir|pardon|et|alors|dites|dis|merci|oui|non|habari|samahani|tafadhali|na|basi|asante|sawa) )*";
const SUBJECT = "(?:i|we|you|he|she|it|they|there|people|una)";
const NOUN_PHRASE =
  "(?:this|that|these|those|the|an?|my|your|our|his|her|their|its|any|anybody|anyone|somebody|someone|all|both|every|some|one|children|foreigners)";
/** "Do the booking" and "have a nice day" are none. */
const INVERTED = `(?:(?:do|have|had|must|shall|may|might)(?:n't| not)? ${SUBJECT}|(?:is|are|am|was|were|does|did|has|can|could|will|would|should)(?:n't| not)? (?:${SUBJECT}|${NOUN_PHRASE}))`;
const WH = "(?:what|when|where|who|whom|whose|which|how|why)";
/** "When I come" and "what the clerk said" are clauses of other sentences. */
const WH_ASKS = `(?:(?:at|by|for|from|in|on|of|to|till|until|with|since|about) )?(?:how (?:much|many|long|old|far|big|often|soon|early|late|fast|come|about)|${WH}(?:'s|'re)|${WH} (?!i |we |you |he |she |it |they |the |a |an |my |your |our |this |that |if )\\p{L}+)`;

const ENGLISH = new RegExp(
  `^${LEAD}(?:${INVERTED}|${WH_ASKS})\\b|(?<!\\b(?:if|whether|that|when|what|where|how|who|which|as|than|whatever) )\\b(?:do (?:you|i|we)|are (?:you|there)|is (?:there|it)|can (?:i|we|you)|could (?:i|we|you)|may i|should (?:i|we)|must (?:i|we)|does it|will (?:it|you)|would you|did (?:you|my|i))\\b|\\b(?:till|until) (?:when|what time)\\b|\\bwhat happens\\b|\\b(?:when|where|how much|how many|what time)$`,
  "u",
);
const FRENCH = new RegExp(
  `\\best ce que\\b|\\bcombien\\b|^${LEAD}(?:quand|ou (?:est|sont|etes|se|puis|peut|on|vous|c'est|je|ca)|qui|quoi|comment|pourquoi|(?:a |de |pour |jusqu'a |depuis )?quels?\\b|(?:a |de |pour |jusqu'a |depuis )?quelles?\\b|y a|on peut|(?:je peux|il peut|elle peut) (?!venir|passer|etre)\\p{L}+(?:er|ir|oir|re)\\b|(?:il )?faut|vous (?:avez|faites|prenez|acceptez|livrez|vendez|servez|apportez|etes|fermez|ouvrez|pouvez|gardez|louez|envoyez|reparez|donnez)|(?:peut|peux|puis|pouvez|avez|etes|faites|prenez|acceptez|vendez|livrez|servez|ouvrez|fermez|dois|doit|va|a t)[ -](?:on|je|vous|il|elle))\\b|\\bquelle heure\\b|\\b(?:quand|ou|comment|combien|quoi)$`,
  "u",
);
const SWAHILI = new RegExp(
  `^${LEAD}(?:je (?:mna|kuna|ni|una|ana|wana|naweza|unaweza|mnaweza|tunaweza|inawezekana|nita|bei|saa|lini|wapi|nini|kama|hii|hiyo)\\p{L}*|mna\\p{L}+|inawezekana|naweza|tunaweza|ninaweza)\\b|\\b(?:ngapi|wapi|lini|nini|gani|nani|vipi|kwa nini|\\p{L}+ngapi)\\b|\\b(?:na|una|mna|ni|ta|tu)\\p{L}{3,}je$`,
  "u",
);

/** Whether a clause without a question mark asks. */
export function asksUnmarked(text: string): boolean {
  const cleaned = unaccented(plain(text)).trim();
  return ENGLISH.test(cleaned) || FRENCH.test(cleaned) || SWAHILI.test(cleaned);
}

/** The text with a question mark where its last clause asks, as if it had been written with one. */
export function withQuestionMark(text: string): string {
  if (text.includes("?")) return text;
  const last = text.split(/[.!;]\s+/).at(-1) ?? "";
  const clause = last.split(/,\s+/).at(-1) ?? "";
  return asksUnmarked(clause) || asksUnmarked(last) ? `${text.replace(/[\s.,;!]+$/, "")}?` : text;
}
