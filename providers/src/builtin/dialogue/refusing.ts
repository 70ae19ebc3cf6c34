/** What the business does not do, where it does not go, and from what number on it does something: told before anything is asked for. */
import { meetsCircumstance } from "./mood.ts";
import { asksOfResult } from "./facts/of-result.ts";
import { brokenLimit } from "./facts/limits.ts";
import { refusedPlace } from "./facts/far-places.ts";
import { answerTypeOf } from "./facts/question-type.ts";
import { findIntents, type Intent, wantsDone } from "./intents/intents.ts";
import { IS_OWN } from "./intents/own-item.ts";
import { namesObject } from "./intents/rank.ts";
import { asksSomething } from "./spoken/acts.ts";
import { endWithOffer, type State, type Turn } from "./state.ts";
import type { World } from "./world.ts";

/** "My kitchen sink is blocked, can you send somebody?": what is not done here is told, where nothing that is done was named. */
export function meetsRefusal(state: State, text: string, world: World, turn: Turn): boolean {
  const far = refusedPlace(text, world.farPlaces);
  // A message is taken from wherever its caller is, and what is only looked up goes nowhere.
  const isElsewhere = state.task !== undefined && (state.task.form === world.message || state.task.form.looksUp);
  if (far !== undefined && !isElsewhere && (state.task || wantsDone(text) || asksSomething(text))) {
    turn.say.push(far);
    state.task = undefined;
    endWithOffer(state, turn);
    return true;
  }
  if (state.task || !(wantsDone(text) || asksSomething(text))) return false;
  const refusal = world.refusals.find(text);
  if (refusal === undefined) return false;
  turn.say.push(refusal);
  // "Your large room for our prayers": whoever still wants it is asked on.
  if (world.forms.some((form) => form !== world.message && namesObject(form, text))) return false;
  endWithOffer(state, turn);
  return true;
}

/** What the prompt says for such words comes before what is asked and wished. */
export function meetsRule(place: Parameters<typeof meetsCircumstance>[0]): boolean {
  if (meetsCircumstance(place)) return true;
  const { state, said, world, turn } = place;
  if (!state.task && asksOfResult(said.text, state.told)) {
    turn.say.push(state.told);
    endWithOffer(state, turn);
    return true;
  }
  return meetsLimit(state, said.text, world, turn) || meetsRefusal(state, said.text, world, turn);
}

const WANTS_ANEW: ReadonlySet<Intent> = new Set(["book", "order", "register", "apply", "pay"]);

/** Less is wanted than is done here: that is told before anything is asked for. */
export function meetsLimit(state: State, text: string, world: World, turn: Turn): boolean {
  const type = answerTypeOf(text);
  if (type !== undefined && type !== "yes-no") return false;
  const intents = [...findIntents(text)];
  const isWish = wantsDone(text) || asksSomething(text) || intents.length > 0 || state.task !== undefined;
  // What was ordered before, or is another's to do, is not wanted anew.
  const isOther = intents.some((intent) => !WANTS_ANEW.has(intent)) || IS_OWN.test(text);
  if (!isWish || isOther || (state.task && (state.task.form.looksUp || state.task.form === world.message))) return false;
  const limit = brokenLimit(text, world.limits, { today: world.now.day, around: state.context });
  if (!limit) return false;
  turn.say.push(limit.sentence);
  state.task = undefined;
  state.pending = [];
  endWithOffer(state, turn);
  return true;
}
