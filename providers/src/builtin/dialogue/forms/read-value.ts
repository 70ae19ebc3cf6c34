/** What an utterance says for a field, by the field's kind. Nothing is taken that was not said; doubt is told. */
import { entriesOf } from "@ongea/conversation";
import { choiceIn } from "./choices.ts";
import { correctedText, repetitionIn } from "../spoken/corrections.ts";
import { readCode } from "./read-code.ts";
import { glossedChoice } from "./glosses.ts";
import { directionIn } from "./choice-pair.ts";
import { type Reading, sure } from "./reading.ts";
import { readCount } from "./read-number.ts";
import { measuredChoice } from "./measured-choices.ts";
import { timeOfPart } from "./time-choices.ts";
import { namesItem, saysWhere, type Field } from "./form.ts";
import { findItem } from "../spoken/items.ts";
import type { Today } from "./check-visit.ts";
import { questionFor, spoken } from "./typed-value.ts";
import { expectsOf } from "@ongea/conversation/values";
import { phoneRunIn } from "../spoken/codes.ts";
import { emailIn } from "../spoken/emails.ts";
import { dayIn, DAYS } from "../spoken/dates.ts";
import { ALSO_NAMES, NOT_NAMES, OPENERS } from "../spoken/not-names.ts";
import { nameIn, nameWithSpelling, otherNameIn } from "../spoken/names.ts";
import { withPlaceInstead, withPlaces } from "../spoken/places.ts";
import { inFigures } from "../spoken/figures.ts";
import { digitRuns } from "../spoken/numbers.ts";
import { withoutSpelling, type RecognisedLetters } from "../spoken/spelled.ts";
import { wordsOf } from "../spoken/plain.ts";
import { timeIn } from "../spoken/times.ts";
import { addDays, timeOf, weekdayOf } from "../spoken/calendar.ts";
import { actsIn } from "../spoken/acts.ts";

export type Unreadable = "no-such-day";

export interface Asking {
  /** This field was asked for: a bare answer counts. */
  asked: boolean;
  today: Today;
  /** How surely it was heard, and what of this field was taken back. */
  heard: RecognisedLetters;
  /** Two days may be named: from which it is moved, and to which. */
  moves?: boolean;
}

/** "It is empty by noon every day" names no hour of a visit. */
const HABIT =
  /[^,.;!?…]*\b(?:every ?(?:day|night|morning|evening|single day)|each (?:day|night|morning|evening)|daily|kila (?:siku|usiku|asubuhi)|tous les (?:jours|soirs|matins)|chaque (?:jour|soir|matin))\b[^,.;!?…]*/giu;

/** "For one and a half hours" is no hour of the day; "in two hours" and "à deux heures" are. */
const LASTS =
  /(?<!\b(?:in|at|by|from|around|et|à) )(?:\bfor )?\b(?:an?|one|two|three|four|five|six|half an?|\d{1,2})(?: and a half)? (?:hours?|hrs?|minutes?|mins?)\b(?: and a half)?/gi;
/** "Tuesday I am not there": of that day nothing is wanted. */
const CANNOT =
  /[^,.;!?…]*\b(?:i(?:'m| am| will be| won't be|'ll be)? (?:not|never) (?:there|here|around|available|free)|i(?:'m| am) (?:at (?:work|school|church|the office)|busy|away|working|travelling)\b|i(?:'ll| will) be (?:in|at|busy|away|out)\b|i (?:can't|cannot|won't) (?:make|come|manage|do)|je ne (?:suis|serai) pas|je ne peux pas|siwezi|sitakuwa(?:po)?|sipo)\b[^,.;!?…]*/giu;

/** "Somebody on Saturdays": said without being asked, no day of its own. */
const EACH_WEEK =
  /\b(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bthe (?:mon|tues|wednes|thurs|fri|satur|sun)day ones?\b/gi;

/** "Today is not possible, I know": that day is not meant. */
const IMPOSSIBLE =
  /[^,.;!?…]*\b(?:(?:is|it's|it is|be) (?:not|n't) possible|isn't possible|(?:is|it's|be) impossible|(?:is|be|it's) too (?:late|soon|early)|ha(?:i|ita)wezekani|n'est pas possible|impossible|trop tard|trop tôt)(?!\p{L})[^,.;!?…]*/giu;

/** "Habari za leo", "za asubuhi": a greeting names no day and no hour, and "mlikuja mwezi jana" no yesterday. */
const NO_DAY =
  /\b(?:habari|mambo|hali|salama|za) (?:ya|za|yenu|zenu|gani)? ?(?:leo|asubuhi|mchana|jioni|kutwa|tangu jana)\b|\b(?:mwezi|wiki|mwaka) (?:jana|juzi)\b/giu;

/** "Even the little one began today", "hata yule mdogo ameanza leo": when something happened is no day that is wanted. */
const HAPPENED =
  /\b(?:started|began|happened|broke(?: down)?|died|fell|stopped|burst|passed away|came|called|noticed|bought|lost|saw|got)(?: \w+){0,3} (?:just )?(?:today|this (?:morning|afternoon|evening))\b|\b(?:ni|u|a|i|tu|m|wa|li|ya|ki|vi|zi|ku)(?:me|li)\p{L}{3,} (?:leo|jana|juzi)(?!\p{L})|\b(?:a|ont|est|sont) \p{L}+é[es]?s? (?:aujourd'hui|ce matin|cet après-midi)/giu;

/** Runs of so many digits are numbers of something: no hour and no day. */
const LONG_RUN = 5;

export function readValue(
  whole: string,
  field: Field,
  { asked, today, heard, moves = false }: Asking,
): Reading | Unreadable | undefined {
  if (field.kind !== "day" && field.kind !== "time") return readOther(whole, field, { asked, today, heard });
  const possible = whole.replace(IMPOSSIBLE, " ").replace(NO_DAY, " ");
  const said = asked ? possible : possible.replace(EACH_WEEK, " ").replace(HAPPENED, " ");
  switch (field.kind) {
    case "day": {
      const read = (text: string): Reading | Unreadable | undefined => {
        if (heard.confidence >= TYPED && !moves) return readTypedDay(text, field, today, asked);
        const day = dayIn(withoutRuns(text, LONG_RUN), today.now.day);
        return day && ("impossible" in day ? "no-such-day" : sure(day.day));
      };
      // "I can't come on Tuesday, cancel it": the only day that was named is the one that is meant.
      return read(said.replace(CANNOT, " ")) ?? (asked ? undefined : read(said));
    }
    case "time": {
      const read = (text: string): Reading | undefined => {
        if (heard.confidence >= TYPED && !moves) return readTypedTime(text, field, today, asked);
        const time = timeIn(withoutRuns(text, LONG_RUN), asked);
        return time && { value: `${time.ambiguous ? "~" : ""}${timeOf(time.minute)}`, confidence: 1 };
      };
      const chosen = asked ? timeOfPart(said, field.choices) : undefined;
      if (chosen !== undefined) return sure(chosen);
      // Who is asked may answer "every day at eight".
      return read(said.replace(LASTS, " ").replace(CANNOT, " ").replace(HABIT, " ")) ?? (asked ? read(said) : undefined);
    }
  }
}

function readOther(
  text: string,
  field: Field,
  { asked, today, heard }: Pick<Asking, "asked" | "today" | "heard">,
): Reading | Unreadable | undefined {
  switch (field.kind) {
    case "moment":
      return readMoment(text, today, asked);
    case "phone":
      return readPhone(text, today, asked);
    case "email": {
      const email = emailIn(text);
      return email === undefined ? undefined : sure(email);
    }
    case "name": {
      const whole = wholeName(text);
      return (
        (asked && heard.confidence >= TYPED ? readTypedName(whole, field, today) : undefined) ??
        readName(whole, field, asked, heard)
      );
    }
    case "choice":
      return readChoice(text.replace(CANNOT, " "), field, asked) ?? (asked ? readChoice(text, field, asked) : undefined);
    case "yes-no":
      return readYesNo(text, field, asked);
    case "number":
      return readCount(text, field, { asked, today, isTyped: heard.confidence >= TYPED });
    case "code":
      return readCode(text, field, asked, today);
    case "text":
      return readText(text, field, asked, heard);
    default:
      return undefined;
  }
}

function readChoice(text: string, field: Field, asked: boolean): Reading | undefined {
  const direction = directionIn(text, field.choices);
  if (direction !== undefined) return sure(direction);
  const words = wordsOf(text);
  const called = entriesOf(field.saidAs ?? {}).findLast(([said]) => words.some((word) => isForm(word, said)));
  if (called) return sure(called[1]);
  const measured = measuredChoice(text, field);
  if (measured !== undefined) return sure(measured);
  const named = choiceIn(text, field.choices, asked);
  const glossed = named ? undefined : glossedChoice(text, field, asked);
  return glossed === undefined ? named : sure(glossed);
}

/** "Iliyochujwa" and "nimeshaichuja" share their stem: the middle of a long word is enough. */
function isForm(word: string, said: string): boolean {
  return (
    word === said ||
    word === `${said}s` ||
    (said.length > LONG_WORD && word.length > LONG_WORD && word.includes(said.slice(-STEM, -2)))
  );
}

const LONG_WORD = 8;
const STEM = 6;

function readText(text: string, field: Field, asked: boolean, heard: RecognisedLetters): Reading | undefined {
  const thing = namesItem(field) ? findItem(text) : undefined;
  if (!asked) return thing === undefined ? undefined : { value: thing, confidence: 0.9 };
  if (!saysSomething(text)) return undefined;
  if (namesItem(field)) return sure(thing ?? withoutSpelling(text.trim().replace(LEADS_TO_PLACE, "")));
  return sure(inFigures(saysWhere(field) ? readPlace(text, heard) : withoutSpelling(bareMessage(text))));
}

/** "Yes, tell the manager that …": of what is passed on, without the yes and whom it is for. */
export function bareMessage(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:(?:yes|yeah|yep|ok(?:ay)?|sure|please|ndiyo|oui)[\s,.!]+)+/i, "")
    .replace(
      /^(?:(?:just|please|and) )*(?:(?:take|leave|pass on|give|send) (?:him |her |them )?(?:a|the|this|my) message (?:for|to) (?:the |your )?(?:\w+ )?\w+[,:]\s*|(?:tell|inform) (?:him|her|them|(?:the|your) \w+) (?:that )?)/i,
      "",
    );
  return bare.split(/\s+/).length >= FEWEST_MESSAGE_WORDS ? bare : text.trim();
}

const FEWEST_MESSAGE_WORDS = 3;

const LEADS_TO_PLACE =
  /^(?:(?:yes|yeah|um+|uh+|well|okay|ok|so|sorry|please|it is|it's|(?:the|my|new) (?:new )?address is|(?:bring|deliver|send|take) (?:it|them)(?: (?:to|for) (?:us|me))?(?: at| in)?|(?:i'm|i am|we're|we are|i stay|i live|we stay|we live) (?:in|at|around|here in)|(?:ni|tu)ko|(?:ni|tu)naishi|je suis à|nous sommes à|j'habite(?: à)?|ndiyo|samahani|oui|euh|désolée?|c'est)[\s,.]+)+/i;
const TYPED = 1;

/** Without what leads to it; a place that was taken back is not read out of the same words again. */
/** "No no, that's my mother's, we are at Bakoteh": what was said first is no place of theirs. */
const OF_OTHERS = /^(?:that(?:'s| is| was)|it(?:'s| is) not|hapo ni|c'est)(?![\p{L}'])[^,]*,\s*/iu;

function readPlace(text: string, { confidence, not }: RecognisedLetters): string {
  const said = (repetitionIn(text) ?? correctedText(text)?.replace(OF_OTHERS, "") ?? text).trim().replace(LEADS_TO_PLACE, "");
  if (confidence >= TYPED) return said;
  const place = withPlaces(said);
  if (!not.includes(place)) return place;
  return not.includes(said) ? withPlaceInstead(said, not) : said;
}

/** A value of which another is as likely is asked back. */
const UNCLEAR = 0.2;

function readTypedDay(text: string, field: Field, today: Today, asked: boolean): Reading | Unreadable | undefined {
  const question = asked ? questionFor(field) : undefined;
  const after = weekdayAfter(text, today.now.day);
  if (after !== undefined) return { value: after, confidence: UNCLEAR };
  const day = spoken("date", text, { where: today, question, expects: expectsOf(field) });
  if (day) return { value: day.value, confidence: day.others.length > 0 ? UNCLEAR : 1 };
  const named = dayIn(withoutRuns(text, LONG_RUN), today.now.day);
  return named && "impossible" in named ? "no-such-day" : undefined;
}

const AFTER =
  /\b(\p{L}+day)(?: (?:after|following))(?: (?:that|this|it|next|(?:the |this )?(?:coming|next) (?:one|week)?|the coming))?\s*(?:$|[,.;!?])/iu;

/** "Saturday, not this one coming, the one after", "not this coming Tuesday, the next one". */
const NOT_COMING =
  /\b(?<before>\p{L}+day)s?\b[^.;?!]{0,20}\bnot (?:this|the)(?: next)?(?: one)?(?: coming)?(?: one)?\b[^.;?!]{0,20}\b(?:after|following|next)\b|\bnot (?:this|the) (?:coming |next )?(?<denied>\p{L}+day)\b[^.;?!]{0,15}\b(?:after|following|next one|other one)\b/iu;

/** "Jumamosi, si hii inayokuja, ile inayofuata", "samedi, pas celui qui vient, celui d'après". */
const NOT_COMING_ELSEWHERE =
  /(?<![\p{L}])(?<day>juma\p{L}+|alhamisi|ijumaa|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\p{L})[^.;?!]{0,12}(?<!\p{L})(?:si(?:yo)? (?:hii|hiyo|ile)|pas (?:celui|ce|cette))(?!\p{L})[^.;?!]{0,40}(?<!\p{L})(?:inayofuata|baada|d'après|suivant|l'autre)/iu;

/** "Not the coming Monday, the Monday after": of the week after the next such day; it is asked back. */
function weekdayAfter(text: string, today: string): string | undefined {
  const { before, denied } = NOT_COMING.exec(text)?.groups ?? {};
  const elsewhere = NOT_COMING_ELSEWHERE.exec(text)?.groups?.["day"];
  const weekday = DAYS[(AFTER.exec(text)?.[1] ?? before ?? denied ?? elsewhere)?.toLowerCase() ?? ""];
  if (weekday === undefined) return undefined;
  let day = addDays(today, 1);
  while (weekdayOf(day) !== weekday) day = addDays(day, 1);
  return addDays(day, 7);
}

function readTypedTime(text: string, field: Field, today: Today, asked: boolean): Reading | undefined {
  const time = spoken("time", text, { where: today, question: asked ? questionFor(field) : undefined });
  if (!time || typeof time.value !== "string") return undefined;
  const [one, other, ...more] = [time.value, ...time.others].filter((one) => typeof one === "string").toSorted();
  if (one === undefined || more.length > 0) return undefined;
  return other === undefined ? sure(one) : one.slice(3) === other.slice(3) ? sure(`~${one}`) : undefined;
}

/** "Nakato. Brenda Nakato": the whole of it, and not how it is spelled at the end. */
function wholeName(said: string): string {
  const text = said.replace(SPELLED_AFTER, "");
  return /^(\p{L}{2,})[.,…]+ +((?:\p{L}+ ){1,2}\1)[.!]?$/iu.exec(text.trim())?.[2] ?? text;
}

const SPELLED_AFTER =
  /[,.;]? +(?:and )?(?:that(?:'s| is)|it(?:'s| is)(?: spelled)?|spelled|spelt) (?:\p{L}[ ,.-]+){2,}\p{L}[ .]*$/iu;

/** "Zero seven one, eight… let me start again: zero seven one": what was said before counts no more. */
const ANEW =
  /^.*\b(?:(?:start|begin|say it|repeat it) (?:again|over|afresh)|from the (?:beginning|start)|nianze tena|je recommence)\b/isu;

function readPhone(said: string, today: Today, asked: boolean): Reading | undefined {
  const anew = said.replace(ANEW, "");
  const text = phoneRunIn(anew) ? anew : said;
  const run = phoneRunIn(text);
  const digits = run && (run.long || asked) ? run.digits : undefined;
  const number = spoken("phone", text, {
    where: today,
    question: asked ? questionFor({ kind: "phone", label: "" }) : undefined,
  })?.value;
  if (number === undefined) return digits === undefined ? undefined : sure(digits);
  // As it was said, where it is the same number.
  return sure(digits !== undefined && number.endsWith(digits.replace(/^\+|^0+/, "")) ? digits : number);
}

function readTypedName(text: string, field: Field, today: Today): Reading | undefined {
  if (/(?<![\p{L}'’])(?:\p{L}[\s,.-]+){2}\p{L}(?![\p{L}'’])/u.test(text)) return undefined;
  const name = spoken("name", text.replace(OPENERS, ""), { where: today, question: questionFor(field) });
  const words =
    name?.value
      .toLowerCase()
      .split(" ")
      .filter((word) => NOT_NAMES.has(word)) ?? [];
  // Kwame Asante, of whom a reader of Swahili leaves the thanks out.
  const more = name && new RegExp(`\\b${name.value}\\s+(${[...ALSO_NAMES].join("|")})(?![\\p{L}'])`, "iu").exec(text)?.[0];
  if (more !== undefined) return { value: more.replace(/(?<= )\p{Ll}/u, (letter) => letter.toUpperCase()), confidence: UNCLEAR };
  // "Cleaning, the whole mouth": where nothing leads to a name, a word with an article is a thing.
  if (name && HAS_ARTICLE.test(text) && !INTRODUCES.test(text)) return undefined;
  if (!name || (words.length > 0 && !name.value.includes(" ")) || words.some((word) => !ALSO_NAMES.has(word))) return undefined;
  return { value: name.value, confidence: words.length > 0 ? UNCLEAR : INTRODUCES.test(text) ? 1 : BARE };
}

const BARE = 0.99;
const HAS_ARTICLE = /(?:^|[\s,])(?:the|a|an|le|la|les|un|une|des)\s+(?!name\b|nom\b)\p{L}/iu;
const INTRODUCES = /\b(?:name|called|this is|it's|it is|i'm|i am|for|jina|nom|appelle|c'est|ni|pour)\b/i;

function readMoment(text: string, today: Today, asked: boolean): Reading | Unreadable | undefined {
  const bare = withoutRuns(text, LONG_RUN);
  const day = dayIn(bare, today.now.day);
  if (day && "impossible" in day) return "no-such-day";
  const time = timeIn(bare, asked && !day);
  if (!day && !time) return undefined;
  return sure(`${day ? day.day : "?"} ${time ? `${time.ambiguous ? "~" : ""}${timeOf(time.minute)}` : "?"}`);
}

export const OTHER_PERSON =
  /\b(?:student|pupil|child|baby|patient|guest|passenger|beneficiary|recipient|receiver|sender|next of kin|spouse|pet|animal|dog|cat|visitor|bride|groom|deceased)\b/;

function readName(text: string, { label, name }: Field, asked: boolean, heard: RecognisedLetters): Reading | undefined {
  const isOther = OTHER_PERSON.test(`${label} ${name}`);
  const other = isOther ? otherNameIn(text) : undefined;
  if (other !== undefined) return sure(other);
  const acts = actsIn(text);
  if (asked && acts.has("yes") && wordsOf(text).length <= 2) return undefined;
  const said = nameIn(text, asked, heard);
  if (!said || (isOther && !asked)) return undefined;
  // "Kwame Asante", or Kwame and thanks?
  if (
    said.name
      .toLowerCase()
      .split(" ")
      .some((word) => ALSO_NAMES.has(word))
  )
    return { value: said.name, confidence: UNCLEAR };
  return { value: heard.confidence >= TYPED ? nameWithSpelling(text, said.name) : said.name, confidence: said.sure ? 1 : 0.8 };
}

const YES =
  /\b(?:yes|yeah|yep|yea|yah|sure|correct|i do|i have|of course|ndi[yo]+|naam|sawa|ninacho|ninayo|oui|bien sûr|d'accord|j'en ai)\b/g;
const NO = /\b(?:no|nope|nah|not|don't|do not|haven't|without|hapana|sina|siyo|sio|non|pas)\b/g;

function readYesNo(text: string, { label }: Field, asked: boolean): Reading | undefined {
  if (asked) {
    // "Sawa, hapana": the last of them counts.
    const last = (pattern: RegExp): number => [...text.toLowerCase().matchAll(pattern)].at(-1)?.index ?? -1;
    const [yes, no] = [last(YES), last(NO)];
    if (yes !== no) return sure(yes > no ? "true" : "false");
  }
  const words = label.split(" ").filter((word) => word.length > 3 && !/^(?:number|phone|name|date|time|address)$/.test(word));
  const padded = ` ${wordsOf(text).join(" ")} `;
  if (words.length === 0 || !words.every((word) => padded.includes(` ${word}`))) return undefined;
  return { value: /\b(?:no|not|without|don't|bila|sans|pas)\b/.test(padded) ? "false" : "true", confidence: 0.7 };
}

const EMPTY =
  /^(?:(?:yes|no|(?:that is|that's|it is|it's)? ?(?:correct|right)|go ahead|ok(?:ay)?|um+|uh+|eh+n?|hm+|well|so|ndiyo|hapana|sawa|oui|non|euh|please|sure|quickly|quick|fast|urgent(?:ly)?|hurry(?: up)?|now|asap|immediately|right away|at once|today today|now now|alright|all right|great|fine|perfect|super|thanks?|thank you(?: (?:so|very) much)?|a lot|bye(?: bye)?|goodbye|that(?: is|'s) all|ni hayo tu|haya|sana|kwaheri|beaucoup|très bien|bien|c'est tout|ce sera tout|au revoir|haraka|upesi|vite|merci|asante|shukran\w*|ahsante|webale|muno|nyo|nnyabo|ssebo|medaase|paa|jërëjëf|jerejef|ngiyabonga|enkosi|dankie|god bless(?: you)?|mungu akubariki|dieu vous bénisse)[\s,.!?]*)*$/i;

export const saysSomething = (text: string): boolean => !EMPTY.test(text.trim()) && /\p{L}{2,}|\d/u.test(text);

/** The words without the digits of telephone and order numbers: "at ten, my number is 0722 000 111" → "at ten my number is". */
export function withoutRuns(text: string, least: number): string {
  const words = wordsOf(text);
  const long = digitRuns(words).filter(({ digits }) => digits.replace("+", "").length >= least);
  return words.map((word, at) => (long.some(({ from, to }) => at >= from && at < to) ? "|" : word)).join(" ");
}
