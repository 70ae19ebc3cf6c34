/** The readers of spoken values behind the port: every value of a sentence, part by part. */
import type { ReadingContext, ValueKind, ValueReader } from "../ports.ts";
import { numbersIn, readValue, type ValueContext } from "../values/index.ts";
import { isRecord } from "../known-keys.ts";

/** Longer texts are a tool's answer: their values stand there as they are. */
const MOST_PARTS = 24;
/** A sentence may hold two of these: "from Tuesday at ten to Thursday at two". */
const SEVERAL: ReadonlySet<ValueKind> = new Set(["date", "time", "number", "money"]);
const ENDS = /(?<=[.!?;…。؟።])\s+|\n|,\s+/u;
/** "From Tuesday at ten to Thursday at two": each of two. */
const BETWEEN =
  /\s(?:from|to|du|au|kutoka|hadi|kwenda|de|para|إلى|من)\s+(?=(?:(?:the|on|next|this|le|la|siku ya|tarehe)\s+)*(?:mon|tue|wed|thu|fri|sat|sun|\d|jum|alh|iju|lun|mar|mer|jeu|ven|sam|dim|seg|ter|qua|qui|sex|sáb|today|tomorrow|kesho|leo|demain|amanhã))/iu;

export function spokenValues(): ValueReader {
  return { read };
}

function read(text: string, kind: ValueKind, { language, localTime, country, asked }: ReadingContext): readonly unknown[] {
  const context: ValueContext = { language, localTime, country, question: asked };
  const found = new Set<unknown>();
  for (const part of SEVERAL.has(kind) ? partsOf(text) : [text]) {
    const value = readValue(kind, part, context);
    for (const one of value ? [value.value, ...(value.alternatives ?? [])] : [])
      for (const plain of plainOf(one)) found.add(plain);
  }
  // What is counted stands anywhere in a sentence: "so that is four packs for Mary".
  if (kind === "number" || kind === "money") for (const number of numbersIn(text, context)) found.add(number);
  return [...found];
}

/** The whole, and each part of it. */
function partsOf(text: string): string[] {
  const parts = text.split(ENDS).flatMap((part) => part.split(BETWEEN));
  return [text, ...(parts.length > 1 ? parts.slice(0, MOST_PARTS) : [])].filter((part) => part.trim() !== "");
}

/** A span of hours has two. */
function plainOf(value: unknown): unknown[] {
  if (!isRecord(value)) return [value];
  if ("amount" in value) return [value["amount"]];
  return ["from", "to"].flatMap((name) => (name in value ? [value[name]] : []));
}
