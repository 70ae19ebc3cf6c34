/** What an utterance asks and wishes: facts are told, a form is opened for the first wish, further ones wait. */
import { openForm, pursue } from "../errands/errand.ts";
import { bookingOf } from "../errands/free-times.ts";
import { BY_EAR, HEARD_AT_ALL } from "../errands/fill.ts";
import { asksHours, factFor, isBareVisit, isEllipsis, sayFact, sayHours, sayMore } from "../facts/answer.ts";
import type { Form } from "../forms/form.ts";
import { actsIn, asksSomething } from "../spoken/acts.ts";
import { segmentsOf, wordsOf } from "../spoken/plain.ts";
import type { State, Turn } from "../state.ts";
import { fieldAsked, later } from "../state.ts";
import { isVisit } from "../task.ts";
import type { World } from "../world.ts";
import { WORDS } from "../world.ts";
import { asksFreeTimes } from "./asks-free-times.ts";
import type { Deed } from "./deeds.ts";
import { deedsIn, isPersonal, wantsDone } from "./deeds.ts";
import { inWords } from "./in-words.ts";
import { rankWishes, TOO_NEAR, UNDERSTOOD } from "./rank.ts";

export interface Wishes {
  /** What of the text was neither answered nor is another wish. */
  open: string;
  isNew: boolean;
  /** All that is to be said was said. */
  settled: boolean;
}

/** A fact that covers this much answers even what is asked about oneself. */
const SURELY = 0.8;
/** While a form is open, another tool must be meant so much more plainly. */
const PLAINLY = 0.4;
/** What was heard less surely may have been something else. */
export const HEARD_WELL = 0.7;

/** Says the facts that are asked for, opens a form for what is wished. */
export function takeWishes(
  state: State,
  { text, confidence }: { text: string; confidence: number },
  world: World,
  turn: Turn,
): Wishes {
  const place = { world, turn, confidence };
  const field = fieldAsked(state);
  // What is told in the caller's own words is no wish, whatever it speaks of.
  if (
    state.task &&
    field?.kind === "text" &&
    state.asked.startsWith("field:") &&
    (!asksOutright(text) || isForColleague(text, state, world))
  )
    return { open: text, isNew: false, settled: false };
  const open: string[] = [];
  const before = state.pending.length;
  let isNew = false;
  for (const segment of segmentsOf(text)) {
    const step = state.task ? besideTask(state, segment, place, isNew) : takeSegment(state, segment, place);
    if (step === "settled") return { open: "", isNew, settled: true };
    if (step === "opened") isNew = true;
    if (step === "opened" || step === "open") open.push(segment);
  }
  const wish = state.pending[before];
  if (!isNew && open.length === 0 && turn.say.length === 0 && wish !== undefined) {
    // Another wish instead of an answer: it takes the place of what was begun.
    state.pending.splice(before, 1);
    state.task = undefined;
    const step = takeSegment(state, wish, place);
    return { open: wish, isNew: step === "opened", settled: step === "settled" };
  }
  return { open: open.join(", "), isNew, settled: false };
}

type Step = "answered" | "opened" | "open" | "settled";

interface Place {
  world: World;
  turn: Turn;
  /** 0…1: how surely the words were heard. */
  confidence: number;
}

function asksOutright(text: string): boolean {
  return text.trim().endsWith("?") && asksSomething(text);
}

/** "How much is my bill?", where a tool can tell: no fact about the business answers that. */
function asksOwn(segment: string, world: World): boolean {
  const wish = isPersonal(segment) ? wishIn(segment, world) : undefined;
  return wish !== undefined && !("either" in wish) && wish.form.looksUp;
}

/** "Can your manager call me back?": while a message is taken, this is the message. */
function isForColleague(text: string, { task }: State, { message }: World): boolean {
  return task?.form === message && [...deedsIn(text)].some((deed) => OWN_WORDS.has(deed));
}

/** A form is open: questions are answered on the way, another wish waits or takes its place. */
function besideTask(state: State, segment: string, place: Place, justOpened: boolean): Step {
  const { world } = place;
  if (state.task?.form.deed === "book" && world.availability && asksFreeTimes(segment)) {
    state.task.asksFreeTimes = true;
    return "open";
  }
  // "Cancel it and book me for Friday": the day is of the next wish.
  const isNext = state.task?.form.deed === "cancel" && deedsIn(segment).has("book");
  if (isBareVisit(segment, world) && !isNext) return "open";
  if (isNext) {
    later(state, segment);
    return "answered";
  }
  if (asksHours(segment) || (asksToKnow(segment) && !asksOwn(segment, world))) {
    if (sayHours(state, segment, place)) return "answered";
    if (factFor(segment, state.language, world) && sayFact(state, segment, place)) return "answered";
  }
  // A name that was spelled in vain is no wish for a refund.
  if (place.confidence < HEARD_AT_ALL && isAskedByEar(state)) return "open";
  if (addsToMessage(state, segment, world)) {
    place.turn.say.push(WORDS[state.language].okay);
    return "answered";
  }
  const other = wishIn(segment, world);
  if (!other && leavesForMessage(state, segment, world)) {
    later(state, segment);
    return "answered";
  }
  if (
    !other ||
    "either" in other ||
    other.form === state.task?.form ||
    other.score < UNDERSTOOD + (state.misses === 0 ? PLAINLY : 0)
  )
    return "open";
  if (!justOpened && /\b(?:instead|rather|actually|badala|plutôt|en fait)\b/i.test(segment)) {
    openForm(state, other.form, segment);
    return "opened";
  }
  later(state, segment);
  return "answered";
}

function isAskedByEar(state: State): boolean {
  const asked = fieldAsked(state);
  return asked !== undefined && BY_EAR.has(asked.kind);
}

function takeSegment(state: State, segment: string, place: Place): Step {
  const { world, turn } = place;
  const lists = ASKS_OWN_VISIT.test(segment) ? world.forms.find(({ chosenBy }) => chosenBy !== undefined) : undefined;
  if (lists) {
    openForm(state, lists, segment).onlyTells = true;
    return "opened";
  }
  const booking = world.availability && asksFreeTimes(segment) ? bookingOf(world) : undefined;
  // "Is breakfast available in the morning?" is told, where that is known.
  if (booking && (factFor(segment, state.language, world)?.score ?? 0) < SURELY) {
    openForm(state, booking, segment).asksFreeTimes = true;
    return "opened";
  }
  if (sayHours(state, segment, place)) return "answered";
  if (isEllipsis(segment) && deedsIn(segment).size === 0) {
    if (sayMore(state, segment, place)) return "answered";
    if (
      asksSomething(segment) &&
      factFor(segment, state.language, world) &&
      !isPersonal(segment) &&
      sayFact(state, segment, place)
    )
      return "answered";
    const again = world.forms.find((form) => form.tool === state.lastTool && form !== world.message);
    if (again) {
      openForm(state, again, segment);
      return "opened";
    }
  }
  if (isBareVisit(segment, world)) {
    const visits = world.forms.filter((form) => form.deed === "book" && isVisit(form));
    if (visits.length > 0) return openWish(state, { form: visits[0]!, score: UNDERSTOOD }, segment, place);
  }
  const wish = wishIn(segment, world);
  const fact = factFor(segment, state.language, world);
  const isQuestion = ASKS_HOW.test(segment) || (asksToKnow(segment) && !isPersonal(segment) && !deedsIn(segment).has("look-up"));
  if (wish && !(fact && isQuestion)) return openWish(state, wish, segment, place);
  const deeds = [...deedsIn(segment)];
  // "Where is my order?" is no question about the business, though its sentences speak of orders.
  const isOwn = deeds.includes("look-up") && isPersonal(segment) && (fact?.score ?? 0) < SURELY;
  // Half heard, it may be what a tool is for: then what there is is offered, before anybody is told that it cannot be done.
  if (isOwn && place.confidence < HEARD_WELL && state.misses === 0 && world.forms.some(({ looksUp }) => looksUp)) return "open";
  if (isOwn && world.message) return noTool(state, segment, deeds, place);
  if (fact && (asksSomething(segment) || !isAct(segment)) && sayFact(state, segment, place)) return "answered";
  if (deeds.length === 0 || (isQuestion && !deeds.some((deed) => ALWAYS_DONE.has(deed)))) return "open";
  if (turn.say.length > 0 && !deeds.some((deed) => ALWAYS_DONE.has(deed))) return "open";
  return noTool(state, segment, deeds, place);
}

type Wish = { form: Form; score: number };

function wishIn(segment: string, world: World): Wish | { either: readonly [Wish, Wish] } | undefined {
  const [best, second] = rankWishes(
    segment,
    world.forms.filter((form) => form !== world.message),
  );
  if (!best || best.score < UNDERSTOOD) return undefined;
  if (onlyAsksAbout(segment) && !best.form.looksUp) return undefined;
  if (second && second.score >= UNDERSTOOD && best.score - second.score < TOO_NEAR) return { either: [best, second] };
  return best;
}

function openWish(state: State, wish: NonNullable<ReturnType<typeof wishIn>>, segment: string, { turn }: Place): Step {
  if (!("either" in wish)) {
    openForm(state, wish.form, segment);
    return "opened";
  }
  const [one, other] = wish.either;
  state.between = { tools: [one.form.tool, other.form.tool], said: segment };
  state.asked = "which-wish";
  turn.say.push(WORDS[state.language].whichWish(inWords(one.form), inWords(other.form)));
  return "settled";
}

/** Done by a colleague if by nobody here; what is only asked about is not. */
const ALWAYS_DONE: ReadonlySet<Deed> = new Set([
  "cancel",
  "move",
  "refund",
  "change",
  "complain",
  "call-back",
  "stop-calls",
  "message",
  "report",
]);
const OWN_WORDS: ReadonlySet<Deed> = new Set(["message", "call-back", "complain"]);

/** A wish that no tool here meets becomes a message; where none can be taken, that is said once. */
function noTool(state: State, segment: string, deeds: readonly Deed[], { world, turn }: Place): Step {
  const words = WORDS[state.language];
  if (!world.message) {
    turn.say.push(words.cannot);
    return "answered";
  }
  if (!deeds.some((deed) => OWN_WORDS.has(deed))) turn.say.push(words.cannotButMessage);
  const task = openForm(state, world.message, segment);
  const told = world.message.fields.find(({ kind, required }) => kind === "text" && required);
  if (told && !deeds.every((deed) => OWN_WORDS.has(deed)) && wordsOf(segment).length >= 3)
    task.slots[told.name] ??= { value: segment.trim(), confidence: 1, source: { turn: state.turns, said: segment } };
  return "opened";
}

/** "Just call me back": what was begun is left for a message. */
function leavesForMessage({ task }: State, segment: string, world: World): boolean {
  if (!world.message || task?.form === world.message) return false;
  return [...deedsIn(segment)].some((deed) => OWN_WORDS.has(deed) || deed === "refund" || deed === "stop-calls");
}

/** More of what a colleague is to know, while the name or the number is asked for. */
function addsToMessage({ task, turns }: State, segment: string, world: World): boolean {
  const told =
    task?.form === world.message ? task?.form.fields.find(({ kind, required }) => kind === "text" && required) : undefined;
  const slot = told && task?.slots[told.name];
  if (!task || !told || !slot || slot.value.includes(segment) || ![...deedsIn(segment)].some((deed) => ALWAYS_DONE.has(deed)))
    return false;
  task.slots[told.name] = { ...slot, value: `${slot.value}; ${segment.trim()}`, source: { turn: turns, said: segment } };
  return true;
}

/** Goes on to a wish that was said in one breath with what is done now. */
export function nextPending(state: State, world: World, turn: Turn): void {
  if (state.task || turn.tool || turn.hangUp || state.pending.length === 0 || state.asked !== "anything-else") return;
  const words = WORDS[state.language];
  const segment = state.pending.shift()!;
  if (turn.say.at(-1) === words.anythingElse) turn.say.pop();
  turn.say.push(words.nextWish);
  const step = takeSegment(state, segment, { world, turn, confidence: 1 });
  if (step === "opened" && state.task)
    pursue(
      state,
      { text: segment, confidence: 1, turn: state.turns, acts: actsIn(segment), isNew: true, answered: false },
      world,
      turn,
    );
  else if (step !== "settled") turn.say.push(words.anythingElse);
}

/** "When is my appointment?": whatever can change it can list it. */
const ASKS_OWN_VISIT =
  /\b(?:when(?:'s| is| was)|what (?:time|day)(?:'s| is)|which day is|i forgot (?:when|the (?:day|time|date) of)|(?:check|confirm|remind me of) (?:the (?:date|time|day) of )?)\b[^?]*\bmy (?:\w+ )?(?:appointments?|bookings?|visit)\b|\b(?:do i (?:still )?have|have i got) (?:an|any|my) (?:appointments?|bookings?)\b|\bmiadi yangu (?:ni |ya )?(?:lini|saa ngapi|siku gani)|\b(?:quand|à quelle heure|quel jour)\b[^?]*\bmon rendez-vous\b/i;

const ASKS_AMOUNT = /^(?:and |so |please |hello |ok )*(?:how (?:much|many|long|often|far)|combien)\b/i;
const ASKS_HOW =
  /^(?:and |so |please |hello |ok )*(?:how (?:can|do|does|should|to)|comment (?:puis|est|faire)|nawezaje|ninawezaje|namna gani)\b/i;

/** Something is to be told, not done: "how much can I borrow?" */
function asksToKnow(text: string): boolean {
  return asksSomething(text) && (!wantsDone(text) || ASKS_AMOUNT.test(text));
}

/** "Do I need an appointment?", "how much is an appointment?" want an answer, not a booking. */
function onlyAsksAbout(text: string): boolean {
  return (
    /^(?:so |and |ok |hello |hi |excuse me )*(?:do i|does|how much|how long|what|where|is it|are|when do|bei|combien|faut-il|est-ce qu'il faut)\b/i.test(
      text.trim(),
    ) && !wantsDone(text)
  );
}

/** Whether a sentence does something of its own; a greeting before a problem does not. */
function isAct(text: string): boolean {
  return [...actsIn(text)].some((act) => act !== "greet" && act !== "thank") || deedsIn(text).size > 0;
}
