/**
 * The guided dialogue's turn: from the state after the last turn and what the caller says now, to what is said next. It is deterministic, so
 * the whole conversation can be replayed from its messages, also after another model has led it.
 */
import type { Act } from "./intents.ts";
import { actsIn, asksSomething } from "./intents.ts";
import { languageOf } from "./intents.ts";
import { afterAvailability, afterBooking, answersConfirm, finish, pursue, reference, startTask } from "./errand.ts";
import { question, repair } from "./open-question.ts";
import { segmentsOf, wordsOf } from "./plain.ts";
import { digitsIn, looksLikeCard } from "./spoken-numbers.ts";
import type { State, Turn } from "./state.ts";
import { endWithOffer, offerMessage } from "./state.ts";
import { AVAILABILITY_TOOL, BOOK_TOOL, MESSAGE_TOOL, ORDER_TOOL, TRANSFER_TOOL } from "./tasks.ts";
import type { World } from "./world.ts";
import { WORDS } from "./world.ts";

/** A fact answers a question when it covers this much of its meaning. */
const ENOUGH = 0.42;
/** … and, where a caller only tells something, this much. */
const ENOUGH_UNASKED = 0.5;
const MOST_ABUSES = 3;

/** What the caller said. Changes `state`. */
export function hearCaller(state: State, text: string, world: World): Turn {
  state.language = languageOf(text) ?? state.language;
  const turn: Turn = { say: [], sources: [], hangUp: false };
  respond(state, text, world, turn);
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  return turn;
}

/** What a tool that the dialogue had asked for gave back. */
export function hearTool(state: State, name: string, result: string, world: World): Turn {
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const words = WORDS[state.language];
  const answer = parsed(result);
  if (name === AVAILABILITY_TOOL) afterAvailability(state, answer, world, turn);
  else if (name === BOOK_TOOL) afterBooking(state, answer, turn);
  else if (name === MESSAGE_TOOL)
    finish(
      state,
      turn,
      answer["ok"] === false || answer["taken"] === false ? words.messageNotTaken : words.messageTaken(reference(answer)),
    );
  else if (name === ORDER_TOOL) finish(state, turn, typeof answer["say"] === "string" ? answer["say"] : words.unknown);
  else if (name === TRANSFER_TOOL && answer["ok"] === false) offerMessage(state, turn, words.noPersonNow);
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  return turn;
}

function respond(state: State, text: string, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  const acts = actsIn(text);
  const wasAskedIfThere = state.wasAskedIfThere;
  state.wasAskedIfThere = false;
  if (text === "(inaudible)") return repair(state, world, turn);
  if (looksLikeCard(digitsIn(text))) return again(state, turn, words.noCard);
  if (acts.has("probe")) return again(state, turn, words.noInstructions);
  if (acts.has("robot")) return again(state, turn, words.robot(world.business));
  if (acts.has("abuse")) return abused(state, world, turn);
  if (acts.has("repeat")) return void turn.say.push(state.lastSaid || words.howCanIHelp);
  if (acts.has("wait") && wordsOf(text).length <= 6) return void turn.say.push(words.takeYourTime);
  if (wasAskedIfThere && wordsOf(text).length <= 4 && (acts.has("yes") || acts.has("greet") || /\bhere\b/i.test(text)))
    return void turn.say.push(question(state));
  if (acts.has("person")) return wantsPerson(state, world, turn);
  if (state.task && state.asked === "confirm" && answersConfirm(state, { text, acts }, world, turn)) return;
  if (state.asked === "offer-message" && answersOffer(state, acts, turn)) return;
  if (leaves(state, text, acts)) return sayGoodbye(state, world, turn);
  const open = answerQuestions(state, text, world, turn);
  const answered = turn.say.length > 0;
  const before = state.task;
  startTask(state, open, world);
  if (state.task) return pursue(state, { text, acts, isNew: state.task !== before, answered }, world, turn);
  if (answered) return void endWithOffer(state, turn);
  if (acts.has("greet")) return void (turn.say.push(words.greetBack, words.howCanIHelp), (state.asked = "how-can-i-help"));
  if (state.asked === "anything-else" && acts.has("yes"))
    return void (turn.say.push(words.howCanIHelp), (state.asked = "how-can-i-help"));
  if (acts.has("thank") || (acts.has("no") && wordsOf(text).length <= 3)) return sayGoodbye(state, world, turn);
  if (asksSomething(text)) return offerMessage(state, turn, words.unknown);
  repair(state, world, turn);
}

// --- questions -----------------------------------------------------------------------------------------------------------------

/** Says the facts that are asked for. Returns what of the text was no such question. */
function answerQuestions(state: State, text: string, world: World, turn: Turn): string {
  const open: string[] = [];
  for (const segment of segmentsOf(text)) {
    const asks = asksSomething(segment);
    const [best, second] = world.index.find(segment);
    const wants = asks ? ENOUGH : ENOUGH_UNASKED;
    const isElse = !asks && (state.task !== undefined || isAct(segment));
    if (!best || best.score < wants || isElse || turn.say.includes(best.fact.text)) {
      open.push(segment);
      continue;
    }
    turn.say.push(best.fact.text);
    if (best.fact.source) turn.sources.push(best.fact.source);
    if (second && second.score > best.score * 0.97 && second.fact.text.length < 120 && turn.say.length < 2)
      turn.say.push(second.fact.text);
  }
  return open.join(", ");
}

// --- everything else -----------------------------------------------------------------------------------------------------------

function wantsPerson(state: State, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  if (world.has(TRANSFER_TOOL)) turn.tool = { name: TRANSFER_TOOL, arguments: {} };
  else if (world.has(MESSAGE_TOOL)) offerMessage(state, turn, words.noPersonNow);
  else again(state, turn, words.noPersonNow);
}

function answersOffer(state: State, acts: ReadonlySet<Act>, turn: Turn): boolean {
  if (acts.has("yes") && !acts.has("no")) {
    state.task = { name: "message", slots: {} };
    state.asked = "message";
    turn.say.push(WORDS[state.language].ask.message);
    return true;
  }
  if (!acts.has("no") || acts.has("goodbye")) return false;
  endWithOffer(state, turn);
  return true;
}

/** Whether this is the end of the conversation. */
function leaves(state: State, text: string, acts: ReadonlySet<Act>): boolean {
  if (acts.has("goodbye") && !asksSomething(text) && !acts.has("appointment")) return true;
  const short = wordsOf(text).length <= 6;
  return (
    state.task === undefined &&
    state.asked === "anything-else" &&
    short &&
    (acts.has("no") || acts.has("thank")) &&
    !asksSomething(text)
  );
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
  } else if (state.abuses === MOST_ABUSES - 1 && world.has(MESSAGE_TOOL)) offerMessage(state, turn, words.calm);
  else again(state, turn, words.calm);
}

/** Whether a sentence does something of its own; a greeting before a problem does not. */
function isAct(text: string): boolean {
  const acts = actsIn(text);
  return [...acts].some((act) => act !== "greet" && act !== "thank");
}

/** Says something beside the matter and comes back to the question that is open. */
function again(state: State, turn: Turn, sentence: string): void {
  turn.say.push(sentence, question(state));
}

function parsed(result: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(result);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return { ok: false };
  }
}
