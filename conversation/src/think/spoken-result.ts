/**
 * What the caller is told of a tool's result: the tool's answer template filled with values of the result, each as it is spoken, or what the
 * result itself says in `speak`. Never keys. Pure.
 */
import { dayInWords, daysSinceEpoch } from "../guard/days.ts";
import { hasSucceeded } from "../guard/effect-kinds.ts";
import { timeInWords } from "../guard/in-words.ts";
import { sentencesFor, type Language } from "../guard/sentences.ts";
import { isKeyOf, isRecord } from "../known-keys.ts";
import type { ToolDefinition, ToolOutcome } from "../ports.ts";

export interface SpokenResult {
  text: string;
  /** False: no sentence of the template could be said. */
  isFilled: boolean;
  /** Fields that the result does not have, or that cannot be said: their sentences are left out. */
  missing: readonly string[];
}

/** What stands in braces is never said as it stands: a path that is none is a field that is missing. */
const FIELD = /\{([^{}]{1,200})\}/g;
const DEEPEST = 8;
/** "Dr. {name}": no sentence ends there. */
const ENDS = /(?<=[.!?…。؟።])(?<!(?:^|[\s(])\p{Lu}\p{L}{0,2}\.)\s+|\n+/u;
const MOST_LETTERS = 800;
const MOST_LETTERS_OF_VALUE = 200;
const MOST_ITEMS = 10;
const DAY: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" };
const DAY_OF_YEAR: Intl.DateTimeFormatOptions = { day: "numeric", month: "long", year: "numeric" };
/** A day further away is said with its year. */
const NEAR_DAYS = 180;

/** With the words for the caller as `say`, where there are any: a model is told them first, the rule-based dialogue says them. */
export function withSpokenResult(outcome: ToolOutcome, tool: ToolDefinition | undefined, now: Moment): ToolOutcome {
  const value = parsed(outcome.result);
  if (!tool || outcome.endsAnswer === true || (isRecord(value) && value["found"] === false)) return outcome;
  if (!hasSucceeded(outcome)) return withReason(outcome, value, now);
  const template = templateIn(tool.answerTemplate, now.language);
  const own = speakOf(value, now.language);
  const filled = template === undefined ? undefined : spokenResult(template, value, now, tool.hasEffect === true);
  const said = filled && (filled.isFilled || own === undefined) ? filled.text : own;
  if (said === undefined) return outcome;
  const { speak: _speak, ...fields } = fieldsOf(value);
  const result = written({ ...fields, say: said });
  return result === undefined ? outcome : { ...outcome, result };
}

/** The words first. Undefined: it lies too deep to be written. */
function written({ say, ...fields }: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return JSON.stringify({ say, ...fields });
  } catch {
    return undefined;
  }
}

export interface Moment {
  /** BCP 47. */
  language: string;
  /** Local, ISO 8601. */
  localTime: string;
}

/** Where no sentence of the template can be filled, a plain one. */
export function spokenResult(template: string, result: unknown, now: Moment, hasEffect: boolean): SpokenResult {
  const fields = fieldsOf(typeof result === "string" ? parsed(result) : result);
  const missing = new Set<string>();
  let hasValue = false;
  let hasField = false;
  const sentences = template.split(ENDS).flatMap((sentence) => {
    let isWhole = true;
    const said = sentence.replace(FIELD, (_all, path: string) => {
      hasField = true;
      const words = inWords(valueAt(fields, path.trim().split(".", DEEPEST)), now);
      if (words === undefined) {
        isWhole = false;
        missing.add(path);
      } else hasValue = true;
      return words ?? "";
    });
    return isWhole && said.trim() !== "" ? [said.trim()] : [];
  });
  // "Thank you." alone says nothing of a result whose every value is missing.
  const isSaid = sentences.length > 0 && (hasValue || !hasField);
  const text = isSaid ? sentences.join(" ").slice(0, MOST_LETTERS) : plainSentence(now.language, hasEffect);
  return { text, isFilled: isSaid, missing: [...missing] };
}

/** The one for every language, or that of the call; a template of other languages only is none. */
function templateIn(template: ToolDefinition["answerTemplate"], language: string): string | undefined {
  if (template === undefined || typeof template === "string") return template?.trim() === "" ? undefined : template;
  const short = language.split("-")[0] ?? language;
  const own = [language, short].find((one) => isKeyOf(template, one));
  return own === undefined || template[own]?.trim() === "" ? undefined : template[own];
}

/** Why it did not work, where the result says so in the language of the call. */
function withReason(outcome: ToolOutcome, value: unknown, { language }: Moment): ToolOutcome {
  const said = isRecord(value) && isRecord(value["speak"]) ? speakOf(value, language) : undefined;
  if (said === undefined) return outcome;
  const { speak: _speak, ...fields } = fieldsOf(value);
  const result = written({ ...fields, say: said });
  return result === undefined ? outcome : { ...outcome, result };
}

/** A sentence, or one by language: that of the call, else English. */
function speakOf(value: unknown, language: string): string | undefined {
  const given = isRecord(value) && "speak" in value ? value["speak"] : undefined;
  const short = language.split("-")[0] ?? language;
  const speak = isRecord(given) ? (given[language] ?? given[short] ?? given["en"]) : given;
  return typeof speak === "string" && speak.trim() !== "" ? speak.trim().slice(0, MOST_LETTERS) : undefined;
}

/** What is no object is the field `result`. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) && !Array.isArray(value) ? value : { result: value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Of a list, by number, or that field of each. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    if (/^\d+$/.test(name)) return valueAt(value[Number(name)], rest);
    // Of lists within lists nobody says anything.
    return value.slice(0, MOST_ITEMS).map((one: unknown) => (Array.isArray(one) ? undefined : valueAt(one, path)));
  }
  return isRecord(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined;
}

/** Undefined: it cannot be said. */
function inWords(value: unknown, now: Moment): string | undefined {
  if (typeof value === "boolean") return sentencesFor(now.language)[value ? "yes" : "no"];
  if (typeof value === "number") return numberInWords(value, now.language);
  if (typeof value === "string") return textInWords(value, now);
  if (Array.isArray(value)) return listInWords(value, now);
  return isRecord(value) ? inWords(nameOf(value), now) : undefined;
}

/** An object is said by what it is called. */
function nameOf(value: Readonly<Record<string, unknown>>): string | number | undefined {
  const named = ["name", "title", "label", "description"].map((key) => value[key]);
  const values = Object.values(value);
  return [...named, ...(values.length === 1 ? values : [])].find((one) => typeof one === "string" || typeof one === "number");
}

function numberInWords(value: number, language: string): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  if (Number.isInteger(value)) return String(value);
  const options = { useGrouping: false, maximumFractionDigits: 2, numberingSystem: "latn" } as const;
  return new Intl.NumberFormat(language.split("-")[0], options).format(value);
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

function textInWords(value: string, now: Moment): string | undefined {
  const text = value.replace(/\s+/g, " ").trim();
  if (text === "" || /^https?:\/\//i.test(text)) return undefined;
  const [, day, time] = DATE.exec(text) ?? [];
  if (day !== undefined) {
    const said = dateInWords(day, now);
    return time === undefined || said === undefined ? said : `${said}, ${timeInWords(time, now.language)}`;
  }
  if (TIME.test(text)) return timeInWords(text.slice(0, 5), now.language);
  return text.slice(0, MOST_LETTERS_OF_VALUE).replace(/[.\s]+$/, "");
}

function dateInWords(day: string, { language, localTime }: Moment): string | undefined {
  const [at, today] = [daysSinceEpoch(day), daysSinceEpoch(localTime.slice(0, 10))];
  if (at === undefined) return undefined;
  return dayInWords(day, language, Math.abs(at - (today ?? at)) > NEAR_DAYS ? DAY_OF_YEAR : DAY);
}

function listInWords(values: readonly unknown[], now: Moment): string | undefined {
  const said = values.slice(0, MOST_ITEMS).flatMap((one) => (Array.isArray(one) ? [] : (inWords(one, now) ?? [])));
  const last = said.pop();
  if (last === undefined) return undefined;
  return said.length === 0 ? last : `${said.join(", ")} ${sentencesFor(now.language).and} ${last}`;
}

/** What was done, and what was looked up. All but the English wait for a native reader. */
const PLAIN: Readonly<Record<Language, readonly [done: string, found: string]>> = {
  en: ["That is done.", "I found it, but I do not have the details."],
  sw: ["Tayari imefanyika.", "Nimeipata, lakini sina maelezo yake."],
  fr: ["C’est fait.", "Je l’ai trouvé, mais je n’ai pas les détails."],
  pt: ["Está feito.", "Encontrei, mas não tenho os detalhes."],
  ar: ["تم ذلك.", "وجدته، لكن ليست لدي التفاصيل."],
  ha: ["An yi hakan.", "Na same shi, amma ba ni da cikakken bayani."],
  yo: ["Ó ti parí.", "Mo ti rí i, ṣùgbọ́n mi ò ní àlàyé rẹ̀."],
  am: ["ተከናውኗል።", "አግኝቼዋለሁ፣ ነገር ግን ዝርዝሩ የለኝም።"],
  zu: ["Kwenziwe.", "Ngikutholile, kodwa anginayo imininingwane."],
};

function plainSentence(language: string, hasEffect: boolean): string {
  const short = language.split("-")[0] ?? language;
  const [done, found] = isKeyOf(PLAIN, short) ? PLAIN[short] : PLAIN.en;
  return hasEffect ? done : found;
}
