/** What another speaker's words mean for the form: which question they ask, and which values they read back. */
import { z } from "zod";
import { openForm } from "./slots/pursue.ts";
import { bookingOf } from "./slots/free-times.ts";
import { parsed } from "./slots/outcome.ts";
import { takeSlots } from "./slots/fill.ts";
import type { Field, Form } from "./forms/form.ts";
import { followWelcome } from "./openings.ts";
import { wordsOf } from "./spoken/plain.ts";
import type { State } from "./state.ts";
import { fieldOfKind, isVisit, missing } from "./task.ts";
import { rankIntents } from "./intents/rank.ts";
import type { World } from "./world.ts";

type Meant = "confirm" | "anything-else" | "offer-message" | Field["kind"];

const QUESTIONS: readonly (readonly [RegExp, Meant])[] = [
  [
    /\b(?:is|are|does) (?:that|this|these|it|everything|all)(?: \w+){0,3} (?:correct|right|okay|look)|\b(?:correct|right)\?|shall i (?:book|go ahead|confirm|submit)|ni sahihi|sawa\?|est-ce (?:correct|exact|bien)|c'est (?:bien )?(?:correct|ça) ?\?/i,
    "confirm",
  ],
  [/\b(?:anything|something) else\b|jambo lingine|kitu kingine|autre chose/i, "anything-else"],
  [/\b(?:take|leave) a message\b|nichukue ujumbe|laisser un message/i, "offer-message"],
  [
    /\bname\b[^.!]*\?|\bwho (?:am i|do i have|are we|is (?:this|it|calling|speaking))\b|\bwho(?:'s|’s) (?:this|it|calling|speaking)\b|\bwho (?:shall|should|can|may) i (?:say|put|book|write)|\bwhat (?:should|shall|can|may) i call you\b|jina (?:lako|langu)?|(?:votre|quel) nom|qui (?:est à l'appareil|ai-je)/i,
    "name",
  ],
  [
    /\b(?:phone|telephone|contact|mobile) number\b|\bnumber (?:can|should) (?:we|i)\b|\b(?:best|good|a|your) number\b|\bnumber (?:to|where|that|for you)\b|\b(?:how|where|best way)\b.* (?:reach|call|ring) you\b|namba .*simu|numéro de téléphone/i,
    "phone",
  ],
  [/\be-?mail\b|barua pepe/i, "email"],
  [
    /\b(?:which|what) (?:day|date)\b|\bwhen (?:would|do|should|can|works)\b|\b(?:day|date) (?:works|suits|would)\b|siku gani|lini|quel jour|quand/i,
    "day",
  ],
  [/\b(?:what|which) time\b|\btime (?:works|suits|would)\b|\bhow early\b|saa ngapi|quelle heure/i, "time"],
];

const STILL_THERE = /\b(?:still there|are you there|still on the line)\b|uko hapo|bado uko|êtes-vous (?:toujours|encore) là/i;

/** Takes over after what another speaker has said. Changes `state`. */
export function takeOver(state: State, text: string, world: World): void {
  state.wasAskedIfThere = STILL_THERE.test(text);
  if (state.wasAskedIfThere) return;
  if (state.turns === 0 && followWelcome(state, text, world)) return;
  const sentences = text.split(/(?<=[.!?])\s+/);
  const asking = sentences.findLast((sentence) => sentence.includes("?")) ?? sentences.at(-1) ?? "";
  const meant = QUESTIONS.find(([pattern]) => pattern.test(asking))?.[1];
  if (meant === "anything-else") {
    state.task = undefined;
    state.asked = "anything-else";
    return;
  }
  // What was done is told: that asks for nothing.
  if (!state.task && (state.lastTool === undefined || asking.includes("?"))) openFor(state, { asking, meant, world });
  const { task } = state;
  if (!task) {
    state.asked = meant === "offer-message" ? meant : "how-can-i-help";
    return;
  }
  if (meant === "confirm") {
    // What it reads back stands where the caller's own words were not understood.
    const read = takeSlots({ text, confidence: 0.9, turn: state.turns }, task, undefined, world).slots;
    for (const [name, slot] of Object.entries(read)) task.slots[name] ??= slot;
    const next = missing(task);
    state.asked = next ? `field:${next.name}` : "confirm";
    return;
  }
  const field = fieldAskedFor(task.form, asking, meant);
  if (field) state.asked = `field:${field.name}`;
  else if (meant === "offer-message") state.asked = meant;
}

/** No wish was understood so far: the form that asks such a question. */
function openFor(state: State, { asking, meant, world }: { asking: string; meant: Meant | undefined; world: World }): void {
  const [requested] = rankIntents(state.request === "" ? asking : state.request, world.forms);
  const asks = world.forms.filter((form) => fieldAskedFor(form, asking, meant));
  const visit = meant === "day" || meant === "time" ? asks.find(({ intent }) => intent === "book") : undefined;
  const form =
    visit ??
    asks.find((one) => one === requested?.form) ??
    (asks.length === 1 && meant !== "name" && meant !== "phone" ? asks[0] : undefined);
  if (form) openForm(state, form, "");
}

function fieldAskedFor(form: Form, asking: string, meant: Meant | undefined): Field | undefined {
  const words = new Set(wordsOf(asking));
  const share = ({ label }: Field): number => {
    const parts = label.split(" ");
    return parts.filter((part) => words.has(part)).length / parts.length;
  };
  const [best] = form.fields.toSorted((a, b) => share(b) - share(a));
  if (best && share(best) === 1) return best;
  return form.fields.find(({ kind }) => kind === meant || (kind === "moment" && (meant === "day" || meant === "time")));
}

/** A tool that another speaker has called with these arguments. */
export function takeCall(state: State, call: { name: string; arguments: string }, world: World): void {
  if (call.name === world.availability?.tool) return takeCheck(state, call.arguments, world);
  if (state.task?.form.tool === call.name) return;
  const form = world.forms.find(({ tool }) => tool === call.name);
  if (form) openForm(state, form, "");
}

/** Whoever asks the calendar is about to book: with the day, and the time, that it was asked for. */
function takeCheck(state: State, given: string, world: World): void {
  const form = bookingOf(world);
  if (state.task === undefined && form) openForm(state, form, state.request);
  const { task } = state;
  if (!task || !isVisit(task.form)) return;
  const asked = CHECKED.safeParse(parsed(given)).data ?? {};
  const visit = `${asked.date ?? ""} ${asked.time ?? ""}`;
  // The dialogue's own question.
  if (task.checkedVisit === visit) return;
  for (const kind of ["day", "time"] as const) {
    const field = fieldOfKind(task.form, kind);
    const value = kind === "day" ? asked.date : asked.time;
    if (field && value !== undefined)
      task.slots[field.name] ??= { value, confidence: 1, source: { turn: state.turns, said: "" } };
  }
  task.asksFreeTimes = true;
  task.checkedVisit = visit;
}

/** What models give, whatever else they add. */
const CHECKED = z.object({
  date: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .optional()
    .catch(undefined),
  time: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .optional()
    .catch(undefined),
});
