/** Whether a value that was read is one that was meant. Both are brought into one form by their kind. Pure. */

export type Verdict = "right" | "wrong" | "false" | "asked";

export interface ValueCase {
  language: string;
  kind: string;
  asked: string;
  said: string;
  country?: string | undefined;
  /** `null`: nothing may be read; `{ either: […] }`: any of these is right. */
  value: unknown;
}

/** `wrong`: another value; `false`: a value where none may be read; `asked`: none where one was said. */
export function judge({ kind, value }: ValueCase, read: unknown): Verdict {
  const [meant, given] = [optionsOf(value), optionsOf(read)].map((options) => options.map((one) => normalForm(kind, one)));
  if (given!.every((one) => meant!.some((other) => other === one || isAmountAlone(kind, other, one)))) return "right";
  if (given!.every((one) => one === NOTHING)) return "asked";
  return meant!.every((one) => one === NOTHING) ? "false" : "wrong";
}

const NOTHING = "nothing";

function optionsOf(value: unknown): unknown[] {
  return isRecord(value) && Array.isArray(value["either"]) ? value["either"] : [value];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A quantity without its unit still names the amount. */
function isAmountAlone(kind: string, meant: string, read: string): boolean {
  return kind === "quantity" && !read.includes(" ") && meant.split(" ")[0] === read;
}

function normalForm(kind: string, value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  if (kind === "duration" || (kind === "age" && text(value).startsWith("P"))) return durationForm(text(value));
  if (isRecord(value)) {
    if ("amount" in value) return [Number(value["amount"]), value["currency"] ?? value["unit"] ?? ""].join(" ").trim();
    return `${text(value["from"] ?? "")}..${text(value["to"] ?? "")}`;
  }
  if (value === "last") return "-1";
  if (kind === "name") return text(value).normalize("NFC").toLowerCase();
  return typeof value === "number" ? String(Math.round(value * 1e6) / 1e6) : text(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}

/** Months and seconds: "P2W" and "P14D" are the same. */
function durationForm(duration: string): string {
  const parts =
    /^P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(duration);
  if (!parts) return duration;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return `${years * 12 + months} months ${((weeks * 7 + days) * 24 + hours) * 3_600 + minutes * 60 + seconds} s`;
}
