/** What a business says that it does not do: "Not ours: blocked sinks and house pipes, those people go to Katumba Plumbers." Pure. */
import { conceptsOf } from "../spoken/concepts.ts";
import type { Fact } from "./facts.ts";

export interface Refusal {
  /** To be said to whoever wants it. */
  sentence: string;
  /** Meanings of what is not done, of which no other fact speaks. */
  about: ReadonlySet<string>;
}

const REFUSED =
  /\b(?:not ours|we (?:don't|do not|never|cannot|can't)(?: also| ever)? \p{L}+|we have no|^for(?= [^;.]*\b(?:it is best to|please go to))|i cannot take \p{L}+ (?:for|from|of)|^no|(?<=[,;] )no(?= [^;.]*\bor )|hatu\p{L}{3,}|nous ne \p{L}+ (?:pas|jamais|ni))\b:?\s+([^;.]+)/giu;
/** Everybody speaks of these. */
const ANYBODYS = new Set(
  conceptsOf("home house day time people person child money car price place phone work way thing order today tomorrow"),
);
const FEWEST_LETTERS = 4;

/** The refusals that facts state. */
export function refusalsOf(facts: readonly Fact[]): Refusal[] {
  const parts = facts.map(({ text }) => [...text.matchAll(REFUSED)].map(([, what = ""]) => what).join(" "));
  const done = new Set(facts.flatMap(({ text }, at) => (parts[at] === "" ? conceptsOf(text) : [])));
  return facts.flatMap(({ text }, at) => {
    const about = conceptsOf(parts[at] ?? "").filter(
      (concept) => concept.length >= FEWEST_LETTERS && !done.has(concept) && !ANYBODYS.has(concept),
    );
    return about.length === 0 ? [] : [{ sentence: text, about: new Set(about) }];
  });
}

/** The refusal of what a text speaks of; `undefined`: none. */
export function refusedBy(text: string, refusals: readonly Refusal[]): Refusal | undefined {
  const said = conceptsOf(text);
  return refusals.find(({ about }) => said.some((concept) => about.has(concept)));
}
