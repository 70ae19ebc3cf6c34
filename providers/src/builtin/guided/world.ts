/** All that the guided dialogue knows in one call: facts, hours, the present moment, the tools it has, its words. */
import type { ThinkRequest } from "@ongea/conversation";
import { END_CALL_TOOL } from "@ongea/conversation";
import type { EmergencyAdvice } from "./facts/emergency.ts";
import { emergencyAdvice } from "./facts/emergency.ts";
import type { Fact } from "./facts/facts.ts";
import { businessName, factsOf } from "./facts/facts.ts";
import type { OpeningHours } from "./facts/opening-hours.ts";
import { openingHours } from "./facts/opening-hours.ts";
import { FactIndex } from "./facts/retrieval.ts";
import type { Form } from "./forms/form.ts";
import { formOf } from "./forms/form.ts";
import { countryOf } from "./forms/phone-plans.ts";
import { english } from "./phrases/en.ts";
import { french } from "./phrases/fr.ts";
import type { Phrases } from "./phrases/phrases.ts";
import { swahili } from "./phrases/sw.ts";
import { emergencyOf } from "./reception/prompt-emergency.ts";
import type { Moment } from "./spoken/calendar.ts";
import { momentOf } from "./spoken/calendar.ts";

export interface World {
  facts: readonly Fact[];
  index: FactIndex;
  hours: OpeningHours | undefined;
  business: string | undefined;
  /** Of the prompt, to be said to someone in danger. */
  emergency: EmergencyAdvice | undefined;
  /** Where its callers' telephone numbers are from, ISO 3166. */
  country: string | undefined;
  now: Moment;
  /** What can be done for callers. */
  forms: readonly Form[];
  /** What takes a message for a colleague. */
  message: Form | undefined;
  /** What says whether a day and a time are free. */
  availability: Form | undefined;
  /** The tool that puts the call through. */
  transfer: string | undefined;
  mayHangUp: boolean;
}

export type Language = "en" | "sw" | "fr";

export const WORDS: Record<Language, Phrases> = { en: english, sw: swahili, fr: french };

/** The nearest language that there are words in. */
export function languageFor(tag: string): Language {
  const base = tag.toLowerCase().split("-")[0];
  return base === "sw" || base === "fr" ? base : "en";
}

/** What was read out of the last few prompts and tools: a call asks many times with the same. */
type Read = Omit<World, "now">;
const known = new Map<string, Read>();
const MOST_KNOWN = 50;

export function worldOf(request: ThinkRequest): World {
  const { instructions, knowledge, tools, language } = request;
  const key = JSON.stringify([instructions, language, knowledge.map(({ id, text }) => [id, text]), tools]);
  let read = known.get(key);
  if (!read) {
    read = readWorld(request);
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
    known.set(key, read);
  }
  return { ...read, now: momentOf(request.localTime) };
}

function readWorld({ instructions, knowledge, tools, language }: ThinkRequest): Read {
  const facts = factsOf(instructions, knowledge);
  const all = tools.filter(({ name }) => name !== END_CALL_TOOL).flatMap((tool) => formOf(tool, instructions) ?? []);
  const transfer = all.find(({ deed }) => deed === "transfer");
  const availability = all.find(({ deed, fields }) => deed === "availability" && fields.some(({ kind }) => kind === "day"));
  const message =
    all.find(({ deed }) => deed === "message") ?? all.find(({ deed }) => deed === "call-back" || deed === "complain");
  return {
    facts,
    index: new FactIndex(facts),
    hours: openingHours(facts),
    business: businessName(instructions),
    emergency: emergencyAdvice(instructions, facts) ?? emergencyOf(instructions),
    country: countryOf(instructions, language),
    forms: all.filter((form) => form !== transfer && form !== availability),
    message,
    availability,
    transfer: transfer?.tool,
    mayHangUp: tools.some(({ name }) => name === END_CALL_TOOL),
  };
}
