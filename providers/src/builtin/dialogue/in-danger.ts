/** A caller who is in danger is told first what the prompt says of it. */
import { adviceFor, matchesDanger } from "./facts/emergency.ts";
import { answerTypeOf } from "./facts/question-type.ts";
import { openForm, pursue } from "./slots/pursue.ts";
import { actsIn, languageOf } from "./spoken/acts.ts";
import type { State, Turn } from "./state.ts";
import type { World } from "./world.ts";
import { WORDS } from "./world.ts";

/** "The tent you put up has come down": no question, and the prompt says what to do then. */
export function namesDanger(text: string, { situations, dangers }: World): boolean {
  if (answerTypeOf(text) !== undefined || /^(?:what|if|suppose)\b/i.test(text)) return false;
  return (
    situations.some(({ when, says }) => says.length > 0 && matchesDanger(text, when, says.join(" "))) ||
    dangers.some(({ when, sentence }) => matchesDanger(text, when, sentence))
  );
}

const NAMES_DANGER =
  /\b(?:emergenc\w*|ambulance|hospital|danger\w*|fire|urgence\w*|pompiers|hôpital|dharura|hatari|hospitali|breathe|bleed\w*|unconscious|1[01]\d|99\d|911)\b/i;

export function sayEmergency(state: State, text: string, world: World, turn: Turn): void {
  const before = turn.say.length;
  adviseIn(state, text, world, turn);
  state.advised = turn.say.slice(before);
  state.task = undefined;
  state.asked = "how-can-i-help";
  // "The socket is sparking": whoever is safe has it repaired.
  const [report, ...others] = OF_THINGS.test(text) ? world.forms.filter(({ intent }) => intent === "report") : [];
  if (!report || others.length > 0) return;
  openForm(state, report, text);
  pursue(
    state,
    { text, confidence: 1, turn: state.turns, acts: new Set(actsIn(text)), isNew: true, answered: true },
    world,
    turn,
  );
}

const OF_THINGS =
  /\b(?:sockets?|plugs?|wires?|cables?|transformers?|poles?|meters?|pipes?|geysers?|switch(?:es)?|bulbs?|panels?|soketi|waya|nguzo|prises?|câbles?|tuyaux?)\b/i;

function adviseIn(state: State, text: string, world: World, turn: Turn): void {
  const advice = world.emergency;
  const known = adviceFor(text, world.dangers);
  if (known !== undefined) {
    turn.say.push(known);
    return;
  }
  const told = world.situations.filter(({ says }) => says.length > 0);
  const situation =
    told.find(({ when, says }) => matchesDanger(text, when, says.join(" "))) ??
    told.find(({ when, says }) => NAMES_DANGER.test(`${when} ${says.join(" ")}`));
  if (situation) {
    turn.say.push(...situation.says);
    return;
  }
  const own = state.language === languageOf(advice?.sentence ?? "") || state.language === "en" ? advice?.sentence : undefined;
  turn.say.push(own ?? WORDS[state.language].emergency(advice?.number));
}

/** "Please, hurry!", "who do I call?": still in danger. */
export const PRESSES =
  /\b(?:please|hurry|quick(?:ly)?|help (?:us|me|him|her)|no time|who (?:else )?(?:do|should|can|must) (?:i|we) (?:call|phone|ring)|what (?:must|do|should|can) (?:i|we)|what to do|tell me what to do|the number|tafadhali|haraka|saidi\p{L}+|nifanye nini|vite|aidez|pitié|quel numéro)\b/iu;
