/**
 * The reception's turn, for languages in which no tool but a message and a hand-over is used: it greets, tells hours and facts, takes a message, hands over. As
 * the larger dialogue it is deterministic and can be replayed from a call's messages.
 */
import { failed, parsed, referenceIn, STILL_RUNNING } from "../slots/outcome.ts";
import { isEmergency } from "../facts/emergency.ts";
import { actsIn } from "../spoken/acts.ts";
import { digitsIn, looksLikeCard } from "../spoken/numbers.ts";
import type { Turn } from "../state.ts";
import type { World } from "../world.ts";
import { bookOf } from "./book.ts";
import { type MessageState, endWithOffer, messageForm, offerMessage, question, stopCallsForm, phrasesOf } from "./state.ts";
import { inFigures } from "./figures.ts";
import { folded } from "./folded.ts";
import { type LexiconEntry, findEntries } from "./find-entries.ts";
import { formatHours } from "./hours.ts";
import { answersReadBack, misses, openMessage, pursue, type MessageTurn } from "./message.ts";
import { LOCALES } from "./locales.ts";
import { languageOfText } from "./which-language.ts";

const MOST_ABUSES = 3;
/** Words heard less surely than this are nobody's abuse. */
const SURE_OF_ABUSE = 0.6;
/** Longer sentences with such a word in them say something else. */
const FEW_WORDS = 6;
const FEWEST_WORDS = 4;

interface TurnContext {
  world: World;
  turn: Turn;
}

/** What the caller said. Changes `desk`. */
export function hearMessageCaller(
  state: MessageState,
  { text, confidence }: { text: string; confidence: number },
  world: World,
): Turn {
  state.turns++;
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const said: MessageTurn = { text, confidence, heard: findEntries(text, state.language) };
  const place = { world, turn };
  if (!answersBeside(state, said, place)) respond(state, said, place);
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  return turn;
}

function countWords(text: string): number {
  return folded(text).split(" ").filter(Boolean).length;
}

/** What is answered at once, whatever is being done: and then the open question stands as before. */
function answersBeside(state: MessageState, said: MessageTurn, { world, turn }: TurnContext): boolean {
  const words = phrasesOf(state);
  const { text, heard, confidence } = said;
  const wasAskedIfThere = state.wasAskedIfThere;
  state.wasAskedIfThere = false;
  const count = countWords(text);
  // What is told in the caller's own words may speak of anything.
  const most = state.asked === "message" ? FEWEST_WORDS : FEW_WORDS + 2;
  const beside = (sentence: string): true => {
    turn.say.push(sentence, question(state));
    return true;
  };
  if (text === "(inaudible)") misses(state, world, turn);
  else if (looksLikeCard(digitsIn(inFigures(text, LOCALES[state.language].figures)))) return beside(words.noCard);
  else if (heard.has("emergency") || isEmergency(text)) sayEmergency(state, world, turn);
  else if (actsIn(text).has("probe")) return beside(words.noInstructions);
  else if (heard.has("who") && state.asked !== "message") return beside(words.robot(world.business));
  else if (heard.has("abuse") && confidence >= SURE_OF_ABUSE) abused(state, { world, turn });
  else if (heard.has("repeat") && count <= most) turn.say.push(state.lastSaid || words.howCanIHelp);
  else if (wasAskedIfThere && count <= FEW_WORDS && (heard.has("yes") || heard.has("greet"))) turn.say.push(question(state));
  else if (heard.has("wait") && count <= FEW_WORDS && !isPhone(text, state)) turn.say.push(words.takeYourTime);
  else if (heard.has("person") && (state.asked !== "message" || count <= most)) handsOver(state, said, { world, turn });
  else return false;
  return true;
}

function isPhone(text: string, { language }: MessageState): boolean {
  return digitsIn(inFigures(text, LOCALES[language].figures)).length >= 2;
}

function sayEmergency(state: MessageState, world: World, turn: Turn): void {
  const words = phrasesOf(state);
  const advice = world.emergency;
  const own = advice?.sentence !== undefined && languageOfText(advice.sentence, state.language) ? advice.sentence : undefined;
  turn.say.push(own ?? words.emergency(advice && words.digits(advice.number.replace(/\s/g, ""))));
  state.task = undefined;
  state.asked = "how-can-i-help";
}

function handsOver(state: MessageState, { text }: MessageTurn, { world, turn }: TurnContext): void {
  if (world.transfer !== undefined) turn.tool = { name: world.transfer, arguments: {} };
  else if (state.task) turn.say.push(phrasesOf(state).noPersonNow, question(state));
  else {
    state.request = state.request === "" ? text : state.request;
    offerMessage(state, world, turn, phrasesOf(state).noPersonNow);
  }
}

function abused(state: MessageState, { world, turn }: TurnContext): void {
  const words = phrasesOf(state);
  if (++state.abuses >= MOST_ABUSES && world.mayHangUp) {
    turn.say.push(words.calmEnd);
    turn.hangUp = true;
  } else if (state.abuses === MOST_ABUSES - 1 && messageForm(world)) offerMessage(state, world, turn, words.calm);
  else turn.say.push(words.calm, question(state));
}

function respond(state: MessageState, said: MessageTurn, place: TurnContext): void {
  const { world, turn } = place;
  const words = phrasesOf(state);
  const { text, heard } = said;
  if (heard.has("drop") && state.task && state.asked !== "message") {
    turn.say.push(words.dropped);
    return endWithOffer(state, turn);
  }
  if (state.asked === "offer-message" && answersOffer(state, said, place)) return;
  if (state.task && (state.asked === "confirm" || state.asked === "change") && answersReadBack(state, said, place)) return;
  if (leaves(state, said)) return sayGoodbye(state, place);
  if (takesMessage(state, said, place) || answersQuestion(state, said, place)) return;
  if (state.task) return pursue(state, said, place);
  if (requests(state, said, place)) return;
  if (heard.has("greet") && countWords(text) <= FEW_WORDS) {
    turn.say.push(words.greetBack, words.howCanIHelp);
    state.asked = "how-can-i-help";
  } else if (state.asked === "anything-else" && heard.has("yes")) {
    turn.say.push(words.howCanIHelp);
    state.asked = "how-can-i-help";
  } else if (heard.has("thank") || (heard.has("no") && countWords(text) <= 3)) sayGoodbye(state, place);
  else if (heard.has("asks") || /[?؟]\s*$/u.test(text)) {
    state.request = text;
    offerMessage(state, world, turn, words.unknown);
  } else misses(state, world, turn);
}

function leaves(state: MessageState, { text, heard }: MessageTurn): boolean {
  const count = countWords(text);
  const asks = ASKING.some((one) => heard.has(one));
  if (heard.has("goodbye") && !asks && (!state.task || count <= FEW_WORDS)) return state.asked !== "message" || count <= 3;
  return !state.task && state.asked === "anything-else" && count <= FEW_WORDS && !asks && (heard.has("no") || heard.has("thank"));
}

const ASKING: readonly LexiconEntry[] = ["hours", "wants", "message", "stopCalls"];

function sayGoodbye(state: MessageState, { world, turn }: TurnContext): void {
  turn.say.push(phrasesOf(state).goodbye);
  turn.hangUp = world.mayHangUp;
  state.task = undefined;
  state.asked = "how-can-i-help";
}

function answersOffer(state: MessageState, said: MessageTurn, place: TurnContext): boolean {
  const { heard, text } = said;
  const form = messageForm(place.world);
  if (form && heard.has("yes") && !heard.has("no")) {
    openMessage(state, form, state.request);
    pursue(state, { ...said, text: countWords(text) > 3 ? text : "" }, place, { isNew: true });
    return true;
  }
  if (!heard.has("no") || heard.has("goodbye") || ASKING.some((one) => heard.has(one))) return false;
  endWithOffer(state, place.turn);
  return true;
}

/** A message or no more calls are wished outright. */
function takesMessage(state: MessageState, said: MessageTurn, place: TurnContext): boolean {
  const { heard, text } = said;
  const { world, turn } = place;
  const stops = heard.has("stopCalls");
  if (state.task || (!stops && !heard.has("message"))) return false;
  const words = phrasesOf(state);
  const form = (stops ? stopCallsForm(world) : undefined) ?? messageForm(world);
  if (!form) {
    turn.say.push(words.cannot);
    endWithOffer(state, turn);
    return true;
  }
  turn.say.push(stops && form === messageForm(world) ? words.cannotButMessage : words.okay);
  openMessage(state, form, text, { isWhole: stops });
  pursue(state, said, place, { isNew: true });
  return true;
}

/** Hours first: they are told in the language of the call, whatever language the prompt is in. */
function answersQuestion(state: MessageState, said: MessageTurn, { world, turn }: TurnContext): boolean {
  const { text, heard } = said;
  if (state.asked === "message" && countWords(text) > FEW_WORDS) return false;
  const book = bookOf(world, state.language);
  const isPlain = !state.task || heard.has("asks") || /[?؟]\s*$/u.test(text);
  const told = heard.has("hours") && isPlain && book.hours ? formatHours(text, book.hours, state.language, world) : undefined;
  if (told) turn.say.push(...told);
  else {
    const isAsked = heard.has("asks") || heard.has("hours") || /[?؟]\s*$/u.test(text);
    const fact = isAsked && isPlain ? book.find(text) : undefined;
    if (!fact) return false;
    turn.say.push(...(book.isOwn(fact) ? [] : [phrasesOf(state).quoted]), fact.text);
    if (fact.source) turn.sources.push(fact.source);
  }
  if (state.task) turn.say.push(question(state));
  else endWithOffer(state, turn);
  return true;
}

/** What only a colleague can do becomes a message. */
function requests(state: MessageState, said: MessageTurn, place: TurnContext): boolean {
  const { heard, text } = said;
  const { world, turn } = place;
  if (!heard.has("wants") || countWords(text) < 2) return false;
  if (heard.has("asks") && /[?؟]\s*$/u.test(text) && countWords(text) <= FEW_WORDS) return false;
  const words = phrasesOf(state);
  const form = messageForm(world);
  if (!form) {
    turn.say.push(words.cannot);
    endWithOffer(state, turn);
    return true;
  }
  turn.say.push(words.cannotButMessage);
  openMessage(state, form, text);
  pursue(state, said, place, { isNew: true });
  return true;
}

/** What a tool gave back. Changes `desk`. */
export function hearMessageTool(state: MessageState, tool: string, result: string, world: World): Turn {
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const words = phrasesOf(state);
  if (STILL_RUNNING.test(result)) return turn;
  const answer = parsed(result);
  const isFailed = failed(answer, result);
  if (tool === world.transfer) {
    if (isFailed) offerMessage(state, world, turn, words.noPersonNow);
  } else if (state.task?.form.tool === tool && state.task.form.intent !== "stop-calls") {
    turn.say.push(isFailed ? words.messageNotTaken : words.messageTaken(referenceIn(answer)));
    endWithOffer(state, turn);
  } else if (isFailed) offerMessage(state, world, turn, words.failed);
  else if (tool === world.availability?.tool || world.forms.some((form) => form.tool === tool && form.looksUp))
    offerMessage(state, world, turn, words.unknown);
  else {
    turn.say.push(words.done(referenceIn(answer)));
    endWithOffer(state, turn);
  }
  if (turn.say.length > 0) state.lastSaid = turn.say.join(" ");
  return turn;
}
