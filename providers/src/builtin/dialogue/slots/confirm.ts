/** What the caller answers when everything was read back to them. */
import type { Field } from "../forms/form.ts";
import { namesClock, namesDay } from "../forms/names-kind.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import { asksSomething, disputes, mayBeNo } from "../spoken/acts.ts";
import { monthsIn } from "../spoken/dates.ts";
import { digitRuns, digitsIn } from "../spoken/numbers.ts";
import { wordsOf } from "../spoken/plain.ts";
import { spelledName } from "../spoken/spelled.ts";
import type { State, Turn } from "../state.ts";
import { endWithOffer } from "../state.ts";
import { LEFT_OUT, type Slot, type Task, taskOf } from "../task.ts";
import type { World } from "../world.ts";
import { WORDS } from "../world.ts";
import { proceed, pursue, useTool, type CallerTurn } from "./pursue.ts";
import { settleVisit, takeSlots, type Trouble } from "./fill.ts";
import { mendedDigits } from "./mend-digits.ts";
import { passOn, question } from "./repair.ts";
import { askOnceMore, countTakenBack, givesUp, isUnsure, mustSpell } from "./take-back.ts";

const LEADS =
  /^\s*(?:(?:no|nope|nee|wait|hold on|ah|oh|ja|hapana|non|wrong|not correct|actually|sorry|yes|yeah|ndiyo|oui|but|lakini|mais)[\s,.]+)+/i;

/** `false`: it is no answer to that. */
// oxlint-disable-next-line complexity -- its order of questions is the rule; to be parted by question
export function answersConfirm(state: State, said: CallerTurn, world: World, turn: Turn): boolean {
  const { text } = said;
  const acts = mayBeNo(text) ? new Set([...said.acts, "no" as const]) : said.acts;
  const task = taskOf(state);
  const mended = mendedDigits(text, task);
  if (mended) {
    countTakenBack(task, mended.field.name);
    task.slots[mended.field.name] = { value: mended.value, confidence: said.confidence, source: { turn: said.turn, said: text } };
    if (!givesUp(state, mended.field, world, turn) || state.task) proceed(state, world, turn);
    return true;
  }
  if (task.form === world.message && addsDay(task, text, acts)) {
    proceed(state, world, turn);
    return true;
  }
  const { changes, trouble: heardWrong } = changesIn(said, task, world);
  if (Object.keys(changes).length === 0) Object.assign(changes, otherNumber(said, task, world), saidAgain(said, task, world));
  const isLeftOut = Object.keys(changes).some((name) => task.slots[name]?.value === LEFT_OUT);
  // It was left out because it could not be heard: what is heard now is no surer.
  if (isLeftOut && acts.has("no")) {
    passOn(state, turn);
    return true;
  }
  if (Object.keys(changes).length > 0 || (heardWrong && acts.has("no"))) {
    const isSpelled = spelledName(text, { confidence: said.confidence, not: [] }) !== undefined;
    for (const field of task.form.fields) {
      const change = changes[field.name];
      if (change && task.slots[field.name]) countTakenBack(task, field.name, isSpelled || isUnsureName(change, field));
    }
    Object.assign(task.slots, changes);
    const tooOften = task.form.fields.find((field) => field.name in changes && givesUp(state, field, world, turn));
    if (tooOften) {
      if (state.task) proceed(state, world, turn);
      return true;
    }
    const spelled = task.form.fields.find((field) => field.name in changes && mustSpell(task, field, isSpelled));
    if (spelled) {
      askOnceMore(state, spelled, turn);
      return true;
    }
    const trouble = heardWrong ?? settleVisit(task, world);
    if (trouble) pursue(state, { ...said, isNew: false }, world, turn);
    else proceed(state, world, turn);
    return true;
  }
  const dated = dayOfOtherMonth(text, task);
  if (dated) {
    asksForNamed(state, { named: dated }, world, turn);
    return true;
  }
  const isAskedWhich = state.asked === "change";
  if (!isAskedWhich && acts.has("yes") && !acts.has("no") && !disputes(text) && !saysOtherDigits(text, task)) {
    useTool(state, turn);
    return true;
  }
  const unclear = acts.has("yes") || asksSomething(text) ? undefined : valueSpokenOf(text, task);
  if (unclear && !isAskedWhich) {
    askOnceMore(state, unclear, turn);
    return true;
  }
  const named = fieldNamed(text, task);
  // Nothing is to be changed after all: it is read back once more.
  if (isAskedWhich && !named && acts.has("yes") && !acts.has("no")) {
    proceed(state, world, turn);
    return true;
  }
  if (!acts.has("no") && !(named && (isAskedWhich || disputes(text) || beginsWith(named, text)))) {
    const again = isAskedWhich ? undefined : digitsAgain(text, task);
    if (again) askOnceMore(state, again, turn);
    return again !== undefined;
  }
  asksForNamed(state, { named, isHeardAgain: saysName(said, named, task, world) }, world, turn);
  return true;
}

const FEWEST_ADDED = 5;

/** "Not Saturday, make it Monday at seven", said to a message that is read back, belongs to it. */
function addsDay({ form, slots }: Task, text: string, acts: CallerTurn["acts"]): boolean {
  const told = form.fields.find(({ kind, required, name }) => kind === "text" && required && slots[name] !== undefined);
  const slot = told && slots[told.name];
  const isMore = (namesDay(text) || namesClock(text)) && wordsOf(text).length >= FEWEST_ADDED && !acts.has("yes");
  if (!slot || !isMore || asksSomething(text) || slot.value.includes(text)) return false;
  slot.value = `${slot.value.replace(/[.?!]?$/, ".")} ${text}`;
  return true;
}

/** "Hmm, ten may be too many": what is spoken of and not understood is asked for again. */
function valueSpokenOf(text: string, { form, slots }: Task): Field | undefined {
  const filled = (kind: Field["kind"]): Field | undefined =>
    form.fields.find((field) => field.kind === kind && slots[field.name] !== undefined);
  if (digitRuns(wordsOf(text)).some(({ digits }) => digits.length >= FEWEST_DIGITS)) return undefined;
  const moment = namesClock(text)
    ? (filled("time") ?? filled("moment"))
    : namesDay(text)
      ? (filled("day") ?? filled("moment"))
      : undefined;
  return moment ?? (!namesClock(text) && quantitiesIn(text).length > 0 ? filled("number") : undefined);
}

function isUnsureName(change: Slot, field: Field): boolean {
  return field.kind === "name" && isUnsure(change, field, false);
}

/** "No, my name is …", and the name is heard as it was read back: it must be said in another way. */
function saysName(said: CallerTurn, named: Field | undefined, task: Task, world: World): boolean {
  return named?.kind === "name" && takeSlots(said, task, undefined, world).slots[named.name] !== undefined;
}

const FEWEST_DIGITS = 4;

/** A row of digits that is in nothing that was read back: whoever says it does not say yes, whatever else was heard. */
function saysOtherDigits(text: string, { slots }: Task): boolean {
  const digits = digitsIn(text);
  return digits.length >= FEWEST_DIGITS && !Object.values(slots).some(({ value }) => value.replace(/\D/g, "").includes(digits));
}

/** "Yeah December …": where the day that was read back lies in another month, and no day was heard, that one is wrong. */
function dayOfOtherMonth(text: string, { form, slots }: Task): Field | undefined {
  const months = monthsIn(text);
  const days = form.fields.filter(({ kind, name }) => (kind === "day" || kind === "moment") && slots[name] !== undefined);
  const isReadBack = (month: number): boolean => days.some(({ name }) => Number(slots[name]?.value.slice(5, 7)) === month);
  return months.every(isReadBack) ? undefined : days[0];
}

/** "It is four one five at the end, not four five one. B S seven zero four one five": the sentence that says it whole. */
function saidAgain(said: CallerTurn, task: Task, world: World): Task["slots"] {
  if (!saysOtherDigits(said.text, task) || said.confidence < HEARD_WELL || fieldNamed(said.text, task)) return {};
  const sentences = said.text.split(/(?<=[.:;!])\s+/u);
  const text = sentences.findLast((sentence) => digitsIn(sentence).length >= FEWEST_DIGITS) ?? said.text;
  const changes = withDigits(task).flatMap((field) => {
    const slot = takeSlots({ ...said, text }, task, field, world).slots[field.name];
    const before = task.slots[field.name]?.value ?? "";
    return slot && slot.value !== before && slot.value.length === before.length ? [[field.name, slot] as const] : [];
  });
  return changes.length === 1 ? Object.fromEntries(changes) : {};
}

function withDigits({ form, slots }: Task): Field[] {
  const isLong = (name: string): boolean => (slots[name]?.value ?? "").replace(/\D/g, "").length >= FEWEST_DIGITS;
  return form.fields.filter(({ kind, name }) => (kind === "phone" || kind === "code") && isLong(name));
}

/** Other digits than those that were read back, and no value is heard in them: the only one that has so many is asked for again. */
function digitsAgain(text: string, task: Task): Field | undefined {
  if (!saysOtherDigits(text, task)) return undefined;
  const long = withDigits(task);
  return long.length === 1 ? long[0] : undefined;
}

interface Wrong {
  named: Field | undefined;
  /** It was said once more, and heard as before. */
  isHeardAgain?: boolean;
}

/** Something is wrong: what was named is asked for again, else which it is, and at last it is left. */
function asksForNamed(state: State, { named, isHeardAgain = false }: Wrong, world: World, turn: Turn): void {
  const task = taskOf(state);
  const flips = named?.kind === "yes-no" ? task.slots[named.name] : undefined;
  if (flips) {
    flips.value = flips.value === "true" ? "false" : "true";
    proceed(state, world, turn);
  } else if (named) {
    if (task.slots[named.name]?.value === LEFT_OUT) {
      passOn(state, turn);
      return;
    }
    countTakenBack(task, named.name, isHeardAgain);
    if (!givesUp(state, named, world, turn)) askOnceMore(state, named, turn);
    else if (state.task) proceed(state, world, turn);
  } else if (state.misses++ === 0) {
    state.asked = "change";
    turn.say.push(question(state));
  } else {
    state.task = undefined;
    turn.say.push(WORDS[state.language].dropped);
    endWithOffer(state, turn);
  }
}

/** Values that are not those that were read back, and what is wrong with one of them. */
function changesIn(said: CallerTurn, task: Task, world: World): { changes: Task["slots"]; trouble: Trouble | undefined } {
  const { slots, trouble } = takeSlots({ ...said, text: said.text.replace(LEADS, "no, ") }, task, undefined, world);
  const led = fieldLedIn(said.text, task);
  const isNumberLed = NUMBER_LED.test(said.text.replace(LEADS, ""));
  const changes = Object.entries(slots).filter(([name, { value }]) => {
    if (isSame(task, name, value)) return false;
    const isName = task.form.fields.some((field) => field.name === name && field.kind === "name");
    // "No, the phone number is …": what is heard of it may look like a name, and is none.
    return led ? name === led.name : !(isName && isNumberLed);
  });
  // Of a field that nobody spoke of: what was said of the one that was named looked like it.
  return { changes: Object.fromEntries(changes), trouble: led && trouble?.field !== led ? undefined : trouble };
}

/** "Three, not four", "five thousand is too much": what is refused. */
const HEARD_WELL = 0.7;
const REFUSED =
  /(?:,\s*)?\b(?:not|instead of|rather than|and not|pas|et non|au lieu de|siyo|sio|badala ya)\s+[^,.;!?]+|[^,.;!?]+\b(?:(?:is|are|was|may be|might be|would be|will be) too (?:much|many|little|few)|is wrong|c'est trop|ni nyingi)\b/gi;

/** A count that is not the one that was read back, where the form has only one, or it is named: "make the chairs five hundred". */
function otherNumber(said: CallerTurn, task: Task, world: World): Task["slots"] {
  const numbers = task.form.fields.filter(({ kind, name }) => kind === "number" && task.slots[name] !== undefined);
  const named = numbers.length > 1 ? fieldNamed(said.text, task) : undefined;
  const field = numbers.length === 1 ? numbers[0] : numbers.find((one) => one === named);
  if (!field || asksSomething(said.text) || said.confidence < HEARD_WELL || namesClock(said.text)) return {};
  const text = said.text.replace(LEADS, "").replace(REFUSED, " ");
  const slot = takeSlots({ ...said, text }, task, field, world).slots[field.name];
  return slot && slot.value !== task.slots[field.name]?.value ? { [field.name]: slot } : {};
}

function isSame(task: Task, name: string, value: string): boolean {
  const known = task.slots[name]?.value;
  if (known === value || known === undefined) return known === value;
  // An hour of which the half was settled since.
  const bare = (time: string): number => Number(time.replace("~", "").slice(0, 2)) % 12;
  return value.startsWith("~") && bare(value) === bare(known) && value.slice(-2) === known.slice(-2);
}

const LED: ReadonlySet<Field["kind"]> = new Set(["text", "number", "code", "phone"]);

/** "No, new address …": what follows is of that field, and of no other that it may look like. */
function fieldLedIn(text: string, { form }: Task): Field | undefined {
  const rest = text
    .toLowerCase()
    .replace(LEADS, "")
    .replace(/^(?:the|my) /, "");
  return form.fields.find(({ kind, label }) => LED.has(kind) && rest.startsWith(`${label.toLowerCase()} `));
}

/** "The tracking number …": whoever begins with what a value is called corrects it, whatever was heard of the rest. */
function beginsWith({ label }: Field, text: string): boolean {
  if (asksSomething(text)) return false;
  const rest = text.toLowerCase().replace(LEADS, "");
  return rest.replace(/^(?:the|my) /, "").startsWith(`${label.toLowerCase()} `);
}

/** Nobody's name, unless a name is spoken of. */
const NUMBER_LED = /^(?:the |my )?(?:(?:tele)?phone|mobile|contact)?\s?numbers? (?!.*\bname\b)/i;

const NAMED: readonly (readonly [Field["kind"], RegExp])[] = [
  ["day", /\b(?:day|date|siku|tarehe|jour)\b/i],
  ["time", /\b(?:time|hour|saa|heure)\b/i],
  ["name", /\b(?:name|jina|nom)\b/i],
  ["phone", /\b(?:phone|telephone|simu|téléphone)\b/i],
  ["email", /\b(?:e-?mail|barua)\b/i],
];

/** "The time is wrong": which field is named. */
export function fieldNamed(text: string, { form }: Task): Field | undefined {
  const lower = text.toLowerCase();
  const padded = ` ${lower.replace(/[^\p{L}\p{N}' ]/gu, " ")} `;
  const mentions = ({ label }: Field): boolean =>
    label.split(" ").some((word) => (word.length > 4 || word === "id") && word !== "number" && padded.includes(` ${word} `));
  const byLabel = form.fields.find(({ label }) => lower.includes(label)) ?? form.fields.find(mentions);
  if (byLabel) return byLabel;
  for (const [kind, pattern] of NAMED) {
    const field = pattern.test(lower) ? form.fields.find((one) => one.kind === kind) : undefined;
    if (field) return field;
  }
  return /\b(?:number|namba|numéro)\b/i.test(lower)
    ? (form.fields.find(({ kind }) => kind === "code") ?? form.fields.find(({ kind }) => kind === "phone"))
    : undefined;
}
