/** Which tool is likely where no sentence asks for one plainly. Nothing is done before a read-back, and the caller may say no. */
import { asksHours } from "../facts/answer.ts";
import { answerTypeOf, type AnswerType } from "../facts/question-type.ts";
import { choiceIn } from "../forms/choices.ts";
import type { Field, Form } from "../forms/form.ts";
import { fitted } from "../forms/fitted.ts";
import { openForm } from "../slots/pursue.ts";
import { asksSomething } from "../spoken/acts.ts";
import { codesIn } from "../spoken/codes.ts";
import { segmentsOf } from "../spoken/plain.ts";
import type { State, Turn } from "../state.ts";
import type { World } from "../world.ts";
import { WORDS } from "../world.ts";
import { findRequest, onlyAsksAbout, type Request } from "./find-request.ts";
import { findIntents, type Intent, wantsDone } from "./intents.ts";
import { inVerbs, inWords } from "./in-words.ts";
import { rankIntents, TOO_NEAR, UNDERSTOOD } from "./rank.ts";

/** What is another person's is not looked up on a guess. */
const OF_ANOTHER =
  /\b(?:of|for|de) (?:my|our|mon|ma) (?:husband|wife|friend|neighbour|brother|sister|boss|mari|femme|ami|amie|voisine?|frère|sœur|patron)\b|\bmy (?:husband|wife|friend|neighbour|brother|sister|boss)'s\b|\bwa (?:mume|mke|jirani|rafiki|kaka|dada)\b/i;

/** So much of a tool must be in the words, before it is said that they were not understood. */
const GUESSED = 0.9;

/** The form was opened, or it was asked which of two is meant. */
export type Opened = "opened" | "settled";

interface Place {
  world: World;
  turn: Turn;
}

/** The likeliest tool where nothing was understood: its first question costs less than "I did not understand". `undefined`: nothing is likely. */
export function guessRequest(state: State, text: string, { world, turn }: Place): Opened | undefined {
  const forms = world.forms.filter((form) => form !== world.message);
  const [best, second] = rankIntents(text, forms, world);
  if (!best || best.score < GUESSED || !mayMean(best.form, text)) return undefined;
  const isNear = second !== undefined && second.score >= GUESSED && best.score - second.score < TOO_NEAR;
  if (!isNear) return openRequest(state, best, text, { turn });
  // "I need a tent on Saturday": to be hired, and not only looked up.
  if (best.form.looksUp && !second.form.looksUp && wantsDone(text)) return openRequest(state, second, text, { turn });
  return openRequest(state, { either: [best, second] }, text, { turn });
}

/** A question wants an answer, and what is another person's is not looked up. */
function mayMean({ looksUp }: Form, text: string): boolean {
  const segments = segmentsOf(text);
  const type = typeAsked(segments);
  if (segments.some(onlyAsksAbout) || (type !== undefined && type !== "yes-no" && !looksUp)) return false;
  if (!looksUp) return true;
  return (asksSomething(text) || findIntents(text).has("look-up")) && !OF_ANOTHER.test(text);
}

function typeAsked(segments: readonly string[]): AnswerType | undefined {
  return segments
    .filter(asksSomething)
    .map(answerTypeOf)
    .findLast((one) => one !== undefined);
}

export function openRequest(
  state: State,
  request: NonNullable<ReturnType<typeof findRequest>>,
  segment: string,
  { turn, whole = segment, world }: { turn: Turn; whole?: string; world?: World },
): Opened {
  if (!("either" in request)) {
    openForm(state, request.form, segment);
    return "opened";
  }
  const [one, other] = request.either;
  // "I have honey, thirty-five kilos. Can I bring it on Thursday?": all of it together may mean one of them plainly.
  const [plain, next] = whole === segment || !world ? [] : rankIntents(whole, [one.form, other.form], world);
  if (plain && plain.score - (next?.score ?? 0) >= TOO_NEAR) return openRequest(state, plain, segment, { turn });
  // "I need chairs on Friday": of two that take a day, the one that has chairs.
  const naming = request.either.filter(({ form }) => namesChoice(form, whole));
  if (naming[0] && naming.length === 1) return openRequest(state, naming[0], segment, { turn });
  // "I need an engineer, my generator does not start": something is to be done, and not looked up.
  const doing = request.either.filter(({ form }) => !form.looksUp);
  if (doing[0] && doing.length === 1 && wantsDone(whole) && !asksSomething(whole) && !findIntents(whole).has("look-up"))
    return openRequest(state, doing[0], segment, { turn });
  state.between = { tools: [one.form.tool, other.form.tool], said: segment };
  state.asked = "which-intent";
  const words = WORDS[state.language];
  const [first, second] = [inVerbs(one.form, state.language), inVerbs(other.form, state.language)];
  turn.say.push(
    first !== undefined && second !== undefined
      ? words.whichToDo(first, second)
      : words.whichRequest(inWords(one.form), inWords(other.form)),
  );
  return "settled";
}

function namesChoice({ fields }: Form, segment: string): boolean {
  return fields.some(({ choices }) => choices.length > 0 && choiceIn(segment, choices, false) !== undefined);
}

/** "I think the middle truck, the five thousand one. How much is that?": once that is answered, the one tool with an effect whose choice was named. */
export function impliedForm(text: string, world: World): Form | undefined {
  // "That last tooth worries my wife. How much do you take to remove it?": why it is asked.
  const told = segmentsOf(text).filter(
    (segment) => !asksSomething(segment) && !onlyAsksAbout(segment) && (wantsDone(segment) || !OF_OTHERS.test(segment)),
  );
  const named = world.forms.filter(
    (form) => !form.looksUp && form !== world.message && told.some((segment) => namesChoice(form, segment)),
  );
  return named.length === 1 ? named[0] : undefined;
}

const OF_OTHERS =
  /\b(?:my|our|his|her|mon|ma|mes|notre) (?:wife|husband|son|daughter|child|mother|father|sister|brother|boss|friend|neighbour|femme|mari|fils|fille|mère|père)\b|\b(?:mke|mume|mtoto|mama|baba|dada|kaka|rafiki|bosi) (?:wangu|yangu|wetu)\b/iu;

/** "I don't need anybody every day, just somebody on Saturdays": a need, where one thing is done here. */
export function onlyForm(text: string, world: World): Form | undefined {
  if (asksSomething(text)) return undefined;
  const [only, ...others] = world.forms.filter((form) => !form.looksUp && form !== world.message);
  if (!only || others.length > 0) return undefined;
  return NEEDS.test(text) || only.fields.some(({ choices }) => choiceIn(text, choices, true)) ? only : undefined;
}

const NEEDS =
  /\b(?:(?:i|we)(?:'d| would)? (?:[\w']+ )?(?:need|want|like|love|am looking|are looking)|looking for|na(?:hitaji|taka|omba)|ninahitaji|tuna(?:hitaji|taka|omba)|ningependa|je (?:veux|voudrais|cherche)|il (?:me|nous|m'en) (?:faut|faudrait)|j'(?:aimerais|ai besoin)|nous (?:voulons|voudrions|cherchons))(?!\p{L})/iu;

/** So much more plainly several sentences together must mean a tool. */
const TOGETHER = 0.4;

/** Several sentences that mean one tool only together: "I've got goats that cough. Can the doctor come out on Tuesday?" */
export function combinedRequest(text: string, world: World): Request | undefined {
  const segments = segmentsOf(text);
  const type = typeAsked(segments);
  if (segments.length < 2 || (type !== undefined && type !== "yes-no")) return undefined;
  if (segments.some((segment) => asksHours(segment) || onlyAsksAbout(segment))) return undefined;
  const request = findRequest(text, world);
  return request && !("either" in request) && request.score >= UNDERSTOOD + TOGETHER ? request : undefined;
}

const UNDOES: ReadonlySet<Intent> = new Set(["cancel", "move"]);

/** "I have an appointment on Friday, but I have to travel. Cancel it for me": all of it says what is to be undone. */
export function undoing(text: string, world: World): Request | undefined {
  const segments = segmentsOf(text);
  const intents = segments.map(findIntents);
  if (segments.length < 2 || segments.some(onlyAsksAbout)) return undefined;
  const isOther = (found: ReadonlySet<Intent>): boolean => [...found].some((one) => !UNDOES.has(one) && one !== "report");
  const at = intents.findIndex((found) => [...found].some((one) => UNDOES.has(one)));
  if (intents.some(isOther) || at < 0) return undefined;
  const request = findRequest(segments[at] ?? "", world);
  return request && "form" in request && UNDOES.has(request.form.intent ?? "book") ? request : undefined;
}

/** "KD4409": where only a message was begun, a number of another form says what is wanted; of several forms the one that `request` speaks of. */
function formByCode(segment: string, request: string, world: World): Form | undefined {
  const codes = codesIn(segment);
  const isOf = (field: Field): boolean =>
    field.kind === "code" && codes.some((code) => isDistinct(code, field) && fitted(code, field) !== undefined);
  const fits = world.forms.filter((form) => form !== world.message && form.fields.some(isOf));
  const [likeliest] = rankIntents(request, fits, world);
  return fits.length < 2 ? fits[0] : (likeliest?.form ?? fits.find(({ looksUp }) => looksUp));
}

/** A number of another form, where the open one takes none: "it's G four four seven one". */
export function formNamedByCode({ task, context, request }: State, segment: string, world: World): Form | undefined {
  if (task && task.form !== world.message && task.form.fields.some((field) => mayBeOf(field, segment))) return undefined;
  const named = formByCode(segment, `${context} ${request}`, world);
  return named === task?.form ? undefined : named;
}

/** A number that is written in another way is none of this field. */
function mayBeOf(field: Field, segment: string): boolean {
  if (field.kind !== "code") return false;
  const { pattern, like } = field;
  return (
    (!pattern && !like) ||
    codesIn(segment).some((code) => (pattern ? fitted(code, field) !== undefined : like?.test(code) === true))
  );
}

/** Digits alone may be a telephone number, unless the pattern says how they begin. */
function isDistinct(code: string, { pattern }: Field): boolean {
  return pattern !== undefined && (/\p{L}/u.test(code) || /^\^?\d{2}/.test(pattern.source));
}
