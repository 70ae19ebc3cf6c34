/** The question that is open, in words, and what is done when an answer was not understood: never the same sentence three times. */
import type { Field, Form } from "../forms/form.ts";
import { labelIn } from "../forms/labels.ts";
import type { State, Turn } from "../state.ts";
import { changeable, endWithOffer, openField, leaveTask, mayWord } from "../state.ts";
import { answerTypeOf } from "../facts/question-type.ts";
import { asksSomething } from "../spoken/acts.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import { argumentsOf, type Task, taskOf } from "../task.ts";
import type { World } from "../world.ts";
import { WORDS } from "../world.ts";
import { inWords } from "../intents/in-words.ts";
import { askAgainFor, askFor, easierFormats, messageField, readBack, spokenValue, whichVisit } from "./read-back.ts";

export const MOST_MISSES = 3;

export function question(state: State): string {
  const words = WORDS[state.language];
  const field = openField(state);
  if (field && state.asked.startsWith("heard:")) return words.didYouSay(doubted(state, field));
  if (field) return askFor(field, state);
  if (state.asked === "confirm" && state.task) return readBack(state.task, state.language);
  if (state.asked === "change") return words.whatToChange(words.choice(changeable(state).map((one) => words.the(one))));
  if (state.asked === "which-visit") return whichVisit(state);
  if (state.asked === "identity" && state.called) return words.isItYou(state.called.name);
  if (state.asked === "invited") return words.propose.other;
  if (state.asked === "offer-message") return words.offerMessage;
  return state.asked === "anything-else" ? words.anythingElse : words.howCanIHelp;
}

/** A day far ahead with its year. */
function doubted({ task, language }: State, field: Field): string {
  const value = task?.slots[field.name]?.value ?? "";
  const said = spokenValue(value, field, language);
  return field.kind === "day" ? `${said} ${value.slice(0, 4)}` : said;
}

/** A question instead of an answer, of which nothing is known: that is said, and the open question stands. */
export function saysUnknown(state: State, { text, confidence }: { text: string; confidence: number }, turn: Turn): boolean {
  if (confidence < SURELY_HEARD || !asksSomething(text) || answerTypeOf(text) === undefined) return false;
  turn.isUnsure = true;
  turn.say.push(WORDS[state.language].unknown, question(state));
  return true;
}

const SURELY_HEARD = 0.7;

/** "It is sixty kVA", of at most twenty: where the business says what is not done, that is told and nothing more is asked for. */
export function saysLimit(state: State, { minimum, maximum, label }: Field, world: World, turn: Turn): boolean {
  const limits = [minimum, maximum].filter((one) => one !== undefined);
  const found = world.index
    .find(`${label} ${limits.join(" ")}`)
    .find(
      ({ fact }) =>
        REFUSES.test(fact.text) &&
        label.split(" ").some((word) => fact.text.toLowerCase().includes(word)) &&
        quantitiesIn(fact.text).some(({ value }) => limits.includes(value)),
    );
  if (!found) return false;
  state.task = undefined;
  turn.say.push(found.fact.text);
  endWithOffer(state, turn);
  return true;
}

const REFUSES = /\b(?:don't|do not|doesn't|never|not|no|only|cannot|can't|at least|at most|hatu\p{L}+|pas|jamais)(?!\p{L})/iu;

export function repair(state: State, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  turn.isUnsure = true;
  state.misses++;
  const field = openField(state);
  if (state.misses >= MOST_MISSES) {
    const message = state.task?.form === world.message ? state.task : undefined;
    state.misses = 0;
    if (!message && state.asked !== "offer-message") {
      // Taken up again, it is asked for in the easier way.
      if (field && state.task) state.task.takenBack[field.name] = (state.task.takenBack[field.name] ?? 0) + 1;
      leaveTask(state);
      return offerMessage(state, world, turn, words.notUnderstoodAgain);
    }
    // It was read back again and again, and nothing was heard against it: a colleague can do something with it.
    if (message && state.asked === "confirm") return passOn(state, turn);
  }
  if (state.misses >= GUESSED_MISSES) leavesGuess(state);
  if (!state.task && (state.asked === "how-can-i-help" || state.asked === "anything-else") && asksToChoose(state, world, turn))
    return;
  turn.say.push(
    state.misses === 1 ? words.notUnderstood : words.anotherWay,
    field ? askAgainFor(field, state) : question(state),
    ...(field && (state.misses !== 1 || mayWord(state, field)) ? easierFormats(field, state) : []),
  );
}

export const GUESSED_MISSES = 2;

/** Whoever says nothing that a guessed form asks for, or what cannot be there, may have called for something else. */
function leavesGuess(state: State): boolean {
  if (!state.task?.isGuessed || !isEmpty(state.task)) return false;
  leaveTask(state);
  state.asked = "how-can-i-help";
  return true;
}

/** The same where what was said cannot be. */
export function leavesWrongGuess(state: State, world: World, turn: Turn): boolean {
  return leavesGuess(state) && asksToChoose(state, world, turn);
}

/** Of nothing that it asks for a word was said; what is known of the caller does not count. */
function isEmpty({ form, slots }: Task): boolean {
  return form.fields.every(({ name, kind }) => slots[name] === undefined || slots[name].source.said === "" || kind === "text");
}

const MOST_CHOICES = 5;

/** Whoever was not understood is told what there is: a choice is heard better than a sentence. `false`: there is nothing to choose from. */
function asksToChoose(state: State, world: World, turn: Turn): boolean {
  const words = WORDS[state.language];
  const forms = choicesOf(world);
  if (!words.howCanIHelpWith || forms.length < 2) return false;
  state.between = { tools: forms.map(({ tool }) => tool), said: "" };
  state.asked = "which-intent";
  turn.say.push(
    state.misses === 1 ? words.notUnderstood : words.anotherWay,
    words.howCanIHelpWith(forms.map((form) => inWords(form, world.message))),
  );
  return true;
}

/** A message last. */
function choicesOf({ forms, message }: World): Form[] {
  const others = forms.filter((form) => form !== message).slice(0, MOST_CHOICES - 1);
  return message ? [...others, message] : others;
}

/** As it was heard, with a word to whoever reads it that the caller has not said yes to it. */
export function passOn(state: State, turn: Turn): void {
  const task = taskOf(state);
  const words = WORDS[state.language];
  const told = messageField(task);
  const slot = told && task.slots[told.name];
  if (told && slot) task.slots[told.name] = { ...slot, value: `${slot.value} (${words.notConfirmed})` };
  turn.say.push(words.passedOn);
  turn.tool = { name: task.form.tool, arguments: argumentsOf(task) };
}

/** A way on: a message where one can be taken and none was, else what else there is. */
export function offerMessage(state: State, world: World, turn: Turn, because: string): void {
  const words = WORDS[state.language];
  const sent = state.done.find(({ form }) => form.tool === world.message?.tool);
  if (because === words.unknown) turn.isUnsure = true;
  turn.say.push(because, ...(sent?.told ?? []));
  if (world.message && !sent) {
    turn.say.push(words.offerMessage);
    state.asked = "offer-message";
  } else {
    turn.say.push(words.anythingElse);
    state.asked = "anything-else";
    state.task = undefined;
  }
}

/** Only what cannot be is wanted, again and again: what is known of it is told, and a way on is offered. */
export function leavesTrouble(state: State, field: Field, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  leaveTask(state);
  if (field.kind === "time") turn.say.push(words.noSuchTime);
  else turn.say.push(words.outOfRange(labelIn(state.language, field.label), field.minimum, field.maximum));
  offerMessage(state, world, turn, "");
  turn.say = turn.say.filter((sentence) => sentence !== "");
}
