/**
 * The guided dialogue's turn: from the state after the last turn and what the caller says now, to what is said next. It is deterministic, so
 * the whole conversation can be replayed from its messages, also after another model has led it.
 */
import type { RecognisedWord } from "@ongea/conversation";
import { formWithChoice } from "./forms/choices.ts";
import { answersWhichVisit, refusesVisit } from "./slots/choose-visit.ts";
import { answersConfirm } from "./slots/confirm.ts";
import { answersDoubt, misses, openForm, pursue, type CallerTurn } from "./slots/pursue.ts";
import { correctedForm } from "./slots/done.ts";
import { LEAST_CONFIDENCE } from "./slots/fill.ts";
import { hearResult } from "./slots/outcome.ts";
import { offerMessage, question, repair } from "./slots/repair.ts";
import { isBareVisit } from "./facts/answer.ts";
import { spoken } from "./forms/typed-value.ts";
import type { Form } from "./forms/form.ts";
import { answersIdentity, answersInvitation } from "./openings.ts";
import { isEmergency } from "./facts/emergency.ts";
import { namesDanger, PRESSES, sayEmergency } from "./in-danger.ts";
import type { Interpretation } from "./interpreter/interpretation.ts";
import type { ReadForm } from "./interpreter/form-words.ts";
import type { Act } from "./spoken/acts.ts";
import { actsIn, asksSomething, languageOf } from "./spoken/acts.ts";
import { digitsIn, looksLikeCard } from "./spoken/numbers.ts";
import { volunteeredName } from "./spoken/names.ts";
import { wordsOf } from "./spoken/plain.ts";
import type { State, Turn } from "./state.ts";
import { endWithOffer, openField } from "./state.ts";
import { answersOpenField, besideQuestion, isWaiting, onlyAnswers, staysOn } from "./slots/found-words.ts";
import { hasQuestions, leaves, wantsNothing } from "./leaving.ts";
import { withoutPreamble } from "./spoken/preamble.ts";
import { CONFIDENT, nextPending, takeIntents } from "./intents/take-intents.ts";
import { guessRequest, impliedForm, onlyForm } from "./intents/guess-request.ts";
import { answersWhich } from "./intents/which-intent.ts";
import { findRequest } from "./intents/find-request.ts";
import { findIntents, wantsDone } from "./intents/intents.ts";
import { meetsRule } from "./refusing.ts";
import type { World } from "./world.ts";
import { WORDS } from "./world.ts";

export interface RecognisedTurn {
  text: string;
  /** 0…1, as the recogniser judges it; 1 where nobody doubts. */
  confidence: number;
  /** The same of each word, where the recogniser says it. */
  words?: readonly RecognisedWord[] | undefined;
  /** What a language model says that is meant, where the rules did not know it. */
  meant?: readonly Interpretation[] | undefined;
  /** What a model read in it for the form that is open now, or was opened by it. */
  reading?: ReadForm | undefined;
}

const MOST_ABUSES = 3;
/** Words heard less surely than this are nobody's abuse. */
const SURE_OF_ABUSE = 0.6;

/** Words that are heard less surely than this are anybody's guess. */
const HEARD_NOTHING = 0.01;
/** A yes that was heard less surely than this lets nothing happen: it is asked for again. */
const SURE_OF_YES = 0.1;

/** What the caller said. Changes `state`. */
export function hearCaller(state: State, whole: RecognisedTurn, world: World): Turn {
  const heard = state.task ? { ...whole, text: withoutPreamble(whole.text) } : whole;
  state.turns++;
  state.language = languageOf(heard.text) ?? state.language;
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const acts = new Set(actsIn(heard.text));
  if (heard.confidence < SURE_OF_YES && yesUses(state)) acts.delete("yes");
  const said: CallerTurn = { ...heard, acts, turn: state.turns, isNew: false, answered: false };
  // "Hi, this is Amina Yusuf": whatever is then done for her, it is in that name, and read back.
  const name = state.task || state.called || heard.confidence < CONFIDENT ? undefined : volunteeredName(heard.text);
  if (name !== undefined) state.caller.name ??= name;
  // Who is in danger is put off by no message and no goodbye.
  const meant = (whole.meant ?? []).filter(({ kind }) => kind === "fact" || !isEmergency(heard.text));
  const isMeant = goesBy(meant, state, said, { world, turn });
  if (!isMeant && !answersBeside(state, said, world, turn)) respond(state, said, world, turn);
  nextPending(state, world, turn);
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  state.context = `${state.context} ${heard.text}`.slice(-LONGEST_CONTEXT);
  return turn;
}

/** So many letters of what was said before. */
const LONGEST_CONTEXT = 400;

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

/** Says and does what was meant; `false`: nothing of it can be done now, and the words are taken as they are. */
function goesBy(
  meant: readonly Interpretation[],
  state: State,
  said: CallerTurn,
  { world, turn }: { world: World; turn: Turn },
): boolean {
  const facts = meant.flatMap((one) => (one.kind === "fact" ? one : []));
  for (const { text, source } of facts) {
    turn.say.push(text);
    if (source !== undefined) turn.sources.push(source);
  }
  if (facts.length > 0) state.topic = said.text;
  const rest = facts.length > 0 && state.task ? besideQuestion(said.text, said.reading) : "";
  if (rest !== "") {
    respond(state, { ...said, text: rest, acts: new Set(actsIn(rest)), answered: true }, world, turn);
    return true;
  }
  const act = meant.find(({ kind }) => kind !== "fact");
  if (act && does(act, state, { ...said, answered: facts.length > 0 }, { world, turn })) return true;
  if (facts.length === 0) return false;
  if (state.task) turn.say.push(question(state));
  else endWithOffer(state, turn);
  return true;
}

function does(act: Interpretation, state: State, said: CallerTurn, { world, turn }: { world: World; turn: Turn }): boolean {
  switch (act.kind) {
    case "tool": {
      const form = world.forms.find(({ tool }) => tool === act.tool);
      if (!form || state.task?.form === form) return false;
      openForm(state, form, said.text).isGuessed = true;
      pursue(state, { ...said, isNew: true }, world, turn);
      return true;
    }
    case "choice":
      if (!state.task) return false;
      pursue(state, { ...said, text: act.text, acts: new Set() }, world, turn);
      return true;
    case "person":
      wantsPerson(state, world, turn);
      return true;
    case "message":
      if (!world.message || state.task?.form === world.message) return false;
      openMessage(state, world.message, withTopic(state, said.text), { world, turn });
      return true;
    case "done":
      turn.say.push(...(state.done.at(-1)?.told ?? []));
      endWithOffer(state, turn);
      return true;
    case "again":
      turn.say.push(state.lastSaid || question(state));
      return true;
    case "stop":
      if (!state.task) return false;
      [state.dropped, state.task, state.pending] = [state.task, undefined, []];
      turn.say.push(WORDS[state.language].dropped);
      endWithOffer(state, turn);
      return true;
    case "goodbye":
      // Who thanks in the middle of a form may take it for done.
      if (state.task) turn.say.push(WORDS[state.language].dropped);
      sayGoodbye(state, world, turn);
      return true;
    case "fact":
      return false;
  }
}

/** "Then let her call me": of what was asked before. */
function withTopic({ topic, done }: State, text: string): string {
  return topic === "" || topic === text || done.length > 0 ? text : `${topic} ${text}`;
}

/** What is answered at once, whatever is being done: and then the open question stands as before. */
function answersBeside(state: State, { text, acts, confidence, reading }: CallerTurn, world: World, turn: Turn): boolean {
  const words = WORDS[state.language];
  const wasAskedIfThere = state.wasAskedIfThere;
  state.wasAskedIfThere = false;
  const beside = (sentence: string): true => {
    turn.say.push(sentence, question(state));
    return true;
  };
  if (text === "(inaudible)" || (confidence < HEARD_NOTHING && !isEmergency(text))) misses(state, world, turn);
  else if (looksLikeCard(digitsIn(text)) && !spoken("phone", text, { where: world, question: "phone number" }))
    return beside(words.noCard);
  else if (isEmergency(text) || namesDanger(text, world)) sayEmergency(state, text, world, turn);
  else if (state.advised.length > 0 && !state.task && PRESSES.test(text)) turn.say.push(...state.advised);
  else if (acts.has("probe")) return beside(words.noInstructions);
  else if (acts.has("robot") || acts.has("who")) return beside(words.robot(world.business));
  else if (acts.has("abuse") && confidence >= SURE_OF_ABUSE) abused(state, world, turn);
  else if (wantsAgain(state, { text, acts, confidence }) || asksForNumberSaid(state, text))
    turn.say.push(state.lastSaid || words.howCanIHelp);
  else if (
    acts.has("wait") &&
    !asksSomething(text) &&
    confidence >= LEAST_CONFIDENCE &&
    wordsOf(text).length <= 6 &&
    !isBareVisit(text.replace(/^.*?\b(?:wait|moment|subiri|ngoja|attendez)\b/i, ""), world)
  )
    turn.say.push(words.takeYourTime);
  else if (state.task && !acts.has("thank") && isWaiting(reading)) turn.say.push(words.takeYourTime);
  else if (wasAskedIfThere && isThere(text, acts)) turn.say.push(question(state));
  else if (acts.has("person") && !findIntents(text).has("call-back")) wantsPerson(state, world, turn);
  else return false;
  return true;
}

/** More often it is said in no other words than the last time, whoever asks, and whatever was heard as asking. */
const MOST_REPEATS = 3;
const MOST_REPEAT_WORDS = 8;

/** "Say that again, please." Out of many words that were hardly heard it is none. */
function wantsAgain(state: State, { text, acts, confidence }: Pick<CallerTurn, "text" | "acts" | "confidence">): boolean {
  const isHeard = confidence >= LEAST_CONFIDENCE || wordsOf(text).length <= MOST_REPEAT_WORDS;
  if (!acts.has("repeat") || findIntents(text).size > 0 || !isHeard) {
    state.repeats = 0;
    return false;
  }
  return ++state.repeats <= MOST_REPEATS;
}

/** "What's the number?", after one was told. */
function asksForNumberSaid({ lastSaid, task }: State, text: string): boolean {
  return (
    !task &&
    /\d{3}/.test(lastSaid) &&
    /\bwhat(?:'s| is| was) (?:the|that) (?:phone )?number\b|\b(?:say|give|repeat|tell)(?: me)? (?:the|that) (?:phone )?number\b|\bnamba (?:gani|hiyo)\b|\bquel numéro\b|\bce numéro\b/i.test(
      text,
    )
  );
}

function isThere(text: string, acts: ReadonlySet<Act>): boolean {
  return wordsOf(text).length <= 4 && (acts.has("yes") || acts.has("greet") || /\b(?:here|hapa|niko|là)\b/i.test(text));
}

function respond(state: State, said: CallerTurn, world: World, turn: Turn): void {
  const { text, acts } = said;
  if (state.task && answersOpenField(state, said.reading)) return pursue(state, said, world, turn);
  // "Yes, cancel it" agrees, where cancelling was read back.
  const isAgreed = state.asked === "confirm" && state.task?.form.intent === "cancel" && acts.has("yes");
  const isDropped = acts.has("drop") || wantsNothing(state, text, world);
  if (isDropped && !isAgreed && (state.task || state.pending.length > 0)) return changesMind(state, said, world, turn);
  if (state.asked === "which-intent" && answersWhich(state, said, world, turn)) return;
  if (state.asked === "which-visit" && answersWhichVisit(state, said, world, turn)) return;
  if (state.asked === "confirm" && refusesVisit(state, said, world, turn)) return;
  if (state.asked.startsWith("heard:") && answersDoubt(state, said, world, turn)) return;
  if (state.task && (state.asked === "confirm" || state.asked === "change") && answersConfirm(state, said, world, turn)) return;
  if (state.asked === "offer-message" && answersOffer(state, said, world, turn)) return;
  if (state.asked === "identity" && state.called) {
    const { rest } = answersIdentity({ state, called: state.called }, said, world, turn);
    if (rest === "") return turn.proposes === undefined ? undefined : endWithOffer(state, turn);
    return goesOn(state, { ...said, text: rest, acts: new Set(actsIn(rest)) }, world, turn);
  }
  const open = openField(state);
  const corrected = correctedForm(state, said, world) ?? (open && formWithChoice(text, open, world.forms));
  if (corrected) {
    openForm(state, corrected, text);
    return pursue(state, { ...said, isNew: true, answered: false }, world, turn);
  }
  if (leaves(state, text, acts, world) && !staysOn(state, said.reading)) return sayGoodbye(state, world, turn);
  if (state.asked === "invited" && answersInvitation(state, said, world, turn)) return;
  goesOn(state, said, world, turn);
}

/** None of the open questions was answered: something is asked, told or wished. */
function goesOn(state: State, said: CallerTurn, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  const { text, acts } = said;
  const { wasCut } = state;
  state.wasCut = false;
  const place = { state, said, world, turn };
  if (!onlyAnswers(state, said.reading) && meetsRule(place)) return;
  const before = turn.say.length;
  turn.isWish = !state.task;
  const requests = takeIntents(state, said, world, turn);
  if (requests.settled) return;
  const answered = turn.say.length > before;
  if (state.task)
    return pursue(state, { ...said, text: requests.open, isNew: requests.isNew, answered: turn.say.length > 0 }, world, turn);
  const implied = answered ? (impliedForm(text, world) ?? onlyForm(text, world)) : undefined;
  if (implied) {
    openForm(state, implied, text);
    return pursue(state, { ...said, isNew: true, answered }, world, turn);
  }
  if (answered) return void endWithOffer(state, turn);
  if (hasQuestions(text)) return void (turn.say.push(words.howCanIHelp), (state.asked = "how-can-i-help"));
  if (wordsOf(text).length > MOST_GREETING_WORDS && guesses(state, said, world, turn)) return;
  const saysMore = wordsOf(text).length > MOST_GREETING_WORDS && said.confidence >= CONFIDENT;
  if (acts.has("greet") && !saysMore)
    return void (turn.say.push(words.greetBack, words.howCanIHelp), (state.asked = "how-can-i-help"));
  if (state.asked === "anything-else" && acts.has("yes") && wordsOf(text).length <= MOST_YES_WORDS)
    return void (turn.say.push(words.howCanIHelp), (state.asked = "how-can-i-help"));
  const isNo = acts.has("no") && wordsOf(text).length <= 3;
  // Over our words it is an objection to them, and no goodbye.
  if (isNo && wasCut) return void (turn.say.push(words.howCanIHelp), (state.asked = "how-can-i-help"));
  if ((acts.has("thank") && !(saysMore && (asksSomething(text) || wantsDone(text)))) || isNo)
    return sayGoodbye(state, world, turn);
  const isHalfHeard = said.confidence < CONFIDENT && state.misses === 0;
  if (state.asked === "offer-message" && world.message && !asksSomething(text) && wordsOf(text).length >= TELLS_WORDS) {
    turn.say.push(words.okay);
    return openMessage(state, world.message, [state.request, text].filter((one) => one !== "").join(". "), { world, turn });
  }
  if (asksSomething(text) && !isHalfHeard) {
    state.request = text;
    state.topic = text;
    return offerMessage(state, world, turn, words.unknown);
  }
  repair(state, world, turn);
}

/** What was not understood for certain, and is likely for one tool. */
function guesses(state: State, said: CallerTurn, world: World, turn: Turn): boolean {
  if (said.confidence < CONFIDENT) return false;
  turn.isUnsure = true;
  if (!guessRequest(state, said.text, { world, turn })) {
    // "My heater does not get hot any more": where one tool is for heaters.
    const implied = asksSomething(said.text) ? undefined : (impliedForm(said.text, world) ?? onlyForm(said.text, world));
    if (!implied) return false;
    openForm(state, implied, said.text);
  }
  if (state.task) pursue(state, { ...said, isNew: true, answered: false }, world, turn);
  return true;
}

const MOST_YES_WORDS = 4;
const MOST_GREETING_WORDS = 8;

/** "I changed my mind": what was begun is left; another wish in the same breath is taken up. */
function changesMind(state: State, said: CallerTurn, world: World, turn: Turn): void {
  state.dropped = state.task;
  state.task = undefined;
  state.pending = [];
  state.asked = "how-can-i-help";
  turn.say.push(WORDS[state.language].dropped);
  // "Don't book anything yet" wants no booking.
  const text = said.text.replace(REFUSED, " ");
  if ([...findIntents(text)].every((intent) => intent === "cancel")) return endWithOffer(state, turn);
  const requests = takeIntents(state, { ...said, text }, world, turn);
  if (requests.settled) return;
  if (state.task) pursue(state, { ...said, text: requests.open, isNew: true, answered: true }, world, turn);
  else endWithOffer(state, turn);
}

const REFUSED = /\b(?:don't|do not|no need to|not going to)\b[^,.;!?]*/gi;

function wantsPerson(state: State, world: World, turn: Turn): void {
  if (world.transfer !== undefined) turn.tool = { name: world.transfer, arguments: {} };
  else offerMessage(state, world, turn, WORDS[state.language].noPersonNow);
}

function answersOffer(state: State, said: CallerTurn, world: World, turn: Turn): boolean {
  const { text, acts } = said;
  if (acts.has("yes") && !acts.has("no") && world.message) {
    openMessage(state, world.message, state.request, { world, turn });
    return true;
  }
  if (acts.has("no")) {
    if (acts.has("goodbye") || wishesMore(text) || findRequest(text, world) !== undefined) return false;
    endWithOffer(state, turn);
    return true;
  }
  return false;
}

/** Nobody here does it, and it is told: a colleague is to know it. */
function openMessage(state: State, form: Form, request: string, { world, turn }: { world: World; turn: Turn }): void {
  openForm(state, form, request);
  pursue(state, { text: "", confidence: 1, turn: state.turns, acts: new Set(), isNew: true, answered: true }, world, turn);
}

/** So many words tell a colleague something. */
const TELLS_WORDS = 4;
const MORE_WORDS = 4;

/** "No, I want to pay my bill": it was not this that they called for. */
function wishesMore(text: string): boolean {
  return wordsOf(text).length > MORE_WORDS && (findIntents(text).size > 0 || WISHES.test(text));
}

const WISHES = /\b(?:i (?:want|need|would like|wanted)|i'd like|nataka|naomba|ningependa|je (?:veux|voudrais))\b/i;

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
