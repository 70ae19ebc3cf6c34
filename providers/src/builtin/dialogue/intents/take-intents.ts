/** What an utterance asks and wishes: facts are told, a form is opened for the first wish, further ones wait. */
import { contextOf } from "../slots/done.ts";
import { ANNOUNCES, openForm, pursue } from "../slots/pursue.ts";
import { offerMessage } from "../slots/repair.ts";
import { bookingOf } from "../slots/free-times.ts";
import { SPELLED_KINDS, LEAST_CONFIDENCE } from "../slots/fill.ts";
import { asksHours, factFor, isBareVisit, isEllipsis, sayFact, sayHours, sayMore } from "../facts/answer.ts";
import { answerTypeOf } from "../facts/question-type.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { actsIn, asksSomething } from "../spoken/acts.ts";
import { segmentsOf, wordsOf } from "../spoken/plain.ts";
import { withoutCourtesy } from "../spoken/preamble.ts";
import type { State, Turn } from "../state.ts";
import { leaveTask, openField, later } from "../state.ts";
import { isVisit } from "../task.ts";
import type { World } from "../world.ts";
import { WORDS } from "../world.ts";
import { asksFreeTimes } from "./asks-free-times.ts";
import type { Intent } from "./intents.ts";
import { ASKS_HOW, asksToKnow, findIntents, isPersonal, wantsDone } from "./intents.ts";
import {
  addsToMessage,
  ALWAYS_DONE,
  isForColleague,
  leavesForMessage,
  OWN_WORDS,
  brokenOfOurs,
  TROUBLES,
} from "./for-colleague.ts";
import { findRequest, onlyAsks, saysVisit, withoutLater } from "./find-request.ts";
import { combinedRequest, formNamedByCode, guessRequest, impliedForm, onlyForm, openRequest, undoing } from "./guess-request.ts";
import { ownItem } from "./own-item.ts";
import { namesOwnCode, looksUpPrice, answeringForm, UNDERSTOOD } from "./rank.ts";

export interface TakenIntents {
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
export const CONFIDENT = 0.7;

/** Says the facts that are asked for, opens a form for what is wished. */
export function takeIntents(
  state: State,
  { text: said, confidence }: { text: string; confidence: number },
  world: World,
  turn: Turn,
): TakenIntents {
  const text = withoutCourtesy(said);
  // "No, I only want to ask about the licence": what was begun was not meant. Said as a message, it is one.
  const isFree = openField(state)?.kind === "text";
  const isEmpty = state.task && (state.task.form === world.message || Object.keys(state.task.slots).length === 0);
  if (isEmpty && !isFree && onlyAsks(text)) leaveTask(state);
  const wishes = segmentsOf(text).some((segment) => findRequest(segment, world) !== undefined);
  const place = { world, turn, confidence, around: text, whole: text, wishes };
  const field = openField(state);
  // What is told in the caller's own words is no wish, whatever it speaks of.
  if (
    state.task &&
    field?.kind === "text" &&
    state.asked.startsWith("field:") &&
    (!asksOutright(text) || isForColleague(text, state, world))
  )
    return { open: text, isNew: false, settled: false };
  const whole =
    (state.task ? undefined : undoing(text, world)) ??
    (state.task || wishes || onlyAsks(text) ? undefined : combinedRequest(text, world));
  if (whole) {
    openForm(state, whole.form, text);
    return { open: text, isNew: true, settled: false };
  }
  const open: string[] = [];
  const before = state.pending.length;
  let isNew = false;
  for (const segment of segmentsOf(text)) {
    const here = { ...place, around: withoutLater(text, segment) };
    const step = state.task ? besideTask(state, segment, here, isNew) : takeSegment(state, segment, here);
    if (step === "settled") return { open: "", isNew, settled: true };
    if (step === "opened") isNew = true;
    if (step === "opened" || step === "open") open.push(segment);
  }
  const request = state.pending[before];
  if (!isNew && open.length === 0 && turn.say.length === 0 && request !== undefined) {
    // Another wish instead of an answer: it takes the place of what was begun.
    state.pending.splice(before, 1);
    state.task = undefined;
    const step = takeSegment(state, request, place);
    return { open: request, isNew: step === "opened", settled: step === "settled" };
  }
  return { open: open.join(", "), isNew, settled: false };
}

type Step = "answered" | "opened" | "open" | "settled";

interface TurnContext {
  world: World;
  turn: Turn;
  /** 0…1: how surely the words were heard. */
  confidence: number;
  /** All that was said in this turn. */
  around: string;
  /** … with the questions that come after what is looked at. */
  whole: string;
  /** A part of it asks for a tool. */
  wishes: boolean;
}

function asksOutright(text: string): boolean {
  return text.trim().endsWith("?") && asksSomething(text);
}

/** "How much is my bill?", where a tool can tell: no fact about the business answers that. */
function asksOwn(segment: string, world: World): boolean {
  const request = isPersonal(segment) ? findRequest(segment, world) : undefined;
  return request !== undefined && !("either" in request) && request.form.looksUp;
}

/** A form is open: questions are answered on the way, another wish waits or takes its place. */
function besideTask(state: State, segment: string, place: TurnContext, justOpened: boolean): Step {
  const { world } = place;
  if (state.task?.form.intent === "book" && world.availability && asksFreeTimes(segment)) {
    state.task.asksFreeTimes = true;
    return "open";
  }
  // "Cancel it and book me for Friday": the day is of the next wish.
  const isNext = state.task?.form.intent === "cancel" && findIntents(segment).has("book");
  if (isBareVisit(segment, world) && !isNext) return "open";
  if (isNext) {
    later(state, segment);
    return "answered";
  }
  const onTheWay = answersOnTheWay(state, segment, place);
  if (onTheWay) return onTheWay;
  const named = formNamedByCode(state, segment, world);
  if (named) {
    openForm(state, named, segment);
    return "opened";
  }
  // A name that was spelled in vain is no wish for a refund.
  if (place.confidence < LEAST_CONFIDENCE && isAskedByEar(state)) return "open";
  if (addsToMessage(state, segment, world)) {
    place.turn.say.push(WORDS[state.language].okay);
    return "answered";
  }
  const other = findRequest(segment, world);
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

/** A question beside a form, of which something is known. */
function answersOnTheWay(state: State, segment: string, place: TurnContext): Step | undefined {
  if (asksHours(segment) || (asksToKnow(segment) && !asksOwn(segment, place.world))) {
    if (sayHours(state, segment, place)) return "answered";
    if (saysKnown(state, segment, place)) return "answered";
  }
  if (isSurelyKnown(state, segment, place) && saysKnown(state, segment, place)) return "answered";
  // "I need chairs, how much is one?": the answer, and a value.
  if (ASKS_PRICE.test(segment) && wantsDone(segment) && sayFact(state, segment, place)) return "open";
  // "We like to dance, until what time can we go on?"
  const type = asksOutright(segment) ? answerTypeOf(segment) : undefined;
  if (type !== undefined && type !== "yes-no" && !isPersonal(segment) && saysKnown(state, segment, place)) return "answered";
  return undefined;
}

/** "On peut payer avec Wave ?": asked like a wish, and told in just these words, while nothing else is wished for. */
function isSurelyKnown(state: State, segment: string, { world, around }: TurnContext): boolean {
  if (!segment.trim().endsWith("?") || isPersonal(segment) || findRequest(segment, world) !== undefined) return false;
  return (factFor(segment, state.language, world, { around, ...contextOf(state) })?.score ?? 0) >= SURELY;
}

/** Says what is known of a question: "I want the six kilo, with the gas inside. What's the price of one?" */
function saysKnown(state: State, segment: string, place: TurnContext): boolean {
  const asked = conceptsOf(segment).length < 2 && SAYS_ONE.test(segment) ? place.around : segment;
  const fact = factFor(asked, state.language, place.world, { around: place.around, ...contextOf(state) });
  return fact !== undefined && sayFact(state, asked, place);
}

function isOnlyTold(segment: string): boolean {
  return !wantsDone(segment) && findIntents(segment).size === 0 && !asksSomething(segment);
}

/** Where nothing is to be done, what is known is told; words that only lead to a question ask nothing yet. */
function sayAsked(state: State, segment: string, place: TurnContext): boolean {
  const { around, whole, world } = place;
  const isLed = onlyAsks(segment) && !asksSomething(segment) && answerTypeOf(segment) === undefined;
  if (isLed && segmentsOf(whole).at(-1) !== segment) return true;
  // "I only want to know how much I owe": to be looked up, where a tool can.
  if (isPersonal(segment) && (findIntents(segment).has("look-up") || findRequest(segment, world) !== undefined)) return false;
  return factFor(segment, state.language, world, { around, ...contextOf(state) }) !== undefined && sayFact(state, segment, place);
}

function isAskedByEar(state: State): boolean {
  const asked = openField(state);
  return asked !== undefined && SPELLED_KINDS.has(asked.kind);
}

// oxlint-disable-next-line complexity -- its order of questions is the rule; to be parted by question
function takeSegment(state: State, segment: string, place: TurnContext): Step {
  const { world, turn } = place;
  const lists = ASKS_OWN_VISIT.test(segment) ? world.forms.find(({ chosenBy }) => chosenBy !== undefined) : undefined;
  if (lists) {
    openForm(state, lists, segment).onlyTells = true;
    return "opened";
  }
  const booking = world.availability && asksFreeTimes(segment) ? bookingOf(world) : undefined;
  // "Is breakfast available in the morning?" is told, where that is known.
  if (booking && (factFor(segment, state.language, world, { around: place.around, ...contextOf(state) })?.score ?? 0) < SURELY) {
    openForm(state, booking, segment).asksFreeTimes = true;
    return "opened";
  }
  if (sayHours(state, segment, place)) return "answered";
  if (onlyAsks(place.whole) && sayAsked(state, segment, place)) return "answered";
  if (isEllipsis(segment) && findIntents(segment).size === 0) {
    const alone = asksSomething(segment) ? factFor(segment, state.language, world) : undefined;
    if (alone && alone.score >= SURELY && !isPersonal(segment) && sayFact(state, segment, place)) return "answered";
    if (sayMore(state, segment, place)) return "answered";
    if (
      asksSomething(segment) &&
      factFor(segment, state.language, world, { around: place.around, ...contextOf(state) }) &&
      !isPersonal(segment) &&
      sayFact(state, segment, place)
    )
      return "answered";
    const again = world.forms.find((form) => form.tool === state.lastTool && form !== world.message);
    const type = answerTypeOf(segment);
    if (again && (type === undefined || type === "yes-no")) {
      openForm(state, again, segment);
      return "opened";
    }
  }
  if (isBareVisit(segment, world)) {
    const visit = world.forms.find((form) => form.intent === "book" && isVisit(form));
    if (visit) return openRequest(state, { form: visit, score: UNDERSTOOD }, segment, place);
  }
  if (ASKS_COLLEAGUE.test(segment) && world.message && state.topic !== "") return noTool(state, segment, ["call-back"], place);
  const own = ownItem(segment, place.whole, world);
  if (own) return openRequest(state, { form: own, score: UNDERSTOOD }, segment, place);
  const answering = state.task ? undefined : answeringForm(segment, world.forms);
  if (answering) return openRequest(state, { form: answering, score: UNDERSTOOD }, segment, place);
  // "I have your lantern already. I want to keep it longer": what is so is no wish beside one.
  if (place.wishes && isOnlyTold(segment) && segmentsOf(place.whole).some((one) => wantsDone(one) && findRequest(one, world)))
    return "open";
  const broken = world.message ? brokenOfOurs(place.whole, world.forms) : [];
  if (broken.length > 0) return noTool(state, segment, broken, place);
  const request = findRequest(segment, world, state.invitedTo);
  const coded = request ? undefined : world.forms.find((form) => form.looksUp && namesOwnCode(form, segment));
  if (coded) return openRequest(state, { form: coded, score: UNDERSTOOD }, segment, place);
  const fact = factFor(segment, state.language, world, { around: place.around, ...contextOf(state) });
  const type = answerTypeOf(segment);
  const isPlainQuestion =
    type !== undefined &&
    type !== "yes-no" &&
    asksSomething(segment) &&
    (type === "amount" || ASKS_FIRST.test(segment) || findIntents(segment).size === 0) &&
    !isPersonal(segment);
  const isQuestion =
    isPlainQuestion ||
    ASKS_HOW.test(segment) ||
    (asksToKnow(segment) && !isPersonal(segment) && !findIntents(segment).has("look-up"));
  const isTold =
    request &&
    "form" in request &&
    request.form.looksUp &&
    (namesOwnCode(request.form, segment) || ((fact?.score ?? 0) < SURELY && looksUpPrice(request.form, segment, type)));
  if (isTold) return openRequest(state, request, segment, place);
  // "I need chairs, how much is one?" is answered, and then ordered.
  if (request && "form" in request && !request.form.looksUp && fact && isQuestion && wantsDone(segment)) {
    sayFact(state, segment, place);
    return openRequest(state, request, segment, place);
  }
  if (request && !(fact && isQuestion && !("form" in request && saysVisit(request.form, segment, world))))
    return openRequest(state, request, segment, place);
  const intents = [...findIntents(segment)];
  // "Where is my order?" is no question about the business, though its sentences speak of orders.
  const isOwn = intents.includes("look-up") && isPersonal(segment) && (fact?.score ?? 0) < SURELY;
  // Half heard, it may be what a tool is for: then what there is is offered, before anybody is told that it cannot be done.
  if (isOwn && place.confidence < CONFIDENT && state.misses === 0 && world.forms.some(({ looksUp }) => looksUp)) return "open";
  const guessed = isOwn
    ? guessRequest(state, segment, { world: { ...world, forms: world.forms.filter(({ looksUp }) => looksUp) }, turn })
    : undefined;
  if (guessed) return guessed;
  // "My blood pressure has gone up. Can I come on Saturday?": why something is wished for is no wish.
  if (isOwn && world.message && (!place.wishes || asksSomething(segment))) return noTool(state, segment, intents, place);
  // "Can somebody call me?" is no question about the business, though its sentences speak of calls.
  const isForSomebody = world.message !== undefined && intents.some((intent) => intent === "call-back" || intent === "message");
  if (
    !isForSomebody &&
    fact &&
    (asksSomething(segment) || !(isAct(segment) || wantsDone(place.whole))) &&
    sayFact(state, segment, place)
  )
    return "answered";
  if (intents.length === 0 || (isQuestion && !intents.some((intent) => ALWAYS_DONE.has(intent)))) return "open";
  if (turn.say.length > 0 && !intents.some((intent) => ALWAYS_DONE.has(intent))) return "open";
  return place.wishes || leadsToQuestion(state, segment, place) ? "open" : noTool(state, segment, intents, place);
}

/** "My keyboard has died. What does a new one cost?": what is told before a question that can be answered is no wish. */
function leadsToQuestion({ language }: State, segment: string, { around, whole, world }: TurnContext): boolean {
  if (wantsDone(segment) || asksSomething(segment)) return false;
  return segmentsOf(whole).some((one) => asksSomething(one) && !isPersonal(one) && factFor(one, language, world, { around }));
}

const ASKS_PRICE =
  /\bhow much (?:is|are|does|do|for)\b|\bwhat(?:'s| is) the price\b|\bc'est combien\b|\b(?:bei gani|shilingi ngapi)\b/i;
const SAYS_ONE = /\b(?:one|it|that|them|those|each|ça|cela|moja|hiyo|hizo)\b/i;

/** "Till what hour can I come by?": what begins with what it asks for is a question first, and a wish where nothing is known of it. */
const ASKS_FIRST =
  /^(?:(?:and|so|but|ok(?:ay)?|please|hello|sorry|et|na) )*(?:(?:at|by|for|from|on|till|until|jusqu'à|à|de|pour|depuis) )?(?:what (?:time|hour|day|date)|which days?|how (?:long|soon|early|late|far|often)|where|who|quelle heure|combien de temps|quels? jours?|où|qui|saa ngapi|siku gani|muda gani|wapi|nani)(?!\p{L})/iu;

/** "Could somebody find out?" */
const ASKS_COLLEAGUE =
  /^(?:please |so |then |and |ok(?:ay)? )*(?:could|can|would|will|may) (?:somebody|someone|anybody|anyone|you|they) (?:please )?(?:find out|check (?:that|it|this|for me)|ask (?:them|somebody|someone|around)|let me know|get back)\b/i;

/** A wish that no tool here meets becomes a message, with all of it; where none can be taken, that is said once. */
function noTool(state: State, segment: string, intents: readonly Intent[], { world, turn, whole }: TurnContext): Step {
  const words = WORDS[state.language];
  turn.isUnsure = true;
  // What was only asked is a message once the caller says so.
  if (
    segment.trim().endsWith("?") &&
    !wantsDone(segment) &&
    !isPersonal(segment) &&
    !intents.some((intent) => OWN_WORDS.has(intent))
  ) {
    state.request = segment;
    offerMessage(state, world, turn, words.unknown);
    return "settled";
  }
  if (!world.message) {
    // "We have lost somebody, and want people to hear it", where announcements are taken.
    if (impliedForm(segment, world) ?? onlyForm(whole, world)) return "open";
    turn.say.push(words.cannot);
    return "answered";
  }
  const isTrouble = intents.some((intent) => intent !== "refund" && TROUBLES.has(intent));
  if (isTrouble && !state.isSoothed) turn.say.push(words.sorry);
  state.isSoothed ||= isTrouble;
  if (!intents.some((intent) => OWN_WORDS.has(intent))) turn.say.push(words.cannotButMessage);
  const said = turn.say.length === 1 ? whole : segment;
  const task = openForm(state, world.message, said);
  const told = world.message.fields.find(({ kind, required }) => kind === "text" && required);
  if (told && !ANNOUNCES.test(said) && !intents.every((intent) => OWN_WORDS.has(intent)) && wordsOf(said).length >= 3)
    task.slots[told.name] ??= { value: said.trim(), confidence: 1, source: { turn: state.turns, said } };
  return "opened";
}

/** Goes on to a wish that was said in one breath with what is done now. */
export function nextPending(state: State, world: World, turn: Turn): void {
  if (state.task || turn.tool || turn.hangUp || state.asked !== "anything-else") return;
  const words = WORDS[state.language];
  const segment = state.pending.shift();
  if (segment === undefined) return;
  // The message that was just taken says it already.
  if (state.lastTool === world.message?.tool && findRequest(segment, world) === undefined) return;
  if (turn.say.at(-1) === words.anythingElse) turn.say.pop();
  turn.say.push(words.nextRequest);
  const step = takeSegment(state, segment, { world, turn, confidence: 1, around: segment, whole: segment, wishes: false });
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

/** Whether a sentence does something of its own; a greeting before a problem does not. */
function isAct(text: string): boolean {
  return [...actsIn(text)].some((act) => act !== "greet" && act !== "thank") || findIntents(text).size > 0;
}
