/** What a caller wanted: the first words that say something. Pure. */
import type { Entry } from "@ongea/contract";
import { termsOf } from "../../platform/terms.ts";
import { REDACTED } from "../../compliance/index.ts";

export interface Intent {
  /** In the journal, from 0. */
  position: number;
  text: string;
}

/** A caller who has said nothing by then wants something that words do not show. */
const FIRST_TURNS = 6;
/** What is shorter is a greeting or an answer; it counts where nothing else was said. */
const USUAL_TERMS = 2;
const MOST_TERMS = 24;

/** Words of greetings, politeness and telephone manners, as `termsOf` gives them. They are in the way of what somebody wants. */
const MANNERS = new Set(
  (
    "good morning afternoon evening night day sir madam dear sister brother boss friend yeah sure right listen excuse sorry calling call speak speaking talk " +
    "phone line hear number name people thing something today now time one two three four five six seven eight nine ten zero " +
    "habari jambo hujambo shikamoo samahani mambo asante sawa ndiyo hapana ndugu dada kaka bwana mama sasa " +
    "bonjour bonsoir allo allô oui non merci monsieur madame salut svp voila bien tres " +
    "bom boa dia tarde noite ola sim nao obrigado obrigada senhor senhora por favor " +
    "sannu barka eh aa bawo ni o sawubona yebo ngicela"
  ).split(" "),
);

/** Of a text, each once. */
export function intentTerms(text: string): string[] {
  const terms = termsOf(text.slice(0, 2_000).replaceAll(REDACTED, " "));
  return [...new Set(terms)].filter((term) => !MANNERS.has(term)).slice(0, MOST_TERMS);
}

/** Undefined: the caller said nothing that can be compared. */
export function findIntent(entries: readonly Entry[]): Intent | undefined {
  let turns = 0;
  let short: Intent | undefined;
  for (const [position, entry] of entries.entries()) {
    if (entry.kind !== "turn" || entry.by !== "caller") continue;
    if (++turns > FIRST_TURNS) break;
    const terms = intentTerms(entry.text).length;
    if (terms >= USUAL_TERMS) return { position, text: entry.text };
    if (terms > 0) short ??= { position, text: entry.text };
  }
  return short;
}
