/** "From two to five in the afternoon", "for three hours": the two hours of a form, said at once. Pure. */
import type { Field } from "../forms/form.ts";
import { minutesOf, timeOf } from "../spoken/calendar.ts";
import { timeIn } from "../spoken/times.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import type { Task } from "../task.ts";

const HALF_DAY = 720;
const DAY = 1_440;
const LAST_HOUR = /\b(?:to|end|ends|ending|until|till|finish|close|out|mwisho|kumaliza|hadi|mpaka|fin|jusqu)/i;
const UNTIL = /(?<![\p{L}])(?:to|until|till|and|hadi|mpaka|à|jusqu'à|–|-)(?![\p{L}])/giu;
const LASTS =
  /\b(?:for )?((?:an?|one|two|three|four|five|six|seven|eight|\d)(?: and a half)?) hours?\b|\bmasaa (\p{L}+)|\bpendant (\p{L}+) heures?\b/iu;

type Hour = NonNullable<ReturnType<typeof timeIn>>;

/** Puts both hours, or the last one where it is said how long it lasts; nothing where a form has no two. */
export function takeHours(
  text: string,
  { form, slots }: Task,
  put: (field: Field, value: string, confidence: number) => void,
): void {
  const hours = form.fields.filter(({ kind, choices }) => kind === "time" && choices.length === 0);
  const isLast = ({ name, label }: Field): boolean => LAST_HOUR.test(`${name.replaceAll("_", " ")} ${label}`);
  const [start, end] = hours.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
  if (!start || hours.length > 2) return;
  const span = spanIn(text);
  if (!end) {
    const lasting = form.fields.find(
      (field) => field.kind === "number" && OF_HOURS.test(`${field.name.replaceAll("_", " ")} ${field.label}`),
    );
    if (!lasting || !span || lasted(span) % 60 !== 0) return;
    put(start, written(span.from), 1);
    put(lasting, String(lasted(span) / 60), 1);
    return;
  }
  if (span) {
    put(start, written(span.from), 1);
    put(end, written(span.to), 1);
    return;
  }
  const begins = slots[start.name]?.value;
  const minutes = minutesSaid(text);
  if (begins === undefined || begins.startsWith("~") || minutes === undefined) return;
  const ends = minutesOf(begins) + minutes;
  if (ends < DAY) put(end, timeOf(ends), 1);
}

/** Of a form that asks for the beginning and for how many hours. */
const OF_HOURS = /\b(?:hours?|masaa|saa ngapi|heures?)\b/i;

/** "From three until five": from one half of the day to the same one, or into the next. */
function lasted({ from, to }: { from: Hour; to: Hour }): number {
  const period = from.ambiguous && to.ambiguous ? HALF_DAY : DAY;
  return (to.minute - from.minute + period) % period;
}

function written({ minute, ambiguous }: Hour): string {
  return `${ambiguous ? "~" : ""}${timeOf(minute)}`;
}

function spanIn(text: string): { from: Hour; to: Hour } | undefined {
  for (const { index, 0: sign } of text.matchAll(UNTIL)) {
    const before =
      text
        .slice(0, index)
        .split(/[.;!?]/)
        .at(-1)
        ?.replace(/[,\s]+$/, "") ?? "";
    const after = text.slice(index + sign.length).split(/[.;!?]/)[0] ?? "";
    // "And" joins much else: only "between two and five".
    if (/^and$/i.test(sign) && !/\bbetween\b/i.test(before)) continue;
    const from = /(?:\b(?:from|between|kuanzia|kutoka|de|entre|dès)\b|,|^)[^,]*$/iu.exec(before)?.[0];
    const first = from === undefined ? undefined : timeIn(from, true);
    const last = timeIn(after.split(/,\s/)[0] ?? "", true);
    if (first && last) return inOrder(inPart(before, first), last);
  }
  return undefined;
}

/** Parts of the day, with their first and last hour. */
const PARTS: readonly (readonly [RegExp, number, number])[] = [
  [/\b(?:afternoon|mchana|après-midi)\b/iu, 12, 18],
  [/\b(?:evening|tonight|at night|jioni|usiku|soir)\b/iu, 17, 23],
];

/** "It's in the evening, from seven to nine"; "busy in the afternoon, so from nine" is of the morning or not known. */
function inPart(sentence: string, hour: Hour): Hour {
  const minute = hour.minute + HALF_DAY;
  const fits = PARTS.some(([name, first, last]) => name.test(sentence) && minute >= first * 60 && minute <= last * 60);
  return hour.ambiguous && fits ? { minute, ambiguous: false } : hour;
}

/** "From two to five in the afternoon": the half of the day of the one is that of the other, and the first comes first. */
function inOrder(from: Hour, to: Hour): { from: Hour; to: Hour } {
  const ways = ({ minute, ambiguous }: Hour): number[] => (ambiguous ? [minute, (minute + HALF_DAY) % DAY] : [minute]);
  if (from.ambiguous === to.ambiguous) return { from, to };
  const sure = (minute: number): Hour => ({ minute, ambiguous: false });
  if (from.ambiguous) {
    const earlier = ways(from).filter((minute) => minute < to.minute);
    return earlier.length === 0 ? { from, to } : { from: sure(Math.max(...earlier)), to };
  }
  const later = ways(to).filter((minute) => minute > from.minute);
  return later.length === 0 ? { from, to } : { from, to: sure(Math.min(...later)) };
}

function minutesSaid(text: string): number | undefined {
  const found = LASTS.exec(text);
  const said = found?.[1] ?? found?.[2] ?? found?.[3];
  if (said === undefined) return undefined;
  const count = /^an?\b/i.test(said) ? 1 : (quantitiesIn(said)[0]?.value ?? 0);
  const half = /and a half/i.test(said) && Number.isInteger(count) ? 0.5 : 0;
  return count > 0 && count < 24 ? (count + half) * 60 : undefined;
}
