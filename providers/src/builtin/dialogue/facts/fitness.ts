/** How well a sentence suits a question, whatever words they share: the kind of answer, what the sentence is about, an exception that nobody asked for. */
import { meaningsIn } from "../spoken/concepts.ts";
import type { Fact } from "./facts.ts";
import { holds, type AnswerType } from "./question-type.ts";

const FITS = 0.15;
const REFUSED = 0.4;
const MISFITS = -0.25;

interface Question {
  question: string;
  type: AnswerType | undefined;
  /** What it asks about, by meaning. */
  content: ReadonlySet<string>;
}

/** −0.5…0.5, to be added to the share of the question's words. */
export function fitness(fact: Fact, { question, type, content }: Question): number {
  const exception = isException(fact.text, question) ? EXCEPTION : 0;
  // "What time do you read it?" wants an hour, and "every day" is none.
  const clock = type === "time" && ASKS_CLOCK.test(question) && !fact.isRefusal ? (namesHour(fact.text) ? FITS : MISFITS) : 0;
  const alone = ALONE.test(question) && ALONE.test(fact.text.replace(ONLY_ONE, " ")) ? BY_ITSELF : 0;
  return fitsType(type, fact, question) + exception + clock + alone + (beginsWith(fact.text, content) ? HEAD : 0);
}

/** What may not be told names the question: "I cannot say how much medicine to give." */
function fitsType(type: AnswerType | undefined, { text, isRefusal }: Fact, question: string): number {
  if (type === undefined || type === "yes-no") return 0;
  if (isRefusal) return NAMES_QUESTION[type]?.test(text) === false ? MISFITS : REFUSED;
  // "We take off 10 percent" is no price.
  if (type === "amount" && TAKES_OFF.test(text) && !PRICE.test(text) && !TAKES_OFF.test(question)) return MISFITS;
  return holds(type, text) ? FITS : MISFITS;
}

const PRICE = /\d{3,}|\d[,. ]\d{3}/;
const TAKES_OFF =
  /\b(?:percent|per cent|%|asilimia|pour cent)[^.]{0,12}\b(?:off|less|discount|cheaper)\b|\b(?:take|takes|get|gets) (?:off )?[^.]{0,12}(?:percent|per cent|%)|\b(?:discount|reduction|reduce|off|less|punguz\p{L}*|remise|réduction)\b/iu;

/** Whether what may not be told is what a question of this type asks for. */
export function refusesType(type: AnswerType, { text, isRefusal }: Fact): boolean {
  return isRefusal === true && NAMES_QUESTION[type]?.test(text) !== false;
}

/** "How much just to cut them, nothing else?": "nails alone are 15,000". */
const ALONE = /\b(?:just|only|alone|nothing else|on its own|by itself|tu|pekee|seulement|seule?s?)\b/i;

/** "There is only one machine" is no price of its own. */
const ONLY_ONE = /\b(?:only|just) (?:one|two|a|an)\b/gi;

const ASKS_CLOCK = /\b(?:what (?:time|hour)|saa ngapi|quelle heure)\b/i;
const HOUR =
  /\b(?:(?:half|quarter) (?:past|to|after)|past (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})(?:[:.h]\d\d)? ?(?:am|pm|o'clock|to|till|until|in the|at night|hours)|(?:at|from|by|before|after|until|till) (?:about )?(?:noon|midday|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|\d{1,2})|\d{1,2}[:.h]\d\d|\d{1,2} ?(?:h|heures?)|noon|midnight|saa \p{L}+)(?!\p{L})/iu;

function namesHour(text: string): boolean {
  return HOUR.test(text);
}

const NAMES_QUESTION: Partial<Record<AnswerType, RegExp>> = {
  amount: /\b(?:how (?:much|many)|price|amount|dose|combien|kiasi|bei)\b/i,
  count: /\b(?:how (?:much|many)|number|amount|dose|combien|ngapi)\b/i,
  time: /\b(?:when|what time|date|quand|lini)\b/i,
  duration: /\b(?:how long|when|combien de temps)\b/i,
  person: /\b(?:who|names?|qui|nani|jina)\b/i,
  place: /\b(?:where|address|où|wapi|adresse|anwani)\b/i,
};

/** "A broken chair costs 25,000": what a chair costs is told of those that are whole. */
const EXCEPTION = -0.25;
const STEM = 6;
const EXCEPTIONAL =
  /\b(?:broken|lost|damaged|late|missing|stolen|replacement|cassée?s?|perdue?s?|abîmée?s?|retard|imevunjika|imepotea|iliyovunjika|iliyopotea)\b/gi;

function beginsWith(text: string, content: ReadonlySet<string>): boolean {
  const head = meaningsIn(text.split(/\s+/).slice(0, HEAD_WORDS).join(" "));
  return head.filter(({ meaning }) => content.has(meaning)).length > 1;
}

function isException(fact: string, question: string): boolean {
  const found = fact.match(EXCEPTIONAL);
  return found !== null && !found.some((word) => question.toLowerCase().includes(word.toLowerCase().slice(0, STEM)));
}

const BY_ITSELF = 0.2;

/** What a sentence begins with is what it is about: "The full course is …". */
const HEAD = 0.12;
const HEAD_WORDS = 4;
