/** All that the guided dialogue knows in one call: facts, hours, the present moment, the tools it has, its words. */
import type { ThinkRequest } from "@ongea/conversation";
import { END_CALL_TOOL } from "@ongea/conversation";
import { callBackIn } from "./facts/call-back.ts";
import { dangersIn, emergencyAdvice, type DangerAdvice, type EmergencyAdvice } from "./facts/emergency.ts";
import type { Fact } from "./facts/facts.ts";
import { businessName, factsOf } from "./facts/facts.ts";
import { type Limit, limitsOf } from "./facts/limits.ts";
import { type FarPlaces, farPlaces } from "./facts/far-places.ts";
import { Refusals } from "./facts/refusals.ts";
import { sentencesOf } from "./facts/clauses.ts";
import { withNumbers } from "./facts/referrals.ts";
import { type Situation, situationsOf } from "./facts/situations.ts";
import type { OpeningHours } from "./facts/opening-hours.ts";
import { hoursOfItem, openingHours } from "./facts/opening-hours.ts";
import { FactIndex } from "./facts/retrieval.ts";
import type { Form } from "./forms/form.ts";
import { formOf } from "./forms/form.ts";
import { jsonOf } from "./json-of.ts";
import { countryOf } from "./forms/phone-plans.ts";
import { english } from "./phrases/en.ts";
import { french } from "./phrases/fr.ts";
import type { Phrases } from "./phrases/phrases.ts";
import { swahili } from "./phrases/sw.ts";
import { emergencyOf } from "./message-taking/prompt-emergency.ts";
import type { Moment } from "./spoken/calendar.ts";
import { momentOf } from "./spoken/calendar.ts";
import { keep } from "./spoken/plain.ts";

export interface World {
  facts: readonly Fact[];
  index: FactIndex;
  hours: OpeningHours | undefined;
  business: string | undefined;
  /** From what number on the business does something. */
  limits: readonly Limit[];
  /** What it does not do. */
  refusals: Refusals;
  /** Where it does not go. */
  farPlaces: readonly FarPlaces[];
  /** What the prompt tells to do when something happens. */
  situations: readonly Situation[];
  /** Of the prompt, to be said to someone in danger. */
  emergency: EmergencyAdvice | undefined;
  /** What it says of single dangers. */
  dangers: readonly DangerAdvice[];
  /** When a colleague calls back, where the prompt says so. */
  callBack: string | undefined;
  /** Of the call, BCP 47. */
  language: string;
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
/** One answer asks several times. */
const knownOf = new WeakMap<ThinkRequest, World>();

export function worldOf(request: ThinkRequest): World {
  const world = knownOf.get(request) ?? worldFor(request);
  knownOf.set(request, world);
  return world;
}

function worldFor(request: ThinkRequest): World {
  const { instructions, knowledge, tools, language } = request;
  const key = JSON.stringify([instructions, language, knowledge.map(({ id, text }) => [id, text])]) + jsonOf(tools);
  let read = known.get(key);
  if (!read) {
    read = readWorld(request);
    keep(known, key, read, MOST_KNOWN);
  }
  return { ...read, now: momentOf(request.localTime) };
}

function readWorld({ instructions, knowledge, tools, language }: ThinkRequest): Read {
  const told = factsOf(instructions, knowledge);
  const callBack = callBackIn(instructions, told);
  const facts = callBack === undefined || told.includes(callBack) ? told : [...told, callBack];
  const house = openingHours(facts);
  const all = tools
    .filter(({ name }) => name !== END_CALL_TOOL)
    .flatMap((tool) => formOf(tool, instructions) ?? [])
    .map((form): Form => {
      const hours = hoursOfItem(facts, itemsOf(form.tool), house);
      return hours === undefined ? form : { ...form, hours };
    });
  const transfer = all.find(({ intent }) => intent === "transfer");
  // Of hours, asked for a visit. Of things, it is a tool like others: "is the generator free on Sunday?"
  const availability = all.some((form) => form.intent === "book" && takesHour(form))
    ? all.find(({ intent, fields }) => intent === "availability" && fields.some(({ kind }) => kind === "day"))
    : undefined;
  const message =
    all.find(({ intent }) => intent === "message") ?? all.find(({ intent }) => intent === "call-back" || intent === "complain");
  return {
    facts,
    index: new FactIndex(facts),
    hours: house,
    business: businessName(instructions),
    limits: limitsOf(facts),
    refusals: new Refusals(facts),
    farPlaces: farPlaces(facts),
    situations: situationsOf(
      instructions
        .split("\n")
        .flatMap(sentencesOf)
        .map((one) => withNumbers(one, "tell them ")),
    ),
    emergency: emergencyAdvice(instructions, facts) ?? emergencyOf(instructions),
    dangers: dangersIn(instructions),
    language,
    callBack: callBack?.text,
    country: countryOf(instructions, language),
    forms: all.filter((form) => form !== transfer && form !== availability),
    message,
    availability,
    transfer: transfer?.tool,
    mayHangUp: tools.some(({ name }) => name === END_CALL_TOOL),
  };
}

function takesHour({ fields }: Form): boolean {
  return fields.some(({ kind }) => kind === "time" || kind === "moment");
}

const ACTS = new Set(
  "book make reserve cancel create change move order request take check find get list new send add".split(" "),
);

/** What a tool is about: "book_driving_lesson" is about driving and lessons. */
function itemsOf(tool: string): string[] {
  return tool
    .split(/[_\W]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ""))
    .filter((word) => word.length > 3 && !ACTS.has(word));
}
