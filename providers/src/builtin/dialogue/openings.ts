/** Calls that the agent makes: the welcome asks who is on the line, or whether they would like to; then comes what the call is for. */
import { circumstancesIn } from "./facts/circumstances.ts";
import type { Form } from "./forms/form.ts";
import { openForm, pursue, type CallerTurn } from "./slots/pursue.ts";
import { question } from "./slots/repair.ts";
import { actsIn } from "./spoken/acts.ts";
import { wordsOf } from "./spoken/plain.ts";
import type { State, Turn } from "./state.ts";
import type { World } from "./world.ts";
import { WORDS } from "./world.ts";

const ASKS_WHO =
  /\b(?:am i (?:speaking|talking) (?:with|to)|is (?:this|that)|(?:may|can|could) i (?:speak|talk) (?:with|to)|je parle (?:bien )?(?:à|avec)|suis-je (?:bien )?avec|(?:na|nina)(?:ongea|zungumza) na|êtes-vous|vous êtes)\s+(?:bien )?(?:mr\.?|mrs\.?|ms\.?|madame|monsieur|bwana|bi)?\s*$/i;
const INVITES =
  /^(?:\p{L}+[, ]+)?(?:may|can|could|shall) (?:i|we)\b|^(?:do|would|are|have) you\b|^is (?:this|now|it)\b|^(?:puis-je|pouvons-nous|avez-vous|est-ce que)\b|^(?:je,? )?(?:naweza|ninaweza|una (?:muda|nafasi)|niku)/iu;
const OFFERS_HELP = /\bhelp\b|\bassist\b|\bdo for you\b|nikusaidie|saidia|vous aider|faire pour vous|puis-je pour vous/i;

/** What the welcome asks. Changes `state`. */
export function followWelcome(state: State, welcome: string, world: World): boolean {
  const sentence = welcome
    .split(/(?<=[.!?])\s+/)
    .findLast((one) => one.trim().endsWith("?"))
    ?.trim();
  if (sentence === undefined) return false;
  const named = /((?:\p{Lu}[\p{L}'’-]+)(?: \p{Lu}[\p{L}'’-]+){0,3})\s*\?$/u.exec(sentence);
  const [, name] = named ?? [];
  if (name !== undefined && ASKS_WHO.test(sentence.slice(0, named?.index))) {
    state.called = { name, is: "unknown" };
    state.asked = "identity";
    return true;
  }
  const form = purposeForm(world);
  if (!form || OFFERS_HELP.test(sentence) || !INVITES.test(sentence)) return false;
  state.invitedTo = form.tool;
  state.asked = "invited";
  return true;
}

/** What such a call is for: the first thing that is done and not only looked up, changed or passed on. */
function purposeForm({ forms, message }: World): Form | undefined {
  return forms.find(
    (form) =>
      form !== message && !form.looksUp && !["cancel", "move", "call-back", "stop-calls", "text-me"].includes(form.intent ?? ""),
  );
}

/** So often it is asked who is on the line. */
const MOST_ASKS = 4;
const SELF =
  /\b(?:speaking|it(?:'s| is) me|this is (?:she|he|her|him)|that(?:'s| is) me|i am (?:she|he|the one)|ni mimi|mimi hapa|c'est (?:bien )?moi|(?:elle|lui)[- ]même)\b/i;
const ANOTHER =
  /\b(?:(?:her|his|the) (?:husband|wife|son|daughter|mother|father|sister|brother|child|maid|house ?help|colleague|neighbour|friend|boss|secretary)|(?:she|he)(?:'s| is| has| went|'s gone)\b|not (?:around|here|in|at home|available)|is out|stepped out|left (?:her|his|the) phone|hayupo|ametoka|mume wake|mke wake|son mari|sa femme|n'est pas (?:là|ici)|il est sorti|elle est sortie|mummy|daddy)\b/i;

interface Identity {
  state: State;
  called: NonNullable<State["called"]>;
}

/** Who is on the line. `rest`: what else was said and is still to be answered; "" where the turn is over. */
export function answersIdentity({ state, called }: Identity, said: CallerTurn, world: World, turn: Turn): { rest: string } {
  const words = WORDS[state.language];
  const { text, acts } = said;
  const bare = text.toLowerCase();
  const saysName = called.name
    .toLowerCase()
    .split(" ")
    .some((part) =>
      new RegExp(
        `\\b(?:this is|it's|it is|i am|i'm|ni|c'est|yes,?) (?:(?!not |si |pas )\\w+ )?${part.replace(/[^\p{L}]/gu, ".")}`,
        "iu",
      ).test(bare),
    );
  if (circumstancesIn(text).has("wrong-number")) {
    turn.say.push(words.wrongNumber);
    turn.hangUp = world.mayHangUp;
    return { rest: "" };
  }
  if (ANOTHER.test(text) || (acts.has("no") && !saysName)) {
    called.is = "another";
    asksWhenToReach({ state, called }, said, world, turn);
    return { rest: "" };
  }
  if (acts.has("yes") || SELF.test(text) || saysName) {
    called.is = "themselves";
    return { rest: tellsPurpose(state, text, world, turn) };
  }
  if (++state.misses >= MOST_ASKS) {
    turn.say.push(words.onlyWith(called.name), words.goodbye);
    turn.hangUp = world.mayHangUp;
    return { rest: "" };
  }
  if (acts.has("who") || /\b(?:who|what)\b|\?/.test(bare)) turn.say.push(words.robot(world.business));
  turn.say.push(question(state));
  return { rest: "" };
}

const LED =
  /^(?:(?:yes|yeah|ndiyo|oui|speaking|hello|hi|ni mimi|it is|it's(?: me)?|it is me|this is (?:she|he|her|him)|c'est moi|mimi|eh|ah|and|who's this again|who is this)\b[\s,.!?]*)+/i;

/** Why the agent calls, once; what the person said beside "yes" is left. */
function tellsPurpose(state: State, text: string, world: World, turn: Turn): string {
  const form = purposeForm(world);
  const purpose = world.facts.find(
    ({ text: fact, source }) => source === undefined && /\b(?:you|your|vous|votre|wako|yako|lako)\b/i.test(fact),
  );
  if (purpose) turn.say.push(purpose.text);
  state.asked = "how-can-i-help";
  if (form) {
    state.invitedTo = form.tool;
    turn.proposes = proposalFor(form, state);
  }
  const rest = text.replace(LED, "");
  return wordsOf(rest).length < 2 ? "" : rest;
}

export function proposalFor({ intent }: Form, { language }: State): string {
  const { propose } = WORDS[language];
  return intent === "pay" || intent === "book" ? propose[intent] : propose.other;
}

/** Somebody else is on the line: nothing is told but who called, and when to call again is asked. */
function asksWhenToReach({ state, called: { name } }: Identity, said: CallerTurn, world: World, turn: Turn): void {
  const words = WORDS[state.language];
  turn.say.push(words.weCalled(name, world.business));
  const form = world.forms.find(({ intent }) => intent === "call-back");
  if (!form) {
    turn.say.push(words.goodbye);
    turn.hangUp = world.mayHangUp;
    return;
  }
  openForm(state, form, said.text);
  turn.say.push(words.whenToReach(name));
  const [first] = form.fields;
  if (first) state.asked = `field:${first.name}`;
}

const GOES_ON =
  /\b(?:go (?:on|ahead|for it)|ask (?:me|away)|fire away|tell me|shoot|carry on|let's go|endelea|niambie|uliza|allez-y|dites)\b/i;

/** "May I tell you about our blood drive?" `false`: it is no answer to that. */
export function answersInvitation(state: State, said: CallerTurn, world: World, turn: Turn): boolean {
  const { text, acts } = said;
  const words = WORDS[state.language];
  const form = world.forms.find(({ tool }) => tool === state.invitedTo);
  const shown = circumstancesIn(text);
  if ((acts.has("no") || shown.has("refuses")) && !text.includes("?") && !shown.has("upset") && !shown.has("opt-out")) {
    turn.say.push(words.goodbye);
    turn.hangUp = world.mayHangUp;
    return true;
  }
  if (acts.has("greet") && wordsOf(text).length <= 2) {
    turn.say.push(state.lastSaid.split(/(?<=[.!?])\s+/).at(-1) ?? question(state));
    return true;
  }
  const agrees =
    acts.has("yes") || text.split(/(?<=[.!?])\s+/).some((sentence) => actsIn(sentence).has("yes")) || GOES_ON.test(text);
  if (!agrees || acts.has("no") || !form) return false;
  const invitation = world.facts.find(({ text: fact }) => /\b(?:we invite you|nous vous invitons|tunakualika)\b/i.test(fact));
  if (invitation && state.turns <= 2 && form.intent === "book") turn.say.push(invitation.text);
  openForm(state, form, "");
  if (text.includes("?")) return false;
  pursue(state, { ...said, text: text.replace(LED, ""), isNew: true, answered: true }, world, turn);
  return true;
}
