/** Values that fit the schema and cannot be meant: a day that has passed, an hour at which nobody is there, half a telephone number. */
import type { ToolDefinition } from "../ports.ts";
import { weekdayOf } from "./days.ts";
import { digitsOf, minuteOf } from "./find-value.ts";
import type { Slot } from "./slots.ts";
import { isRecord } from "../known-keys.ts";
import { expectsOf } from "../values/expected-days.ts";

export interface Implausible {
  slot: string;
  reason: "past" | "closed" | "invalid";
  detail?: string;
}

const AHEAD =
  /\b(?:appointment|book\w*|reserv\w*|schedul\w*|visit|deliver\w*|pick ?up|collect\w*|arriv\w*|departure|travel|check ?(?:in|out)|move|new|call ?back|future|upcoming|table|seat|trip|order)\b/;
/** Days that may be over, or may not. */
const EITHER = /\b(?:issue|occurred|purchased?|past|ago|started|reading|expir\w*)\b/;
const PHONE_DIGITS = { least: 7, most: 15 };

/** `now`: the local time, ISO 8601. */
export function implausibleIn(tool: ToolDefinition, slots: readonly Slot[], now: string): Implausible | undefined {
  return phoneIn(slots) ?? pastIn(tool, slots, now);
}

function phoneIn(slots: readonly Slot[]): Implausible | undefined {
  const wrong = slots.find(({ kind, value }) => {
    const digits = digitsOf(String(value)).length;
    return kind === "phone" && digits > 0 && (digits < PHONE_DIGITS.least || digits > PHONE_DIGITS.most);
  });
  return wrong && { slot: wrong.name, reason: "invalid", detail: "must be a whole telephone number" };
}

function pastIn(tool: ToolDefinition, slots: readonly Slot[], now: string): Implausible | undefined {
  const [today = "", clock = ""] = now.split("T");
  const nowMinute = minuteOf(clock.slice(0, 5)) ?? 0;
  for (const slot of slots) {
    if ((slot.kind !== "date" && slot.kind !== "moment") || !isAhead(tool, slot)) continue;
    const [day, time] = whenOf(slot, slots);
    const minute = minuteOf(time);
    if (day < today) return { slot: slot.name, reason: "past" };
    if (day === today && minute !== undefined && minute <= nowMinute)
      return { slot: timeSlotOf(slot, slots)?.name ?? slot.name, reason: "past" };
  }
  return undefined;
}

function isAhead(tool: ToolDefinition, { name, label }: Slot): boolean {
  const properties = tool.parameters["properties"];
  const schema = isRecord(properties) ? properties[name] : undefined;
  const described = typeof schema === "object" && schema !== null && "description" in schema ? String(schema.description) : "";
  const own = `${label} ${described}`.toLowerCase();
  if (expectsOf({ name, label, description: described }) !== "future" || EITHER.test(own)) return false;
  return AHEAD.test(own) || AHEAD.test(`${tool.name.replace(/[_-]+/g, " ")} ${tool.description}`.toLowerCase());
}

/** Outside the hours of the calendar. */
export function closedIn(tool: ToolDefinition, slots: readonly Slot[]): Implausible | undefined {
  const { openingHours } = tool;
  if (!openingHours) return undefined;
  // Of a move, the old time is what it is.
  const [moved] = slots.filter(({ name, kind }) => kind === "date" && name.startsWith("new"));
  const date = moved ?? slots.find(({ kind }) => kind === "date" || kind === "moment");
  if (!date || (tool.listsWithout && !moved)) return undefined;
  const [day, time] = whenOf(date, slots);
  const minute = minuteOf(time);
  const spans = openingHours[weekdayOf(day)] ?? [];
  if (spans.length === 0) return { slot: date.name, reason: "closed", detail: `closed on that day (${weekdayOf(day)})` };
  if (minute === undefined || spans.some((span) => isWithin(span, minute))) return undefined;
  return { slot: timeSlotOf(date, slots)?.name ?? date.name, reason: "closed", detail: `open ${spans.join(", ")}` };
}

function isWithin(span: string, minute: number): boolean {
  const [from = "", to = ""] = span.split("-");
  return minute >= (minuteOf(from) ?? 0) && minute < (minuteOf(to) ?? 0);
}

function whenOf(slot: Slot, slots: readonly Slot[]): [day: string, time: string] {
  const [day = "", time = ""] = String(slot.value).split(/[T ]/);
  if (slot.kind === "moment") return [day, time.slice(0, 5)];
  return [day, String(timeSlotOf(slot, slots)?.value ?? "")];
}

/** `new_time` belongs to `new_date`, `time` to `date`. */
function timeSlotOf({ name, kind }: Slot, slots: readonly Slot[]): Slot | undefined {
  if (kind === "moment") return undefined;
  const prefix = name.replace(/(?:date|day)$/i, "");
  return slots.find((slot) => slot.kind === "time" && slot.name.replace(/(?:time|hour)$/i, "") === prefix);
}
