/** "The last digit is seven", "five four, not five nine": a number is mended where it was heard wrong, instead of said anew. */
import type { Field } from "../forms/form.ts";
import { digitsIn } from "../spoken/numbers.ts";
import { plain, unaccented } from "../spoken/plain.ts";
import { LEFT_OUT, type Task } from "../task.ts";

const MENDED: ReadonlySet<Field["kind"]> = new Set(["phone", "code", "number"]);
/** More is the whole number, said once more. */
const MOST_DIGITS = 6;
/** Of less nobody names a digit by its place. */
const LEAST_LENGTH = 3;

const COUNT = "(?: (?:one|two|three|four|five|six|moja|mbili|tatu|nne|tano|un|deux|trois|quatre|cinq))?";
const THING = "(?: (?:ones?|digits?|numbers?|figures?|part|tarakimu|namba|nambari|chiffres?|numeros?))?";
const IS = " (?:is|are|was|were|should be|must be|has to be|ni|iwe|ziwe|est|sont|c'est)";
const LAST = new RegExp(`\\b(?:last|ya mwisho|za mwisho|dernier|derniers)${COUNT}${THING}(?: ya mwisho| za mwisho)?${IS}\\b(.*)`);
const ENDS = /\b(?:ends? (?:with|in)|ending (?:with|in)|(?:ina|zina)?isha na|(?:se termine|finit) par)\b(.*)/;
const FIRST = new RegExp(`\\b(?:first|ya kwanza|za kwanza|premier|premiers)${COUNT}${THING}${IS}\\b(.*)`);
const STARTS = /\b(?:(?:starts?|begins?|beginning) with|inaanza na|commence par)\b(.*)/;
const NTH = new RegExp(`\\b(second|third|fourth|fifth|sixth|seventh|eighth|ninth)${THING}${IS}\\b(.*)`);
const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
const NOT_BUT = /\b(?:not|si|siyo|pas|non pas)\b([^,]+?)(?:,| but | it's | it is | bali | ni | mais | c'est )(.+)/;
const BUT_NOT = /^(.*?)[, ]+(?:and )?(?:not|si|siyo|pas|et pas|et non)\b(.+)$/;

/** Undefined: nothing of the kind was said, or more than one place may be meant. */
export function mendedDigits(text: string, task: Task): { field: Field; value: string } | undefined {
  for (const field of task.form.fields) {
    const value = task.slots[field.name]?.value;
    if (!MENDED.has(field.kind) || value === undefined || value === LEFT_OUT || value.length < LEAST_LENGTH) continue;
    const mended = mend(value, text, isSurelyDigits(text, task));
    if (mended !== undefined && mended !== value) return { field, value: mended };
  }
  return undefined;
}

/** "Two, not three" may be an hour, where one is known. */
function isSurelyDigits(text: string, { form, slots }: Task): boolean {
  const hasHour = form.fields.some(({ kind, name }) => HOURS.has(kind) && slots[name] !== undefined);
  return (
    !hasHour || /\b(?:digit|number|phone|telephone|namba|nambari|simu|tarakimu|chiffre|numero)/.test(unaccented(plain(text)))
  );
}

const HOURS: ReadonlySet<Field["kind"]> = new Set(["time", "moment", "number"]);
/** So many digits in a row are no hour. */
const NO_HOUR = 2;

function mend(value: string, text: string, isSure: boolean): string | undefined {
  const words = unaccented(plain(text));
  const place = atPlace(value, words);
  if (place !== undefined) return place;
  const parts = unaccented(text.toLowerCase().replace(/[.!?]/g, " "));
  const [wrong, right] = pairIn(NOT_BUT.exec(parts)) ?? pairIn(BUT_NOT.exec(parts))?.toReversed() ?? [];
  if (wrong === undefined || right === undefined || wrong.length !== right.length) return undefined;
  if (
    !isSure &&
    (wrong.length < NO_HOUR ||
      /\b(?:ten|eleven|twelve|thirty|fifteen|kumi|dix|onze|midi|am|pm|o'clock|saa|heures?)\b/.test(parts))
  )
    return undefined;
  const at = value.indexOf(wrong);
  if (at < 0 || value.includes(wrong, at + 1)) return undefined;
  return value.slice(0, at) + right + value.slice(at + wrong.length);
}

function atPlace(value: string, words: string): string | undefined {
  const last = fewDigits((LAST.exec(words) ?? ENDS.exec(words))?.[1]);
  if (last !== undefined) return value.slice(0, -last.length) + last;
  const [, ordinal = "", rest] = NTH.exec(words) ?? [];
  const nth = fewDigits(rest);
  const at = PLACES.indexOf(ordinal);
  const isCounted = /^\d/.test(value);
  if (nth !== undefined && isCounted && at < value.length) return value.slice(0, at) + nth[0] + value.slice(at + 1);
  const first = fewDigits((FIRST.exec(words) ?? STARTS.exec(words))?.[1]);
  return first !== undefined && isCounted ? first + value.slice(first.length) : undefined;
}

function pairIn(match: RegExpExecArray | null): string[] | undefined {
  const [one, other] = [fewDigits(match?.[1]), fewDigits(match?.[2])];
  return one === undefined || other === undefined ? undefined : [one, other];
}

function fewDigits(text: string | undefined): string | undefined {
  const digits = text === undefined ? "" : digitsIn(text);
  return digits.length > 0 && digits.length <= MOST_DIGITS ? digits : undefined;
}
