/** Says what the facts say: what is asked for outright, and what "and on Saturday?" means after it. */
import { contextOf } from "../slots/done.ts";
import { actsIn, asksSomething, languageOf } from "../spoken/acts.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { timeOf, weekdayOf } from "../spoken/calendar.ts";
import { DAYS, dayIn } from "../spoken/dates.ts";
import { wordsOf } from "../spoken/plain.ts";
import { timeIn } from "../spoken/times.ts";
import type { State, Turn } from "../state.ts";
import type { Language, World } from "../world.ts";
import { WORDS } from "../world.ts";
import { answerTypeOf, holds } from "./question-type.ts";
import type { Asking, FactMatch } from "./retrieval.ts";
import { asSentence } from "./situations.ts";

/** A fact answers a question when it covers this much of its meaning. */
const ENOUGH = 0.42;
/** … and, where a caller only tells something, this much. */
const ENOUGH_UNASKED = 0.6;
const HOURS = "hour";
const MOST_ELLIPSIS_WORDS = 7;

/** The fact that answers a text, where one does; `around`: what else was said in the same breath. */
export function factFor(text: string, language: Language, world: World, beside: Beside = {}): FactMatch | undefined {
  const asks = asksSomething(text);
  const [first] = find(text, { language, world, around: "", ...beside });
  // "Do you fix the wires, the braces?": two words for one thing.
  const other = asks && (first?.score ?? 0) < ENOUGH ? text.replace(SAID_TWICE, " ") : text;
  const best = other === text ? first : find(other, { language, world, around: "", ...beside })[0];
  if (!best || (!asks && (best.fact.isRefusal || conceptsOf(text).length < 2 || actsIn(text).has("greet")))) return undefined;
  if (best.score >= (asks ? ENOUGH : ENOUGH_UNASKED)) return best;
  return asks ? servedPlaces(text, world) : undefined;
}

/** "She is in Rongai, do you go there?": where it goes, told as a list of places. */
function servedPlaces(text: string, world: World): FactMatch | undefined {
  if (!GOES_THERE.test(text)) return undefined;
  const fact = world.facts.find((one) => SERVES_PLACES.test(one.text));
  return fact && { fact, score: ENOUGH, cover: ENOUGH };
}

const GOES_THERE =
  /\b(?:do|can|will|would) (?:you|they|your \w+)(?: people| guys)? (?:also |even )?(?:go|come|deliver|reach|serve|cover|work|collect|pick up)(?: \w+)? (?:there|here|(?:in|to|at|as far as|up to) \p{Lu})|\bm(?:na|tu|wa)?(?:fika|enda|peleka|kuja)\p{L}* (?:huko|huku|hapa)|\bvous (?:venez|allez|livrez) (?:jusqu'|là-bas|ici|à)/u;
const SERVES_PLACES =
  /(?:\b(?:come|go|deliver|collect|fetch|bring|serve|cover|reach|work|pick up)\b|tuna\p{L}+|livrons|venons)[^.]*\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?(?:,| and| na| et| or) [^.]*\p{Lu}[\p{L}'-]+(?:,| and| na| et| or) [^.]*\p{Lu}/u;

const SAID_TWICE = /(?<=\p{L} )(?:the|a|an|my|your|some) [\p{L}' ]{2,20},(?= (?:the|a|an|my|your|some) [\p{L}' ]{2,20}\?)/iu;

type Beside = Pick<Asking, "around" | "context" | "focus">;

interface Finding extends Beside {
  language: Language;
  world: World;
  around: string;
}

/** The facts are looked for in the language of the words, which may be another than that of the call. */
function find(text: string, { language, world, around, ...context }: Finding): readonly FactMatch[] {
  const { asking, rest } = questionOf(text);
  return world.index.find(asking, { language: languageOf(text) ?? language, beside: rest, around, ...context });
}

/** "Before that, if I leave it with you, is there a lift?": the clause that asks, and what stands around it. */
function questionOf(said: string): { asking: string; rest: string } {
  // "Can you clean a carpet if I bring it in?" asks of carpets.
  const text = asksSomething(said) ? said.replace(BRINGS, "") : said;
  const clauses = text.split(/(?<=[,;.!?])\s+/);
  const at = clauses.findLastIndex((clause) => answerTypeOf(clause) !== undefined && conceptsOf(clause).length > 0);
  const asking = clauses[at];
  // "I have only my Visa card, that one works?": what it asks about stands before it.
  if (asking !== undefined && POINTS_BACK.test(asking) && conceptsOf(asking).length < 2) return { asking: text, rest: "" };
  if (clauses.length < 2 || asking === undefined) return { asking: text, rest: "" };
  // "And the lock, do you give one?" asks of the lock.
  const topic = clauses[at - 1] ?? "";
  const isLed =
    wordsOf(topic).length <= MOST_TOPIC_WORDS && topic.endsWith(",") && conceptsOf(topic).length > 0 && !SUBORDINATE.test(topic);
  const isRest = (_: string, other: number): boolean => other !== at && !(isLed && other === at - 1);
  return { asking: isLed ? `${topic} ${asking}` : asking, rest: clauses.filter(isRest).join(" ") };
}

const MOST_TOPIC_WORDS = 4;
const SUBORDINATE = /\b(?:when|if|before|after|once|while|since|quand|si|avant|kama|kabla|baada|nikija)\b|\b(?:i|we)\b/i;
const BRINGS = /\s+(?:if|when) (?:i|we) (?:bring|carry|take|come with|leave) (?:it|them|him|her|one|that)\b[^,.;?]*/i;
const POINTS_BACK = /^(?:and |so |but )?(?:(?:is|does|will|can) )?(?:that|this|it|they|those|these)(?: one)?\b/i;

interface Saying {
  world: World;
  turn: Turn;
  around?: string;
}

/** Says it, once a turn; `false`: it was said already. */
export function sayFact(state: State, asked: string, { world, turn, around = "" }: Saying): boolean {
  if (state.called && state.called.is !== "themselves") {
    const sentence = WORDS[state.language].onlyWith(state.called.name);
    if (!turn.say.includes(sentence)) turn.say.push(sentence);
    return true;
  }
  const before = turn.say.length;
  const { focus } = contextOf(state);
  // "What does it come to with the delivery?": what was ordered, and what is added.
  const whole = TOTAL.test(asked) && focus !== "" ? factFor(`how much is ${focus}`, "en", world) : undefined;
  if (whole) tell(whole, `how much is ${focus}`, { world, turn });
  const parts = questionsIn(asked);
  for (const part of parts) {
    // "How much is it, and does the insurance pay?": of what was done, where something was.
    const isAlone = conceptsOf(part).length > 1 || focus !== "";
    const found = factFor(part, state.language, world, { around: isAlone ? "" : around || asked, ...contextOf(state) });
    if (found && turn.say.length < MOST_TOLD) tell(found, part, { world, turn, around: focus });
  }
  const [best, second] = find(asked, { language: state.language, world, around, ...contextOf(state) });
  if (best && !asksSomething(asked) && state.lastSaid.includes(trimmedTo(best.fact.text, `${asked} ${around}`))) return false;
  const beside = conceptsOf(asked).length < 2 ? `${around} ${focus}` : around;
  if (!best || (turn.say.length === before && !tell(best, asked, { world, turn, around: beside }))) return false;
  const isNear = second && second.score > best.score * 0.97 && second.cover > 0.5 && second.fact.text.length < 120;
  if ((isNear || isAddedTo(best, second, asked)) && second && turn.say.length < before + 2) tell(second, asked, { world, turn });
  state.topic = asked;
  return true;
}

/** "Kigamboni adds 20,000 for any truck": told with the price that it is added to. */
function isAddedTo(best: FactMatch, second: FactMatch | undefined, asked: string): boolean {
  if (second === undefined || answerTypeOf(asked) !== "amount" || second.cover < ADDED) return false;
  return ADDS.test(second.fact.text) && !ADDS.test(best.fact.text) && holds("amount", second.fact.text);
}

const ADDED = 0.4;
const ADDS = /\b(?:adds?|extra|on top|more|plus|surcharge|ongeza|zaidi|nyongeza|ajout\p{L}+|en plus|supplément\p{L}*)(?!\p{L})/iu;

const MOST_TOLD = 3;
const TOTAL =
  /\b(?:come to|amount to|in total|altogether|all together|(?:be|is|for) (?:everything|all)|the (?:total|whole)|total (?:cost|price)|jumla|(?:zote|yote)(?: kwa pamoja)?|en tout|au total|le tout)\b/i;

function tell({ fact }: FactMatch, asked: string, { world, turn, around = "" }: Saying): boolean {
  const text = trimmedTo(fact.text, `${asked} ${around}`);
  if (turn.say.includes(text)) return false;
  turn.say.push(text);
  if (fact.source) turn.sources.push(fact.source);
  if (fact.offersMessage && world.message) turn.offersMessage = true;
  return true;
}

/** "How much is it, and how long does it take?": the questions of one sentence. */
function questionsIn(text: string): string[] {
  const parts = text.split(
    /,\s+(?:and|et|na|but)\s+|\s+(?:and|et|na)\s+(?=(?:how|when|where|what|who|which|is|are|do|does|can|it|combien|quand|où)\b)|\?\s+/i,
  );
  return parts.length < 2 ? [] : parts.filter((part) => answerTypeOf(part) !== undefined);
}

const LONG_WORDS = 26;
/** Inside brackets, while a list is cut into its items. */
const COMMA = "\0";

/** Of a long list the parts that were asked for; of two halves the one that answers. */
export function trimmedTo(text: string, asked: string): string {
  const wanted = new Set(conceptsOf(asked));
  const speaks = (part: string): boolean => conceptsOf(part).some((concept) => wanted.has(concept));
  const items = text
    .replace(/\([^()]*\)/g, (inside) => inside.replaceAll(", ", COMMA))
    .replace(/\.$/, "")
    .split(/(?<!\d),\s+(?:and\s+|et\s+|na\s+)?|,\s+(?=\p{L})(?:and\s+|et\s+|na\s+)?|;\s+/u);
  // A list of prices begins with one; "for customers on the plan, which is 22,000, a visit is free" is no list.
  if (
    items.length > 3 &&
    holds("amount", items[0] ?? "") &&
    items.filter((item) => holds("amount", item)).length >= items.length - 1
  ) {
    const isAmount = answerTypeOf(asked) === "amount";
    // "Grade A costs: jeans 4,200": what stands before the list is said of each of it.
    const [, heading = "", first = ""] = /^([^:]+: )(.+)$/su.exec(items[0] ?? "") ?? ["", "", items[0]];
    const list = [first, ...items.slice(1)];
    const isNamed = (item = ""): boolean => speaks(item) && (!isAmount || /\d/.test(item));
    const goesOn = (item: string, at: number): boolean => ELLIPTIC.test(item) && isNamed(list[at - 1]);
    const named = list.filter((item, at) => isNamed(item) || goesOn(item, at));
    if (named.length > 0 && named.length < list.length)
      return asSentence(`${heading}${named.join(", ")}`.replaceAll(COMMA, ", "));
  }
  if (wordsOf(text).length <= LONG_WORDS) return text;
  const halves = text.split(/\s*;\s+/);
  const type = answerTypeOf(asked);
  const answers = (half: string): boolean => speaks(half) || (type !== undefined && type !== "yes-no" && holds(type, half));
  const told = halves.filter((half, at) => answers(half) || (REFERS.test(half) && speaks(halves[at - 1] ?? "")));
  const [first] = told;
  return first === undefined || REFERS.test(first) ? text : asSentence(told.join("; "));
}

/** "To neuter a male dog 180,000, a female 250,000": says less than what stands before it, and means the rest of that. */
const ELLIPTIC = /^(?:an?|the) \p{L}+ (?:is )?\p{Sc}?\d/u;
/** Goes on from what stands before it. */
const REFERS = /^(?:it|its|they|this|that|these|those|he|she|outside|otherwise|il|elle|ils|elles|ce|c'est|hii|hiyo)\b/i;

const OPENING =
  /\b(?:(?:you|you guys|you people) (?:work|working|around|available|operate|(?:are|be) (?:there|in|around|working))|open|opens|close[ds]?|closing|opening|hours|wazi|mnafungua|mnafunga|fungua|hufungua|hufunga|ouverts?|ouvrez|fermés?|fermez|horaires)\b/i;

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
  // "Le samedi, jusqu'à quelle heure ?", where the prompt says it in English.
  const isForeign = (): boolean =>
    state.language !== "en" && languageOf(factFor(text, state.language, world)?.fact.text ?? "") !== state.language;
  if (!(asksHours(text) && (isRelative || isForeign())) && !goesOn) return false;
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
  return LEADS.test(text.trim()) && wordsOf(text).length <= MOST_ELLIPSIS_WORDS && !WHOLE.test(text);
}

/** "What about Sundays, do you work?" asks for itself. */
const WHOLE = /,\s*(?:do|does|are|is|can|will) (?:you|it|they|there|the)\b/i;

/** The last question with what is new in this one. */
export function sayMore(state: State, text: string, { world, turn }: { world: World; turn: Turn }): boolean {
  const fresh = conceptsOf(text.replace(LEADS, ""));
  if (state.topic === "" || !isEllipsis(text) || fresh.length === 0) return false;
  const found = world.index.find(`${state.topic} ${text.replace(LEADS, "")}`).find(({ fact }) => {
    const about = new Set(conceptsOf(`${fact.question ?? ""} ${fact.text}`));
    return fresh.some((concept) => about.has(concept));
  });
  return found !== undefined && tell(found, `${state.topic} ${text}`, { world, turn });
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
  if (asksHours(text) || /n't\b|\bcannot\b/i.test(text)) return false;
  const clock = /\b(?:saa|heures?|o'clock|time)\b/i.test(text);
  const rest = conceptsOf(text).filter(
    (concept) => !NEITHER.has(concept) && !/^\d+(?::\d\d)?(?:st|nd|rd|th|am|pm)?$/.test(concept) && !(clock && concept === HOURS),
  );
  return rest.length === 0 && (dayIn(text, world.now.day) !== undefined || timeIn(text) !== undefined);
}
