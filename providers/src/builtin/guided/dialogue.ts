/**
 * The guided dialogue's turn: from the state after the last turn and what the caller says now, to what is said next. It is deterministic, so
 * the whole conversation can be replayed from its messages, also after another model has led it.
 */
import type { HeardWord } from "@ongea/conversation";
import { answersWhichVisit, refusesVisit } from "./errands/choose-visit.ts";
import { answersConfirm } from "./errands/confirm.ts";
import { answersDoubt, misses, openForm, pursue, type Said } from "./errands/errand.ts";
import { HEARD_AT_ALL } from "./errands/fill.ts";
import { hearResult } from "./errands/outcome.ts";
import { offerMessage, question, repair } from "./errands/repair.ts";
import { isBareVisit } from "./facts/answer.ts";
import { isEmergency } from "./facts/emergency.ts";
import type { Act } from "./spoken/acts.ts";
import { actsIn, asksSomething, languageOf } from "./spoken/acts.ts";
import { digitsIn, looksLikeCard } from "./spoken/numbers.ts";
import { wordsOf } from "./spoken/plain.ts";
import type { State, Turn } from "./state.ts";
import { endWithOffer } from "./state.ts";
import { HEARD_WELL, nextPending, takeWishes } from "./wishes/take-wishes.ts";
import { answersWhich } from "./wishes/which-wish.ts";
import { deedsIn } from "./wishes/deeds.ts";
import type { World } from "./world.ts";
import { WORDS } from "./world.ts";

export interface Heard {
  text: string;
  /** 0…1, as the recogniser judges it; 1 where nobody doubts. */
  confidence: number;
  /** The same of each word, where the recogniser says it. */
  words?: readonly HeardWord[] | undefined;
}

const MOST_ABUSES = 3;
/** Words heard less surely than this are nobody's abuse. */
const SURE_OF_ABUSE = 0.6;

/** Words that are heard less surely than this are anybody's guess. */
const HEARD_NOTHING = 0.01;
/** A yes that was heard less surely than this lets nothing happen: it is asked for again. */
const SURE_OF_YES = 0.1;

/** What the caller said. Changes `state`. */
export function hearCaller(state: State, heard: Heard, world: World): Turn {
  state.turns++;
  state.language = languageOf(heard.text) ?? state.language;
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const acts = new Set(actsIn(heard.text));
  if (heard.confidence < SURE_OF_YES && yesUses(state)) acts.delete("yes");
  const said: Said = { ...heard, acts, turn: state.turns, isNew: false, answered: false };
  if (!answersBeside(state, said, world, turn)) respond(state, said, world, turn);
  nextPending(state, world, turn);
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  return turn;
}

/** Whether something is done, or looked up, if the caller says yes now. */
function yesUses({ asked, task }: State): boolean {
  return asked === "confirm" || (asked.startsWith("heard:") && task?.form.looksUp === true);
}

/** What a tool that the dialogue had asked for gave back. */
export function hearTool(state: State, name: string, result: string, world: World): Turn {
  const turn = hearResult(state, name, result, world);
  nextPending(state, world, turn);
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  return turn;
}

/** What is answered at once, whatever is being done: and then the open question stands as before. */
function answersBeside(state: State, { text, acts, confidence }: Said, world: World, turn: Turn): boolean {
  const words = WORDS[state.language];
  const wasAskedIfThere = state.wasAskedIfThere;
  state.wasAskedIfThere = false;
  const beside = (sentence: string): true => {
    turn.say.push(sentence, question(state));
    return true;
  };
  if (text === "(inaudible)" || (confidence < HEARD_NOTHING && !isEmergency(text))) misses(state, world, turn);
  else if (looksLikeCard(digitsIn(text))) return beside(words.noCard);
  else if (isEmergency(text)) sayEmergency(state, world, turn);
  else if (acts.has("probe")) return beside(words.noInstructions);
  else if (acts.has("robot") || acts.has("who")) return beside(words.robot(world.business));
  else if (acts.has("abuse") && confidence >= SURE_OF_ABUSE) abused(state, world, turn);
  else if (wantsAgain(state, { text, acts, confidence })) turn.say.push(state.lastSaid || words.howCanIHelp);
  else if (
    acts.has("wait") &&
    confidence >= HEARD_AT_ALL &&
    wordsOf(text).length <= 6 &&
    !isBareVisit(text.replace(/^.*?\b(?:wait|moment|subiri|ngoja|attendez)\b/i, ""), world)
  )
    turn.say.push(words.takeYourTime);
  else if (wasAskedIfThere && isThere(text, acts)) turn.say.push(question(state));
  else if (acts.has("person") && !deedsIn(text).has("call-back")) wantsPerson(state, world, turn);
  else return false;
  return true;
}

/** More often it is said in no other words than the last time, whoever asks, and whatever was heard as asking. */
const MOST_REPEATS = 3;
const MOST_REPEAT_WORDS = 8;

/** "Say that again, please." Out of many words that were hardly heard it is none. */
function wantsAgain(state: State, { text, acts, confidence }: Pick<Said, "text" | "acts" | "confidence">): boolean {
  const isHeard = confidence >= HEARD_AT_ALL || wordsOf(text).length <= MOST_REPEAT_WORDS;
  if (!acts.has("repeat") || deedsIn(text).size > 0 || !isHeard) {
    state.repeats = 0;
    return false;
  }
  return ++state.repeats <= MOST_REPEATS;
}

function isThere(text: string, acts: ReadonlySet<Act>): boolean {
  return wordsOf(text).length <= 4 && (acts.has("yes") || acts.has("greet") || /\b(?:here|hapa|niko|là)\b/i.test(text));
}

function respond(state: State, said: Said, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  const { text, acts } = said;
  const { wasCut } = state;
  state.wasCut = false;
  if (acts.has("drop") && (state.task || state.pending.length > 0)) return changesMind(state, said, world, turn);
  if (state.asked === "which-wish" && answersWhich(state, said, world, turn)) return;
  if (state.asked === "which-visit" && answersWhichVisit(state, said, world, turn)) return;
  if (state.asked === "confirm" && refusesVisit(state, said, world, turn)) return;
  if (state.asked.startsWith("heard:") && answersDoubt(state, said, world, turn)) return;
  if (state.task && (state.asked === "confirm" || state.asked === "change") && answersConfirm(state, said, world, turn)) return;
  if (state.asked === "offer-message" && answersOffer(state, said, world, turn)) return;
  if (leaves(state, text, acts)) return sayGoodbye(state, world, turn);
  const wishes = takeWishes(state, said, world, turn);
  if (wishes.settled) return;
  const answered = turn.say.length > 0;
  if (state.task) return pursue(state, { ...said, text: wishes.open, isNew: wishes.isNew, answered }, world, turn);
  if (answered) return void endWithOffer(state, turn);
  if (acts.has("greet")) return void (turn.say.push(words.greetBack, words.howCanIHelp), (state.asked = "how-can-i-help"));
  if (state.asked === "anything-else" && acts.has("yes"))
    return void (turn.say.push(words.howCanIHelp), (state.asked = "how-can-i-help"));
  const isNo = acts.has("no") && wordsOf(text).length <= 3;
  // Over our words it is an objection to them, and no goodbye.
  if (isNo && wasCut) return void (turn.say.push(words.howCanIHelp), (state.asked = "how-can-i-help"));
  if (acts.has("thank") || isNo) return sayGoodbye(state, world, turn);
  const isHalfHeard = said.confidence < HEARD_WELL && state.misses === 0;
  if (asksSomething(text) && !isHalfHeard) {
    state.wish = text;
    return offerMessage(state, world, turn, words.unknown);
  }
  repair(state, world, turn);
}

/** "I changed my mind": what was begun is left; another wish in the same breath is taken up. */
function changesMind(state: State, said: Said, world: World, turn: Turn): void {
  state.task = undefined;
  state.pending = [];
  state.asked = "how-can-i-help";
  turn.say.push(WORDS[state.language].dropped);
  const wishes = takeWishes(state, said, world, turn);
  if (wishes.settled) return;
  if (state.task) pursue(state, { ...said, text: wishes.open, isNew: true, answered: true }, world, turn);
  else endWithOffer(state, turn);
}

function sayEmergency(state: State, world: World, turn: Turn): void {
  const advice = world.emergency;
  const own = state.language === languageOf(advice?.sentence ?? "") || state.language === "en" ? advice?.sentence : undefined;
  turn.say.push(own ?? WORDS[state.language].emergency(advice?.number));
  state.task = undefined;
  state.asked = "how-can-i-help";
}

function wantsPerson(state: State, world: World, turn: Turn): void {
  if (world.transfer !== undefined) turn.tool = { name: world.transfer, arguments: {} };
  else offerMessage(state, world, turn, WORDS[state.language].noPersonNow);
}

function answersOffer(state: State, { text, acts }: Said, world: World, turn: Turn): boolean {
  if (acts.has("yes") && !acts.has("no") && world.message) {
    const wish = state.wish;
    openForm(state, world.message, wish);
    pursue(state, { text: "", confidence: 1, turn: state.turns, acts: new Set(), isNew: true, answered: true }, world, turn);
    return true;
  }
  if (!acts.has("no") || acts.has("goodbye") || wishesMore(text)) return false;
  endWithOffer(state, turn);
  return true;
}

const MORE_WORDS = 4;

/** "No, I want to pay my bill": it was not this that they called for. */
function wishesMore(text: string): boolean {
  return wordsOf(text).length > MORE_WORDS && (deedsIn(text).size > 0 || WISHES.test(text));
}

const WISHES = /\b(?:i (?:want|need|would like|wanted)|i'd like|nataka|naomba|ningependa|je (?:veux|voudrais))\b/i;

const MOST_GOODBYE_WORDS = 5;
/** In a longer sentence it is said last; anywhere else it may be another word, misheard. */
const ENDS_IN_GOODBYE =
  /\b(?:bye|goodbye|see you|later|(?:that's|that is|that will be) (?:all|it|everything)|nothing (?:else|more)|kwaheri|kwa heri|baadaye|au revoir|c'est tout|bonne journée)(?:\W+[\p{L}']+){0,3}\W*$/iu;

/** Whether this is the end of the conversation. */
function leaves(state: State, text: string, acts: ReadonlySet<Act>): boolean {
  const count = wordsOf(text).length;
  const isShort = count <= MOST_GOODBYE_WORDS || (!state.task && ENDS_IN_GOODBYE.test(text));
  if (acts.has("goodbye") && !asksSomething(text) && deedsIn(text).size === 0 && isShort) return true;
  if (state.task !== undefined || state.asked !== "anything-else") return false;
  return count <= 6 && (acts.has("no") || acts.has("thank")) && !asksSomething(text);
}

function sayGoodbye(state: State, world: World, turn: Turn): void {
  turn.say.push(WORDS[state.language].goodbye);
  turn.hangUp = world.mayHangUp;
  state.task = undefined;
  state.asked = "how-can-i-help";
}

function abused(state: State, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  state.abuses++;
  if (state.abuses >= MOST_ABUSES && world.mayHangUp) {
    turn.say.push(words.calmEnd);
    turn.hangUp = true;
  } else if (state.abuses === MOST_ABUSES - 1 && world.message) offerMessage(state, world, turn, words.calm);
  else turn.say.push(words.calm, question(state));
}
