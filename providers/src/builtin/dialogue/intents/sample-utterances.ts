/** How callers of this agent may put what they want, in English: samples for a recogniser's language model, made of its tools and facts. */
import { END_CALL_TOOL, type ThinkRequest } from "@ongea/conversation";
import { type Fact, factsOf } from "../facts/facts.ts";
import { spokenChoice } from "../forms/choices.ts";
import { type Form, formOf } from "../forms/form.ts";
import { wordsOfName } from "../forms/kinds.ts";
import { jsonOf } from "../json-of.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { wordsOf, keep } from "../spoken/plain.ts";
import type { Intent } from "./intents.ts";
import { placeSamples } from "./place-samples.ts";

/**
 * `{a}`: a thing with its article, `{my}`: the same with "my", `{thing}`: without any; what else stands in braces is for the recogniser, which knows how days,
 * times, names and numbers are said.
 */
const WISHES: Partial<Record<Intent, readonly string[]>> = {
  book: [
    "i would like to book {a}",
    "i want to book {a}",
    "i'd like to book {a} for {date}",
    "can i book {a}",
    "please book {a} for me",
    "i want to make {a}",
    "i need to make {a}",
    "i would like {a}",
    "i'd like {a} please",
    "i need {a}",
    "i need {a} {date}",
    "i want {a} {date}",
    "i need {a} {date} at {time}",
    "can i get {a} {date} at {time}",
    "can i have {a}",
    "i am looking for {a}",
    "do you have {a} {date}",
    "i want to come in {date} at {time}",
    "i want to come {date}",
    "can i come {date}",
    "can i come in {date} for {a}",
    "could i come {date} at {time}",
    "i want to see {a}",
    "i need to see {a} {date}",
    "can i see {a}",
    "book me for {date} at {time}",
    "book me for {date} my name is {name}",
    "{date} at {time}",
    "{time} {date}",
    "{date} please",
    "can i reserve {a} for {date}",
    "i want to reserve {a}",
    "i want to schedule {a}",
    "please arrange {a} {date}",
    "can you arrange {a}",
    "can you send {a} {date}",
    "i want to send {a}",
    "can you pick up {my} {date}",
    "can you collect {my}",
    "i need someone to collect {a}",
    "i need {number} {thing}",
    "i want {number} {thing} for {date}",
  ],
  cancel: [
    "i want to cancel {my}",
    "i need to cancel {my}",
    "please cancel {my}",
    "please cancel {my} on {date}",
    "i would like to cancel {my} for {date}",
    "i can't make it {date} please cancel {my}",
    "i won't be able to come {date}",
    "i no longer need {my}",
    "cancel {thing} {code}",
  ],
  move: [
    "i want to reschedule {my}",
    "i need to reschedule {my}",
    "can you move {my} to {date}",
    "please move {my} to {date} at {time}",
    "i want to change {my} to {date}",
    "i'd like to change the time of {my} to {time}",
    "i want to change the date of {my}",
    "can we postpone {my}",
  ],
  "look-up": [
    "where is {my}",
    "where's {my}",
    "i want to track {my}",
    "i want to check {my}",
    "i want to check on {my}",
    "can you check {my}",
    "can you check the status of {my}",
    "what is the status of {my}",
    "can you check {thing} {code}",
    "the number is {code}",
    "my number is {code}",
    "has {my} arrived",
    "{my} has not arrived",
    "{my} has not come the number is {code}",
    "is {my} ready",
    "i want to know if {my} is ready",
    "i want to know {my}",
    "what is {my}",
    "what's {my}",
    "how much do i owe",
    "how much is {my}",
    "i want to find out about {my}",
    "i am waiting for {my}",
    "has {my} been approved",
    "has {my} been paid",
    "i want to know if {my} has been approved",
    "when will {my} come",
    "tell me {my}",
  ],
  report: [
    "i want to report {a}",
    "i would like to report {a}",
    "there is {a}",
    "there is no {thing}",
    "we have no {thing}",
    "we have not had {thing} since {date}",
    "{my} is not working",
    "{my} is broken",
    "{my} is lost",
    "i lost {my}",
    "i have lost {my}",
    "i left {my}",
    "{my} was stolen",
    "{my} is sick",
    "{my} will not come {date}",
    "{my} will be absent {date}",
    "{my} is sick and will not come {date}",
  ],
  complain: [
    "i want to complain about {my}",
    "i want to complain about {a}",
    "i have a complaint",
    "i want to complain",
    "i am not happy with {a}",
    "i am very disappointed with {a}",
    "you gave me the wrong {thing}",
    "this is the wrong {thing}",
    "this is not what i ordered",
    "{a} was late",
  ],
  refund: [
    "i want a refund",
    "i want a refund for {a}",
    "i want my money back",
    "i want my money back for {a}",
    "you charged me twice for {a}",
  ],
  change: [
    "i want to change {my}",
    "i need to change {my}",
    "i want to update {my}",
    "i have moved i need to change {my}",
    "i have moved house",
    "i have a new {thing}",
  ],
  register: [
    "i want to register",
    "i want to register {my}",
    "i would like to register for {a}",
    "i want to join",
    "i want to become a member",
    "i want to open {a}",
  ],
  apply: [
    "i want to apply for {a}",
    "i would like to apply for {a}",
    "i want to take {a}",
    "i want to borrow {number}",
    "i need a loan of {number}",
  ],
  pay: [
    "i want to pay {my}",
    "i want to pay for {a}",
    "can i pay {my}",
    "i want to deposit {number}",
    "i want to order {a}",
    "i'd like to order {a} for {date}",
  ],
  order: [
    "i want to buy {a}",
    "can you deliver {my} {date}",
    "i want {my} delivered at home",
    "can you send me {my}",
    "i want to request {a}",
    "i need {a} for {number} nights",
  ],
  message: [
    "please call me back",
    "can someone call me back",
    "please have someone call me back about {a}",
    "can the manager call me back about {a}",
    "i want to leave a message",
    "can i leave a message for {a}",
    "please stop calling me",
    "don't call me again",
    "take my number off your list",
  ],
};
const QUESTIONS: readonly string[] = [
  "what are your opening hours",
  "what are your hours",
  "what time do you open",
  "what time do you close",
  "when do you open",
  "when are you open",
  "when do you close",
  "are you open {date}",
  "are you open on saturday",
  "are you open now",
  "is the {thing} open on saturday",
  "where are you",
  "where are you located",
  "where is {a}",
  "how do i get there",
  "what is your address",
  "how much is {a}",
  "how much are {thing}",
  "how much does {a} cost",
  "what does {a} cost",
  "how much do you charge for {a}",
  "what do you charge for {a}",
  "what is the price of {a}",
  "how long does {a} take",
  "how long to {thing}",
  "how many {thing} can i have",
  "do you have {thing}",
  "do you sell {thing}",
  "do you take {thing}",
  "do you accept {thing}",
  "do you offer {thing}",
  "can i pay by {thing}",
  "can i pay with {thing}",
  "is there {thing}",
  "is there {a}",
  "what time does {a} leave",
  "when does {a} start",
  "when is {a}",
  "when are {thing} paid",
  "what do i need for {a}",
  "can i bring {a}",
  "do i need {a}",
];
/** Before and behind what is wanted. */
const LEADS = [
  "",
  "hello ",
  "",
  "good morning ",
  "",
  "hi ",
  "please ",
  "",
  "um ",
  "good afternoon ",
  "",
  "excuse me ",
  "hello good morning ",
  "yes hello ",
  "",
];
const TAILS = ["", "", "", "", " please", "", "", " thanks", "", "", " thank you"];
/** With each way of putting it, so many things of the tools that do such a thing, and so many others. */
const OWN_ITEMS = 3;
const OTHER_THINGS = 2;
const MOST_THINGS = 60;
const MOST_SAMPLES = 950;
const MOST_WORDS = 30;

/** Of the last few agents: a call asks many times with the same. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 50;

/** At most 950, and places. The same all through a call, whatever knowledge is found for one of its turns. */
export function samplesOf({ instructions, tools }: Pick<ThinkRequest, "instructions" | "tools">): readonly string[] {
  const key = JSON.stringify(instructions) + jsonOf(tools);
  let samples = known.get(key);
  if (!samples) {
    const forms = tools.filter(({ name }) => name !== END_CALL_TOOL).flatMap((tool) => formOf(tool, instructions) ?? []);
    samples = sampleUtterances(factsOf(instructions, []), forms);
    keep(known, key, samples, MOST_KNOWN);
  }
  return samples;
}

function sampleUtterances(facts: readonly Fact[], forms: readonly Form[]): string[] {
  const requested = [...new Set([...forms.flatMap(itemsOf), ...USUAL])];
  const told = [...new Set(facts.flatMap(({ text, question = "" }) => thingsIn(`${question} ${text}`)))].slice(0, MOST_THINGS);
  const others = inTurn([...requested, ...told]);
  const requests = Object.entries(WISHES).flatMap(([intent, ways]) => {
    const ofIntent = forms.filter((form) => form.intent === intent);
    const own = inTurn(ofIntent.flatMap(itemsOf));
    const named = ofIntent.slice(0, OWN_ITEMS).flatMap((form) => itemsOf(form).slice(0, 1));
    return ways.flatMap((way) => filled(way, [...new Set([...named, ...own(OWN_ITEMS), ...others(OTHER_THINGS)])]));
  });
  const asked = inTurn([...told, ...requested]);
  const samples = [
    ...facts.flatMap(({ text, question = "" }) => [question, text].filter((some) => some !== "")).slice(0, MOST_THINGS),
    ...forms.flatMap(({ fields }) => fields.flatMap(({ choices, label }) => [label, ...choices.map(spokenChoice)])),
    ...QUESTIONS.flatMap((way) => filled(way, asked(OWN_ITEMS + OTHER_THINGS))),
    ...requests,
  ].filter((sample) => wordsOf(sample).length <= MOST_WORDS);
  return [
    ...samples.slice(0, MOST_SAMPLES).map((sample, at) => `${LEADS[at % LEADS.length]}${sample}${TAILS[at % TAILS.length]}`),
    ...placeSamples(forms),
  ];
}

/** What callers of any business speak of. */
const USUAL = ["appointment", "booking", "order", "bill", "payment", "manager"];

/** "book_appointment: Books an appointment with a dentist." → appointment, dentist. */
function itemsOf({ tool, description, fields }: Form): string[] {
  const named = wordsOfName(tool).split(" ").slice(1).join(" ");
  const labels = fields.filter(({ kind }) => kind === "code" || kind === "choice" || kind === "text").map(({ label }) => label);
  const choices = fields.flatMap((field) => field.choices.map(spokenChoice));
  return [named, ...thingsIn(description.split(/[.;]/)[0] ?? ""), ...labels, ...choices].filter((thing) => thing !== "");
}

/** Runs of up to three words that are about something: "a check-up costs 1,200 shillings" → "check-up". */
function thingsIn(text: string): string[] {
  const runs: string[] = [];
  let run: string[] = [];
  for (const word of [...wordsOf(text), ""]) {
    if (word !== "" && /^\p{L}[\p{L}'-]+$/u.test(word) && isThing(word) && run.length < 3) {
      run.push(word);
      continue;
    }
    if (run.length > 0) runs.push(run.join(" "));
    run = [];
  }
  return runs;
}

const NO_THING =
  /^(?:books?|reports?|cancels?|moves?|tells?|says?|arranges?|changes?|orders?|opens?|costs?|takes?|another|inside|under|before|after|until|every|within|each|free|only|also|whether|far|another|caller|customer|needs?|leaves?|starts?|begins?|are|have|has|been|paid|seen|open|closed|monday|tuesday|wednesday|thursday|friday|saturday|sunday|one|two|three|four|five|six|seven|eight|nine|ten)$/;

function isThing(word: string): boolean {
  return !NO_THING.test(word) && [...conceptsOf(word)].length > 0;
}

/** So many of them each time, one after another. */
function inTurn(things: readonly string[]): (count: number) => string[] {
  let next = 0;
  return (count) => {
    const taken = [...things.slice(next), ...things].slice(0, Math.min(count, things.length));
    next = (next + taken.length) % Math.max(1, things.length);
    return taken;
  };
}

function filled(way: string, things: readonly string[]): string[] {
  if (!/\{(?:a|my|thing)\}/.test(way)) return [way];
  return things.map((thing, at) =>
    way.replace(/\{(a|my|thing)\}/, (_all, form: string) => {
      if (form === "thing") return thing;
      if (form === "my") return `${at % 4 === 3 ? "the" : "my"} ${thing}`;
      return at % 4 === 3 ? `the ${thing}` : `${/^[aeiou]/.test(thing) ? "an" : "a"} ${thing}`;
    }),
  );
}
