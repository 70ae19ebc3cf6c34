/** "Is it about this, or about that?": the caller's choice between wishes. */
import { contextOf } from "../slots/done.ts";
import { openForm, pursue, type CallerTurn } from "../slots/pursue.ts";
import { choiceIn } from "../forms/choices.ts";
import { factFor, sayFact } from "../facts/answer.ts";
import type { Form } from "../forms/form.ts";
import { fitted, hasForm } from "../forms/fitted.ts";
import { asksSomething } from "../spoken/acts.ts";
import { codesIn } from "../spoken/codes.ts";
import type { State, Turn } from "../state.ts";
import type { World } from "../world.ts";
import { inWords } from "./in-words.ts";
import { rankIntents } from "./rank.ts";

/** `false`: the answer is about something else. */
export function answersWhich(state: State, said: CallerTurn, world: World, turn: Turn): boolean {
  const { between } = state;
  state.between = undefined;
  state.asked = "how-can-i-help";
  const forms = world.forms.filter(({ tool }) => between?.tools.includes(tool));
  if (!between || forms.length < 2) return false;
  // Nobody chose yet: who asks what is known is told it.
  if (between.said === "" && asksSomething(said.text) && factFor(said.text, state.language, world, contextOf(state)))
    return false;
  const ordered = between.tools.flatMap((tool) => forms.filter((form) => form.tool === tool));
  const named = choiceIn(
    // "I have to ask the elders first" is not the first one.
    said.text.replace(/(?<=\p{L} \p{L}+ )(?<!\bthe )first\b(?! (?:one|option))/iu, " "),
    ordered.map((form) => inWords(form, world.message)),
    true,
  )?.value;
  const [best, second] = rankIntents(said.text, forms);
  const isPlain = best && best.score > (second?.score ?? 0);
  const chosen =
    ordered.find((form) => inWords(form, world.message) === named) ??
    (isPlain && ((between.said !== "" && !said.acts.has("no")) || best.score >= CHOSEN) ? best.form : undefined) ??
    // "No, I have to ask my wife first": of the two it is the one that only looks up.
    (said.acts.has("no") && between.said !== "" ? onlyLookUp(ordered) : undefined) ??
    (said.acts.has("yes") && between.said !== "" ? ordered[0] : undefined) ??
    (between.said === "" ? byCode(said.text, ordered) : undefined);
  if (!chosen) return false;
  // "The tasting. Is it free?" is answered on the way.
  if (asksSomething(said.text) && factFor(said.text, state.language, world, contextOf(state)))
    sayFact(state, said.text, { world, turn });
  // Of a form that was chosen by its name nothing is known yet; the words that led to the question may say more.
  const told = between.said === "" ? said.text : between.said;
  openForm(state, chosen, chosen === world.message && named !== undefined ? "" : told);
  pursue(state, { ...said, text: told, isNew: true, answered: false }, world, turn);
  return true;
}

function onlyLookUp(forms: readonly Form[]): Form | undefined {
  const [only, ...others] = forms.filter(({ looksUp }) => looksUp);
  return others.length === 0 ? only : undefined;
}

/** Whoever says a number of the form that a tool declares has named it; of two tools the one that only looks up. */
function byCode(text: string, forms: readonly Form[]): Form | undefined {
  const codes = codesIn(text);
  const fits = forms.filter(({ fields }) =>
    fields.some((field) => field.kind === "code" && hasForm(field) && codes.some((code) => fitted(code, field) !== undefined)),
  );
  return fits.find(({ looksUp }) => looksUp) ?? fits[0];
}

/** So much of a tool's meaning must be in the words where nothing had been understood before. */
const CHOSEN = 1;
