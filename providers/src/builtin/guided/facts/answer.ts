/** Says what the facts say: what is asked for outright, and what "and on Saturday?" means after it. */
import { asksSomething, languageOf } from "../spoken/acts.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { timeOf, weekdayOf } from "../spoken/calendar.ts";
import { DAYS, dayIn } from "../spoken/dates.ts";
import { wordsOf } from "../spoken/plain.ts";
import { timeIn } from "../spoken/times.ts";
import type { State, Turn } from "../state.ts";
import type { Language, World } from "../world.ts";
import { WORDS } from "../world.ts";
import type { Found } from "./retrieval.ts";

/** A fact answers a question when it covers this much of its meaning. */
const ENOUGH = 0.42;
/** … and, where a caller only tells something, this much. */
const ENOUGH_UNASKED = 0.5;
const HOURS = "hour";
const MOST_ELLIPSIS_WORDS = 7;

/** The fact that answers a text, where one does. */
export function factFor(text: string, language: Language, world: World): Found | undefined {
  const [best] = find(text, language, world);
  return best && best.score >= (asksSomething(text) ? ENOUGH : ENOUGH_UNASKED) ? best : undefined;
}

/** The facts are looked for in the language of the words, which may be another than that of the call. */
function find(text: string, language: Language, world: World): Found[] {
  return world.index.find(text, languageOf(text) ?? language);
}

/** Says it, once a turn; `false`: it was said already. */
export function sayFact(state: State, asked: string, { world, turn }: { world: World; turn: Turn }): boolean {
  const [best, second] = find(asked, state.language, world);
  if (!best || turn.say.includes(best.fact.text)) return false;
  turn.say.push(best.fact.text);
  if (best.fact.source) turn.sources.push(best.fact.source);
  if (second && second.score > best.score * 0.97 && second.fact.text.length < 120 && turn.say.length < 2)
    turn.say.push(second.fact.text);
  state.topic = asked;
  return true;
}

const OPENING =
  /\b(?:open|opens|close[ds]?|closing|opening|hours|wazi|mnafungua|mnafunga|fungua|hufungua|hufunga|ouverts?|ouvrez|fermés?|fermez|horaires)\b/i;

/** "What time do you open on Saturday?": it names a day, and wants no appointment. */
export function asksHours(text: string): boolean {
  return asksSomething(text) && OPENING.test(text);
}

/** "Are you open tomorrow?", and "what about Saturday?" after a question for the hours: told of that very day. */
export function sayHours(state: State, text: string, { world, turn }: { world: World; turn: Turn }): boolean {
  const { hours, now } = world;
  const said = hours && dayIn(text, now.day);
  if (!hours || !said || !("day" in said)) return false;
  const isRelative = /\b(?:today|tomorrow|tonight|now|leo|kesho|aujourd'hui|demain|maintenant)\b/i.test(text);
  const goesOn = isEllipsis(text) && conceptsOf(state.topic).some((concept) => concept === "hour" || concept === "hours");
  if (!(asksHours(text) && isRelative) && !goesOn) return false;
  const words = WORDS[state.language];
  const span = hours[weekdayOf(said.day)];
  const day = words.day(said.day);
  turn.say.push(
    span
      ? words.openThatDay(day, words.time(timeOf(span.fromMinute)), words.time(timeOf(span.toMinute)))
      : words.closedThatDay(day),
  );
  state.topic = `${HOURS} ${text}`;
  return true;
}

const LEADS =
  /^(?:(?:ok(?:ay)?|so|alright|um+|uh+|sawa|basi|alors|euh)[\s,]+)*(?:and|what about|how about|then|or|also|what if|et|na|je|vipi kuhusu|ou|alors)\b/i;

/** "And for my baby?", "what about Saturday?": it says less than a sentence and means the one before it. */
export function isEllipsis(text: string): boolean {
  return LEADS.test(text.trim()) && wordsOf(text).length <= MOST_ELLIPSIS_WORDS;
}

/** The last question with what is new in this one. */
export function sayMore(state: State, text: string, { world, turn }: { world: World; turn: Turn }): boolean {
  const fresh = conceptsOf(text.replace(LEADS, ""));
  if (state.topic === "" || !isEllipsis(text) || fresh.length === 0) return false;
  const found = world.index.find(`${state.topic} ${text.replace(LEADS, "")}`).find(({ fact }) => {
    const about = new Set(conceptsOf(`${fact.question ?? ""} ${fact.text}`));
    return fresh.some((concept) => about.has(concept));
  });
  if (!found) return false;
  turn.say.push(found.fact.text);
  if (found.fact.source) turn.sources.push(found.fact.source);
  return true;
}

const NEITHER = new Set(
  [
    ...Object.keys(DAYS),
    ..."tomorrow today tonight morning afternoon evening noon midday next at on half past quarter o'clock am pm kesho leo asubuhi mchana jioni usiku demain aujourd'hui matin soir midi january february march april may june july august september october november december then about works suits me good fine work one two three four five six seven eight nine ten eleven twelve thirty fifteen moja mbili tatu nne tano sita saba nane tisa kumi nusu deux trois quatre cinq sept huit neuf dix onze heures heure h".split(
      " ",
    ),
  ].flatMap((word) => conceptsOf(word).filter((concept) => concept !== HOURS)),
);

/** Nothing but a day or a time: "then Wednesday at two?", "kesho saa nne". */
export function isBareVisit(text: string, world: World): boolean {
  if (asksHours(text)) return false;
  const clock = /\b(?:saa|heures?|o'clock|time)\b/i.test(text);
  const rest = conceptsOf(text).filter(
    (concept) => !NEITHER.has(concept) && !/^\d+(?::\d\d)?(?:st|nd|rd|th|am|pm)?$/.test(concept) && !(clock && concept === HOURS),
  );
  return rest.length === 0 && (dayIn(text, world.now.day) !== undefined || timeIn(text) !== undefined);
}
