/**
 * The reception's turn, for languages in which no tool but a message and a hand-over is used: it greets, tells hours and facts, takes a message, hands over. As
 * the larger dialogue it is deterministic and can be replayed from a call's messages.
 */
import { failed, parsed, referenceIn, STILL_RUNNING } from "../errands/outcome.ts";
import { isEmergency } from "../facts/emergency.ts";
import { actsIn } from "../spoken/acts.ts";
import { digitsIn, looksLikeCard } from "../spoken/numbers.ts";
import type { Turn } from "../state.ts";
import type { World } from "../world.ts";
import { bookOf } from "./book.ts";
import { type Desk, endWithOffer, messageForm, offerMessage, question, stopCallsForm, wordsOfDesk } from "./desk.ts";
import { inFigures } from "./figures.ts";
import { folded } from "./folded.ts";
import { type Heard, heardIn } from "./hearing.ts";
import { hoursTold } from "./hours.ts";
import { answersReadBack, misses, openMessage, pursue, type Said } from "./message.ts";
import { TONGUES } from "./tongues.ts";
import { languageOfText } from "./which-language.ts";

const MOST_ABUSES = 3;
/** Words heard less surely than this are nobody's abuse. */
const SURE_OF_ABUSE = 0.6;
/** Longer sentences with such a word in them say something else. */
const FEW_WORDS = 6;
const FEWEST_WORDS = 4;

interface Place {
  world: World;
  turn: Turn;
}

/** What the caller said. Changes `desk`. */
export function hearAtDesk(desk: Desk, { text, confidence }: { text: string; confidence: number }, world: World): Turn {
  desk.turns++;
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const said: Said = { text, confidence, heard: heardIn(text, desk.language) };
  const place = { world, turn };
  if (!answersBeside(desk, said, place)) respond(desk, said, place);
  if (turn.say.length > 0) desk.lastSaid = turn.say.join(" ");
  return turn;
}

function countWords(text: string): number {
  return folded(text).split(" ").filter(Boolean).length;
}

/** What is answered at once, whatever is being done: and then the open question stands as before. */
function answersBeside(desk: Desk, said: Said, { world, turn }: Place): boolean {
  const words = wordsOfDesk(desk);
  const { text, heard, confidence } = said;
  const wasAskedIfThere = desk.wasAskedIfThere;
  desk.wasAskedIfThere = false;
  const count = countWords(text);
  // What is told in the caller's own words may speak of anything.
  const most = desk.asked === "message" ? FEWEST_WORDS : FEW_WORDS + 2;
  const beside = (sentence: string): true => {
    turn.say.push(sentence, question(desk));
    return true;
  };
  if (text === "(inaudible)") misses(desk, world, turn);
  else if (looksLikeCard(digitsIn(inFigures(text, TONGUES[desk.language].figures)))) return beside(words.noCard);
  else if (heard.has("emergency") || isEmergency(text)) sayEmergency(desk, world, turn);
  else if (actsIn(text).has("probe")) return beside(words.noInstructions);
  else if (heard.has("who") && desk.asked !== "message") return beside(words.robot(world.business));
  else if (heard.has("abuse") && confidence >= SURE_OF_ABUSE) abused(desk, { world, turn });
  else if (heard.has("repeat") && count <= most) turn.say.push(desk.lastSaid || words.howCanIHelp);
  else if (wasAskedIfThere && count <= FEW_WORDS && (heard.has("yes") || heard.has("greet"))) turn.say.push(question(desk));
  else if (heard.has("wait") && count <= FEW_WORDS && !isPhone(text, desk)) turn.say.push(words.takeYourTime);
  else if (heard.has("person") && (desk.asked !== "message" || count <= most)) handsOver(desk, said, { world, turn });
  else return false;
  return true;
}

function isPhone(text: string, { language }: Desk): boolean {
  return digitsIn(inFigures(text, TONGUES[language].figures)).length >= 2;
}

function sayEmergency(desk: Desk, world: World, turn: Turn): void {
  const words = wordsOfDesk(desk);
  const advice = world.emergency;
  const own = advice?.sentence !== undefined && languageOfText(advice.sentence, desk.language) ? advice.sentence : undefined;
  turn.say.push(own ?? words.emergency(advice && words.digits(advice.number.replace(/\s/g, ""))));
  desk.task = undefined;
  desk.asked = "how-can-i-help";
}

function handsOver(desk: Desk, { text }: Said, { world, turn }: Place): void {
  if (world.transfer !== undefined) turn.tool = { name: world.transfer, arguments: {} };
  else if (desk.task) turn.say.push(wordsOfDesk(desk).noPersonNow, question(desk));
  else {
    desk.wish = desk.wish === "" ? text : desk.wish;
    offerMessage(desk, world, turn, wordsOfDesk(desk).noPersonNow);
  }
}

function abused(desk: Desk, { world, turn }: Place): void {
  const words = wordsOfDesk(desk);
  if (++desk.abuses >= MOST_ABUSES && world.mayHangUp) {
    turn.say.push(words.calmEnd);
    turn.hangUp = true;
  } else if (desk.abuses === MOST_ABUSES - 1 && messageForm(world)) offerMessage(desk, world, turn, words.calm);
  else turn.say.push(words.calm, question(desk));
}

function respond(desk: Desk, said: Said, place: Place): void {
  const { world, turn } = place;
  const words = wordsOfDesk(desk);
  const { text, heard } = said;
  if (heard.has("drop") && desk.task && desk.asked !== "message") {
    turn.say.push(words.dropped);
    return endWithOffer(desk, turn);
  }
  if (desk.asked === "offer-message" && answersOffer(desk, said, place)) return;
  if (desk.task && (desk.asked === "confirm" || desk.asked === "change") && answersReadBack(desk, said, place)) return;
  if (leaves(desk, said)) return sayGoodbye(desk, place);
  if (takesMessage(desk, said, place) || answersQuestion(desk, said, place)) return;
  if (desk.task) return pursue(desk, said, place);
  if (wishes(desk, said, place)) return;
  if (heard.has("greet") && countWords(text) <= FEW_WORDS) {
    turn.say.push(words.greetBack, words.howCanIHelp);
    desk.asked = "how-can-i-help";
  } else if (desk.asked === "anything-else" && heard.has("yes")) {
    turn.say.push(words.howCanIHelp);
    desk.asked = "how-can-i-help";
  } else if (heard.has("thank") || (heard.has("no") && countWords(text) <= 3)) sayGoodbye(desk, place);
  else if (heard.has("asks") || /[?؟]\s*$/u.test(text)) {
    desk.wish = text;
    offerMessage(desk, world, turn, words.unknown);
  } else misses(desk, world, turn);
}

function leaves(desk: Desk, { text, heard }: Said): boolean {
  const count = countWords(text);
  const asks = ASKING.some((one) => heard.has(one));
  if (heard.has("goodbye") && !asks && (!desk.task || count <= FEW_WORDS)) return desk.asked !== "message" || count <= 3;
  return !desk.task && desk.asked === "anything-else" && count <= FEW_WORDS && !asks && (heard.has("no") || heard.has("thank"));
}

const ASKING: readonly Heard[] = ["hours", "wants", "message", "stopCalls"];

function sayGoodbye(desk: Desk, { world, turn }: Place): void {
  turn.say.push(wordsOfDesk(desk).goodbye);
  turn.hangUp = world.mayHangUp;
  desk.task = undefined;
  desk.asked = "how-can-i-help";
}

function answersOffer(desk: Desk, said: Said, place: Place): boolean {
  const { heard, text } = said;
  const form = messageForm(place.world);
  if (form && heard.has("yes") && !heard.has("no")) {
    openMessage(desk, form, desk.wish);
    pursue(desk, { ...said, text: countWords(text) > 3 ? text : "" }, place, { isNew: true });
    return true;
  }
  if (!heard.has("no") || heard.has("goodbye") || ASKING.some((one) => heard.has(one))) return false;
  endWithOffer(desk, place.turn);
  return true;
}

/** A message or no more calls are wished outright. */
function takesMessage(desk: Desk, said: Said, place: Place): boolean {
  const { heard, text } = said;
  const { world, turn } = place;
  const stops = heard.has("stopCalls");
  if (desk.task || (!stops && !heard.has("message"))) return false;
  const words = wordsOfDesk(desk);
  const form = (stops ? stopCallsForm(world) : undefined) ?? messageForm(world);
  if (!form) {
    turn.say.push(words.cannot);
    endWithOffer(desk, turn);
    return true;
  }
  turn.say.push(stops && form === messageForm(world) ? words.cannotButMessage : words.okay);
  openMessage(desk, form, text, { isWhole: stops });
  pursue(desk, said, place, { isNew: true });
  return true;
}

/** Hours first: they are told in the language of the call, whatever language the prompt is in. */
function answersQuestion(desk: Desk, said: Said, { world, turn }: Place): boolean {
  const { text, heard } = said;
  if (desk.asked === "message" && countWords(text) > FEW_WORDS) return false;
  const book = bookOf(world, desk.language);
  const isPlain = !desk.task || heard.has("asks") || /[?؟]\s*$/u.test(text);
  const told = heard.has("hours") && isPlain && book.hours ? hoursTold(text, book.hours, desk.language, world) : undefined;
  if (told) turn.say.push(...told);
  else {
    const isAsked = heard.has("asks") || heard.has("hours") || /[?؟]\s*$/u.test(text);
    const fact = isAsked && isPlain ? book.find(text) : undefined;
    if (!fact) return false;
    turn.say.push(...(book.isOwn(fact) ? [] : [wordsOfDesk(desk).quoted]), fact.text);
    if (fact.source) turn.sources.push(fact.source);
  }
  if (desk.task) turn.say.push(question(desk));
  else endWithOffer(desk, turn);
  return true;
}

/** What only a colleague can do becomes a message. */
function wishes(desk: Desk, said: Said, place: Place): boolean {
  const { heard, text } = said;
  const { world, turn } = place;
  if (!heard.has("wants") || countWords(text) < 2) return false;
  if (heard.has("asks") && /[?؟]\s*$/u.test(text) && countWords(text) <= FEW_WORDS) return false;
  const words = wordsOfDesk(desk);
  const form = messageForm(world);
  if (!form) {
    turn.say.push(words.cannot);
    endWithOffer(desk, turn);
    return true;
  }
  turn.say.push(words.cannotButMessage);
  openMessage(desk, form, text);
  pursue(desk, said, place, { isNew: true });
  return true;
}

/** What a tool gave back. Changes `desk`. */
export function hearToolAtDesk(desk: Desk, tool: string, result: string, world: World): Turn {
  const turn: Turn = { say: [], sources: [], hangUp: false };
  const words = wordsOfDesk(desk);
  if (STILL_RUNNING.test(result)) return turn;
  const answer = parsed(result);
  const isFailed = failed(answer, result);
  if (tool === world.transfer) {
    if (isFailed) offerMessage(desk, world, turn, words.noPersonNow);
  } else if (desk.task?.form.tool === tool && desk.task.form.deed !== "stop-calls") {
    turn.say.push(isFailed ? words.messageNotTaken : words.messageTaken(referenceIn(answer)));
    endWithOffer(desk, turn);
  } else if (isFailed) offerMessage(desk, world, turn, words.failed);
  else if (tool === world.availability?.tool || world.forms.some((form) => form.tool === tool && form.looksUp))
    offerMessage(desk, world, turn, words.unknown);
  else {
    turn.say.push(words.done(referenceIn(answer)));
    endWithOffer(desk, turn);
  }
  if (turn.say.length > 0) desk.lastSaid = turn.say.join(" ");
  return turn;
}
