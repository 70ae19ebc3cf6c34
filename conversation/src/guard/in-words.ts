/** The guard's own questions: all values read back, or one of them asked for. */
import { dayInWords } from "./days.ts";
import { digitsOf, minuteOf } from "./find-value.ts";
import { sentencesFor } from "./sentences.ts";
import type { Slot } from "./slots.ts";

const DAY: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" };
/** More of a message is not read back. */
const MOST_LETTERS = 280;
const MOST_VALUES = 12;

/** Of what was done: the values that are other than before. */
export function changeQuestion(slots: readonly Slot[], language: string): string {
  const { confirm, change } = sentencesFor(language);
  const values = slots.slice(0, MOST_VALUES).map((slot) => `${labelIn(slot, language)} ${valueInWords(slot, language)}`);
  return `${change} ${values.join(", ")}. ${confirm[1]}`;
}

export function confirmQuestion(slots: readonly Slot[], label: string, language: string): string {
  const { confirm } = sentencesFor(language);
  const values = slots.slice(0, MOST_VALUES).map((slot) => `${labelIn(slot, language)} ${valueInWords(slot, language)}`);
  const said = values.length === 0 ? label : values.join(", ");
  return `${confirm[0]} ${said}. ${confirm[1]}`;
}

export function askQuestion(slot: Pick<Slot, "kind" | "label">, language: string): string {
  const { ask } = sentencesFor(language);
  return `${ask[0]} ${labelIn(slot, language)}${ask[1].startsWith("?") || ask[1].startsWith("؟") ? "" : ","} ${ask[1]}`.replace(
    / (?=[?؟])/u,
    "",
  );
}

function labelIn({ kind, label }: Pick<Slot, "kind" | "label">, language: string): string {
  if ((language.split("-")[0] ?? language) === "en") return label;
  const { labels } = sentencesFor(language);
  switch (kind) {
    case "moment":
      return labels.date;
    case "money":
    case "number":
      return labels.number;
    case "yes-no":
    case "choice":
      return label;
    default:
      return labels[kind];
  }
}

function valueInWords({ kind, value }: Slot, language: string): string {
  const text = String(value);
  const { yes, no } = sentencesFor(language);
  switch (kind) {
    case "date":
      return dayInWords(text, language, DAY);
    case "time":
      return timeInWords(text, language);
    case "moment": {
      const [date = "", time = ""] = text.split(/[T ]/);
      return `${dayInWords(date, language, DAY)}, ${timeInWords(time.slice(0, 5), language)}`;
    }
    case "phone":
      return digitsOf(text).split("").join(" ");
    case "code":
      return text.replace(/[-/ ]/g, "").split("").join(" ");
    case "yes-no":
      return value === true ? yes : no;
    case "choice":
      return text.replace(/[_-]+/g, " ");
    case "email":
      return text.replace("@", " @ ");
    case "text":
      return text.length > MOST_LETTERS
        ? `${text.slice(0, MOST_LETTERS).replace(/\s\S*$/, "")} …`
        : text.replace(/[.!?\s]+$/, "");
    default:
      return text;
  }
}

const HOURS_SW = "kumi na mbili|moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|kumi na moja".split("|");

/** In Swahili as clocks are read there: ten o'clock is "saa nne asubuhi". */
export function timeInWords(time: string, language: string): string {
  const minute = minuteOf(time);
  if (minute === undefined) return time;
  const [hour, rest] = [Math.floor(minute / 60), minute % 60];
  const two = String(rest).padStart(2, "0");
  const short = language.split("-")[0];
  if (short === "sw") {
    const part = hour < 5 || hour >= 19 ? "usiku" : hour < 12 ? "asubuhi" : hour < 16 ? "mchana" : "jioni";
    const minutes = rest === 0 ? "" : rest === 30 ? " na nusu" : ` na dakika ${rest}`;
    return `saa ${HOURS_SW[(hour + 6) % 12] ?? ""}${minutes} ${part}`;
  }
  if (short !== "en") return `${String(hour).padStart(2, "0")}:${two}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two} ${hour < 12 ? "am" : "pm"}`;
}
