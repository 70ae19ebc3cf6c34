/** Anger, trouble, danger for money, no time: what the prompt says for them comes before anything else. */
import { openForm, pursue, type CallerTurn } from "./slots/pursue.ts";
import { offerMessage } from "./slots/repair.ts";
import { type Circumstance, circumstancesIn, situationFor, situationIn } from "./facts/circumstances.ts";
import type { Situation } from "./facts/situations.ts";
import { leaveTask, type State, type Turn } from "./state.ts";
import type { World } from "./world.ts";
import { WORDS } from "./world.ts";
import { findIntents, wantsDone } from "./intents/intents.ts";
import { rankIntents, UNDERSTOOD } from "./intents/rank.ts";

interface Mood {
  state: State;
  said: CallerTurn;
  world: World;
  turn: Turn;
}

/** Of a call that the agent makes. */
function isOutbound({ called, invitedTo }: State): boolean {
  return called !== undefined || invitedTo !== "";
}

/** `true`: all that is to be said was said. */
export function meetsCircumstance(mood: Mood): boolean {
  const { state, said, world } = mood;
  const shown = circumstancesIn(said.text);
  for (const circumstance of ORDER) {
    if (!shown.has(circumstance)) continue;
    const situation = situationFor(circumstance, world.situations);
    if (MEETS[circumstance]?.(mood, situation)) return true;
  }
  if (state.task || !situationIn(said.text, world.situations)) return false;
  const situation = situationIn(said.text, world.situations, isRequest(mood) ? SURELY : undefined);
  return situation !== undefined && says(mood, situation);
}

function isRequest({ said: { text }, world }: Mood): boolean {
  if (!wantsDone(text) && findIntents(text).size === 0) return false;
  const [request] = rankIntents(text, world.forms, world);
  return request !== undefined && request.score >= UNDERSTOOD;
}

/** What somebody else's number may be of; "I am looking for Dr Boakye" is no wrong number. */
const HOUSE =
  "(?:Lodge|Hotel|Guest House|School|College|Academy|University|Clinic|Hospital|Bank|Sacco|Shop|Store|Supermarket|Bar|Restaurant|Cafe|Café|Salon|Church|Garage|Centre|Center|Pharmacy|Company|Office|Motors|Bakery|Farm)";
const HAS_WRONG_NUMBER = new RegExp(
  `\\b(?:isn't|is not) (?:this|that) (?:the )?\\p{Lu}[\\p{L}'-]+ \\p{Lu}|\\b[Ii] (?:wanted|meant|was (?:looking for|calling|after)|am looking for)(?: to call)? (?:the )?(?:\\p{Lu}[\\p{L}'-]+ ){1,3}${HOUSE}\\b|^.{0,40}\\b(?:have|got|dialled|called|it's|is this|this is) (?:the |a )?[Ww]rong number\\b|^(?:[Oo]h |[Ss]orry,? |[Aa]h )*[Ww]rong number\\b`,
  "u",
);

/** Nobody is asked for a date before that is answered. */
const BEREAVED =
  /\b(?:passed (?:away|on)|(?:has|have|just) (?:died|passed(?= *(?:[.,!?]|$|today|yesterday|here|at home|this|last)))|died (?:today|yesterday|last|this|on)|funeral|burial|bury|bereaved|lost (?:my|our|his|her|their) (?:\w+ )?(?:husband|wife|father|mother|child|son|daughter|brother|sister|baby|mum|dad|grand\w+|uncle|aunt|friend)|msiba|amefariki|amefiwa|nimefiwa|tumefiwa|décédée?|enterrement|obsèques|deuil)\b/i;

/** So much of a condition must be said where something that can be done may be meant. */
const SURELY = 0.99;

/** The gravest first. */
const ORDER: readonly Circumstance[] = [
  "child",
  "secret",
  "fraud",
  "wrong-number",
  "opt-out",
  "paid",
  "upset",
  "trouble",
  "busy",
  "refuses",
];

const MEETS: Partial<Record<Circumstance, (mood: Mood, situation: Situation | undefined) => boolean>> = {
  child: ({ state, world, turn }) => {
    if (!isOutbound(state)) return false;
    state.task = undefined;
    turn.say.push(WORDS[state.language].child);
    return leaves(turn, world);
  },
  secret: (mood, situation) => {
    const { turn, state } = mood;
    turn.say.push(WORDS[state.language].noPin);
    if (situation) says(mood, situation);
    return ends(mood);
  },
  fraud: (mood, situation) => !mood.state.task && situation !== undefined && says(mood, situation),
  paid: (mood, situation) => !mood.state.task && situation !== undefined && says(mood, situation),
  "wrong-number": ({ state, said, world, turn }) => {
    if (!isOutbound(state)) {
      if (!HAS_WRONG_NUMBER.test(said.text)) return false;
      leaveTask(state);
      turn.say.push(WORDS[state.language].robot(world.business), WORDS[state.language].anythingElse);
      state.asked = "anything-else";
      return true;
    }
    turn.say.push(WORDS[state.language].wrongNumber);
    return leaves(turn, world);
  },
  "opt-out": (mood) => {
    const { state, said, world, turn } = mood;
    if (!isOutbound(state) && state.task) return false;
    regrets(mood);
    const form = world.forms.find(({ intent }) => intent === "stop-calls") ?? world.message;
    if (!form) {
      turn.say.push(WORDS[state.language].goodbye);
      return leaves(turn, world);
    }
    openForm(state, form, said.text);
    pursue(state, { ...said, text: "", isNew: true, answered: true }, world, turn);
    return true;
  },
  upset: (mood, situation) => {
    const { state, said, world, turn } = mood;
    if (state.task && state.task.form !== world.message && state.asked !== "how-can-i-help") return (regrets(mood), false);
    if (state.task) return false;
    const [request] = rankIntents(said.text, world.forms, world);
    if (findIntents(said.text).size > 0 && !request?.form.looksUp) return (regrets(mood), false);
    if (situation && (situation.takesMessage || situation.says.length > 0)) return says(mood, situation);
    regrets(mood);
    if (said.text.includes("?") || !world.message) return false;
    state.request = said.text;
    turn.offersMessage = true;
    return ends(mood);
  },
  trouble: (mood, situation) => {
    if (isOutbound(mood.state) || situation?.isSorry || BEREAVED.test(mood.said.text)) regrets(mood);
    return false;
  },
  busy: (mood) => {
    const { state, said, world, turn } = mood;
    if (!isOutbound(state) || state.task) return false;
    const form = world.forms.find(({ intent }) => intent === "call-back");
    if (!form) return false;
    openForm(state, form, said.text);
    pursue(state, { ...said, isNew: true, answered: false }, world, turn);
    return true;
  },
  refuses: ({ state, said, world, turn }) => {
    if (!isOutbound(state) || said.text.includes("?")) return false;
    turn.say.push(WORDS[state.language].goodbye);
    return leaves(turn, world);
  },
};

function says(mood: Mood, situation: Situation): boolean {
  const { state, said, world, turn } = mood;
  if (situation.isSorry) regrets(mood);
  turn.say.push(...situation.says.filter((sentence) => !turn.say.includes(sentence)));
  if (situation.endsCall) {
    turn.say.push(WORDS[state.language].goodbye);
    return leaves(turn, world);
  }
  if (situation.takesMessage && world.message) {
    state.request = said.text;
    offerMessage(state, world, turn, "");
    turn.say = turn.say.filter((sentence) => sentence !== "");
    return true;
  }
  return turn.say.length > 0 && ends(mood);
}

function regrets({ state, turn }: Mood): void {
  if (!state.isSoothed) turn.say.push(WORDS[state.language].sorry);
  state.isSoothed = true;
}

function leaves(turn: Turn, world: World): true {
  turn.hangUp = world.mayHangUp;
  return true;
}

/** The open question stands as before; without one, there may be something else. */
function ends({ state, turn }: Mood): true {
  const words = WORDS[state.language];
  if (state.task) return true;
  state.asked = turn.offersMessage ? "offer-message" : "anything-else";
  turn.say.push(turn.offersMessage ? words.offerMessage : words.anythingElse);
  return true;
}
