/** "Is it about this, or about that?": the caller's choice between two wishes. */
import { openForm, pursue, type Said } from "../errands/errand.ts";
import { choiceIn } from "../forms/choices.ts";
import type { State, Turn } from "../state.ts";
import type { World } from "../world.ts";
import { rankWishes } from "./rank.ts";
import { inWords } from "./take-wishes.ts";

/** `false`: the answer is about something else. */
export function answersWhich(state: State, said: Said, world: World, turn: Turn): boolean {
  const { between } = state;
  state.between = undefined;
  state.asked = "how-can-i-help";
  const forms = world.forms.filter(({ tool }) => between?.tools.includes(tool));
  if (!between || forms.length < 2) return false;
  const ordered = between.tools.flatMap((tool) => forms.filter((form) => form.tool === tool));
  const named = choiceIn(said.text, ordered.map(inWords), true)?.value;
  const [best, second] = rankWishes(said.text, forms);
  const chosen =
    ordered.find((form) => inWords(form) === named) ??
    (best && best.score > (second?.score ?? 0) ? best.form : said.acts.has("yes") ? ordered[0] : undefined);
  if (!chosen) return false;
  openForm(state, chosen, between.said);
  pursue(state, { ...said, text: between.said, isNew: true, answered: false }, world, turn);
  return true;
}
