/** All that the guided dialogue knows in one call: facts, hours, the present moment, the tools it has, its words. */
import type { ThinkRequest } from "@ongea/conversation";
import { END_CALL_TOOL } from "@ongea/conversation";
import type { Moment } from "./calendar.ts";
import { momentOf } from "./calendar.ts";
import type { Fact } from "./facts.ts";
import { businessName, factsOf } from "./facts.ts";
import type { OpeningHours } from "./opening-hours.ts";
import { openingHours } from "./opening-hours.ts";
import { english } from "./phrases/en.ts";
import { french } from "./phrases/fr.ts";
import type { Phrases } from "./phrases/phrases.ts";
import { swahili } from "./phrases/sw.ts";
import { FactIndex } from "./retrieval.ts";

export interface World {
  facts: readonly Fact[];
  index: FactIndex;
  hours: OpeningHours | undefined;
  business: string | undefined;
  now: Moment;
  has(tool: string): boolean;
  mayHangUp: boolean;
}

export type Language = "en" | "sw" | "fr";

export const WORDS: Record<Language, Phrases> = { en: english, sw: swahili, fr: french };

/** The nearest language that there are words in. */
export function languageFor(tag: string): Language {
  const base = tag.toLowerCase().split("-")[0];
  return base === "sw" || base === "fr" ? base : "en";
}

/** Facts and index of the last few prompts: a call asks many times with the same. */
const known = new Map<string, Pick<World, "facts" | "index" | "hours" | "business">>();
const MOST_KNOWN = 50;

export function worldOf(request: ThinkRequest): World {
  const key = `${request.instructions}\u0000${request.knowledge.map((passage) => `${passage.id}\u0001${passage.text}`).join("\u0002")}`;
  let read = known.get(key);
  if (!read) {
    const facts = factsOf(request.instructions, request.knowledge);
    read = { facts, index: new FactIndex(facts), hours: openingHours(facts), business: businessName(request.instructions) };
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
    known.set(key, read);
  }
  const tools = new Set(request.tools.map((tool) => tool.name));
  return { ...read, now: momentOf(request.localTime), has: (tool) => tools.has(tool), mayHangUp: tools.has(END_CALL_TOOL) };
}
