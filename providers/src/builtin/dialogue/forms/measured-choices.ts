/** Choices that are lengths ("60", "90") or spans of hours ("8-11", "11-14"), said as people say them. Pure. */
import { wordsOf } from "../spoken/plain.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import type { Field } from "./form.ts";

const MINUTES = /\b(?:minutes?|mins?|dakika)\b/i;
const HOUR = /^(?:hours?|hrs?|heures?|saa|masaa)$/;
const MINUTE = /^(?:minutes?|mins?|dakika)$/;
const HALF = /^ (?:and a half|and half|and a half hours?|et demie?|na nusu)\b/;

/** The choice that a length or a span names; `undefined`: none, or the field has no such choices. */
export function measuredChoice(
  text: string,
  { choices, label, description, name }: Pick<Field, "choices" | "label" | "description" | "name">,
): string | undefined {
  if (choices.every((choice) => /^\d+$/.test(choice)) && MINUTES.test(`${name.replaceAll("_", " ")} ${label} ${description}`)) {
    const minutes = minutesIn(text);
    return choices.find((choice) => Number(choice) === minutes);
  }
  return spanIn(text, choices);
}

/** "An hour and a half", "one and a half hours", "two hours", "half an hour", "ninety minutes", in minutes. */
export function minutesIn(text: string): number | undefined {
  const words = wordsOf(text);
  const said = ` ${words.join(" ")} `;
  if (/ (?:half an hour|une demi heure|nusu saa) /.test(said)) return 30;
  const found = quantitiesIn(text).flatMap(({ value, to }) => {
    const rest = ` ${words.slice(to).join(" ")}`;
    const half = HALF.exec(rest)?.[0] ?? "";
    const unit = words[to + (half === "" ? 0 : half.trim().split(" ").length)] ?? "";
    const isHalf = half !== "" || HALF.test(` ${words.slice(to + 1).join(" ")}`);
    if (MINUTE.test(words[to] ?? "")) return [value];
    return HOUR.test(words[to] ?? "") || (half !== "" && HOUR.test(unit)) ? [value * 60 + (isHalf ? 30 : 0)] : [];
  });
  if (found.length > 0) return found.at(-1);
  if (!/ (?:an|une|one) (?:hour|heure) /.test(said)) return undefined;
  return / (?:an|une|one) (?:hour|heure) (?:and a half|et demie) /.test(said) ? 90 : 60;
}

const SPAN = /^(\d{1,2})(?::?(\d\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::?(\d\d))?$/;

/** "Between eleven and two" of "8-11", "11-14", "14-17": of the hours both, whatever half of the day. */
function spanIn(text: string, choices: readonly string[]): string | undefined {
  const spans = choices.map((choice) => SPAN.exec(choice));
  if (spans.length === 0 || spans.includes(null)) return undefined;
  const hours = quantitiesIn(text).map(({ value }) => value % 12);
  const named = choices.filter((_, at) => {
    const [, from = "", , to = ""] = spans[at] ?? [];
    const first = hours.indexOf(Number(from) % 12);
    return first >= 0 && hours.indexOf(Number(to) % 12, first + 1) > first;
  });
  return named.length === 1 ? named[0] : undefined;
}
