/** Whether a caller is done, or only asked: what was begun is left then. */
import type { Field } from "./forms/form.ts";
import { findIntents } from "./intents/intents.ts";
import { takeSlots } from "./slots/fill.ts";
import { type Act, asksSomething } from "./spoken/acts.ts";
import { wordsOf } from "./spoken/plain.ts";
import { openField, type State } from "./state.ts";
import type { World } from "./world.ts";

const MOST_GOODBYE_WORDS = 5;
/** In a longer sentence it is said last; anywhere else it may be another word, misheard. */
const ENDS_IN_GOODBYE =
  /\b(?:bye|goodbye|see you|later|(?:that's|that is|that will be) (?:all|it|everything)|nothing (?:else|more|special)|kwaheri|kwa heri|baadaye|au revoir|c'est tout|bonne journée)(?:\W+[\p{L}']+){0,3}\W*$/iu;

/** "I'll come on a weekday. Bye": a sentence of its own, after what they will do. */
const SAYS_GOODBYE =
  /\b(?:i|we)(?:'ll| will)\b.*[.,;!]\s*(?:(?:ok(?:ay)?|thanks?|thank you|alright)[\s,]*)*(?:bye(?:[- ]?bye)?|goodbye|see you|kwaheri)[.!]*$/i;
const WANTS = /\b(?:i|we) (?:want|need|would like)\b|\b(?:i|we)'d like\b|\bplease\b/i;

/** Whether this is the end of the conversation. */
export function leaves(state: State, text: string, acts: ReadonlySet<Act>, world: World): boolean {
  if (hasQuestions(text)) return false;
  const count = wordsOf(text).length;
  const isShort = count <= MOST_GOODBYE_WORDS || (!state.task && ENDS_IN_GOODBYE.test(text));
  // "Tuesday. Thanks, bye": the day first.
  if (openField(state)?.kind !== "yes-no" && saysOpenValue(state, text, world)) return false;
  if (acts.has("goodbye") && !asksSomething(text) && findIntents(text).size === 0 && isShort) return true;
  const isLeft = !state.task || isLeftUnsaid(state, text, world);
  if (isLeft && SAYS_GOODBYE.test(text) && !asksSomething(text) && !WANTS.test(text)) return true;
  if (
    (!state.task || (acts.has("thank") && state.asked.startsWith("field:")) || isLeftUnsaid(state, text, world)) &&
    (CLOSES.test(text) || PLANS.test(text)) &&
    !text.includes("?") &&
    (PLANS.test(text) || [...findIntents(text)].every((intent) => intent === "pay"))
  )
    return true;
  if (state.task !== undefined || state.asked !== "anything-else") return false;
  return count <= 6 && (acts.has("no") || acts.has("thank")) && !asksSomething(text);
}

/** "No, I only have questions": they come now. */
export function hasQuestions(text: string): boolean {
  return (
    HAS_QUESTIONS.test(text) &&
    !/\b(?:no|any|more|other|plus de|pas de|hakuna|sina)\b[^,.;]*\b(?:questions?|maswali|swali)\b/i.test(
      text.replace(/^(?:no|non|hapana)[\s,]+/i, ""),
    )
  );
}

const HAS_QUESTIONS =
  /\b(?:(?:have|got|ask)\b[^,.;?]{0,20}\bquestions?|questions? (?:only|first)|j'ai\b[^,.;?]{0,20}\bquestions?|nina (?:ma)?swali)\b/i;

/** "No, I'm just asking": nothing is to be done after all. */
export function wantsNothing(state: State, text: string, world: World): boolean {
  if (!JUST_ASKS.test(text) || openField(state)?.kind === "yes-no") return false;
  return (state.task !== undefined && NOTHING_ELSE.test(text)) || isLeftUnsaid(state, text, world);
}

const NOTHING_ELSE =
  /^(?:no[, ]+)?(?:(?:i'm|i am|was|i was) )?(?:just|only) (?:asking|inquiring|enquiring|checking)[.!]?$|^(?:bado[, ]+)?(?:nauliza|naulizia)(?: (?:bei|tu|kwanza))+[.!]?$|^(?:non[, ]+)?je me renseigne(?: (?:juste|seulement|d'abord))?[.!]?$/i;
const JUST_ASKS =
  /\b(?:(?:just|only) (?:asking|inquiring|enquiring|checking|want(?:ed)? to know)|not yet|(?:isn't|is not|not) (?:fixed|decided|sure|known)(?: yet)?|(?:haven't|have not) decided|don't know yet|one of these days|asking\b[^,.;?]{0,20}\bonly|(?:nauliza|naulizia)(?: bei)? (?:tu|kwanza)|je me renseigne|bado sijaamua|demand\w+ (?:juste|seulement)|pas encore)\b/i;

/** Whether a value was asked for that cannot be any words, and none was said. */
function isLeftUnsaid(state: State, text: string, world: World): boolean {
  return saysOpenValue(state, text, world) === false;
}

/** Whether the words say a value, where one was asked for that cannot be any words; `undefined`: none was. */
function saysOpenValue(state: State, text: string, world: World): boolean | undefined {
  const field = openField(state);
  if (!state.task || !field || FREELY_SAID.has(field.kind) || !state.asked.startsWith("field:")) return undefined;
  return Object.keys(takeSlots({ text, confidence: 1, turn: state.turns }, state.task, field, world).slots).length > 0;
}

const FREELY_SAID: ReadonlySet<Field["kind"]> = new Set(["text", "name"]);

/** "Okay, thank you, I'll send the deposit": what they will do themselves. */
const PLANS =
  /^(?:(?:okay|ok|alright|all right|fine|cool|great|perfect|nice|h?mm+h?|ah|eish|haya|sawa(?: sawa)?|poa|bon|d'accord|merci|thanks?(?: you)?|asante(?: sana)?|no wahala)\b[\s,.!]*)+(?:(?:please|then|so|but)\s+)?(?:(?:i|we)(?:'ll| will| shall|'m going to)\s+(?!(?:take|have|need|like|order|book|go (?:with|for)|want|choose|prefer|pay|be(?! (?:waiting|there|coming|ready|around|back|home)))\b)|(?:nita|tuta)\p{L}+|(?:je|on|nous) (?:vais|va|allons)\b)/iu;

/** "I'll think about it", "let me first ask my husband". */
const CLOSES =
  /\b(?:(?:i|we)(?:'ll| will)|let me|let us|let (?:the|my|our) \p{L}+|i(?:'m| am) going to) (?:(?:first|just|then|go and) )?(?:get back|call (?:you )?(?:back|again|later)|think about|(?:tell|inform|consult|ask) (?:the|my|our|them|him|her)\b|decide|find out|(?:talk|chat|speak) (?:to|with)|ask my|discuss|check with|let you know|organi[sz]e|be back|come (?:myself|there|through|by)|phone|ring|pass by|look (?:for|around)|try (?:that|there|them)|pay first)\b|\b(?:nita(?:wa|ku)?pig(?:a|ia) (?:tena|baadaye)|nitatafuta (?:kwingine|sehemu nyingine)|nitafikiria|je (?:vais (?:y )?réfléchir|vais en parler|rappellerai)|j'en parle (?:à|avec)|je vous rappelle)\b/iu;
