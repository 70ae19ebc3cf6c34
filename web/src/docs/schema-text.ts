/** A schema in a few words, as developers read them in every language. */
import type { Schema } from "./description.ts";

const LONGEST_LIST = 12;

export function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return listed(schema.enum);
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeText))].join(" | ");
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : schema.type;
  if (type === "array")
    return schema.prefixItems ? `[${schema.prefixItems.map(typeText).join(", ")}]` : `${typeText(schema.items ?? {})}[]`;
  if (type === "object") return isMap(schema) ? "map" : "object";
  if (type === "string" && schema.format !== undefined) return schema.format;
  return type ?? "any";
}

/** Within what a value is valid; empty where anything of its type is. */
export function rangeText(schema: Schema): string {
  const one = choicesOf(schema).find(({ type }) => type !== "null") ?? schema;
  const lowest = one.minimum ?? one.exclusiveMinimum;
  // The largest whole number that JSON keeps is no limit that anybody set.
  const least = lowest === undefined || lowest < -Number.MAX_SAFE_INTEGER + 1 ? undefined : lowest;
  const most = one.maximum === undefined || one.maximum >= Number.MAX_SAFE_INTEGER ? undefined : one.maximum;
  const numbers = between(least, most, "");
  if (numbers) return numbers;
  if (one.format === undefined) {
    const letters = between(one.minLength, one.maxLength, " characters");
    if (letters) return letters;
  }
  return between(one.minItems, one.maxItems, " items");
}

/** What stands below it: the properties of an object, of a list's items, or of the values of a map. */
export function insideOf(schema: Schema): Schema | undefined {
  const choices = choicesOf(schema).filter(({ type }) => type !== "null");
  if (choices.length > 1) return undefined;
  const one = choices[0] ?? schema;
  if (one.type === "array") return one.items && insideOf(one.items);
  if (one.type !== "object") return undefined;
  if (isMap(one) && typeof one.additionalProperties === "object") return insideOf(one.additionalProperties);
  return Object.keys(one.properties ?? {}).length > 0 ? one : undefined;
}

/** The objects that it may be, one of which it is. */
export function formsOf(schema: Schema): Schema[] {
  const forms = choicesOf(schema.type === "array" ? (schema.items ?? {}) : schema).filter((one) => one.type === "object");
  return forms.length > 1 ? forms : [];
}

function choicesOf({ anyOf, oneOf }: Schema): Schema[] {
  return anyOf ?? oneOf ?? [];
}

function isMap({ properties = {}, additionalProperties }: Schema): boolean {
  return typeof additionalProperties === "object" && Object.keys(properties).length === 0;
}

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, LONGEST_LIST).map((value) => JSON.stringify(value));
  return `${shown.join(" | ")}${values.length > LONGEST_LIST ? " | …" : ""}`;
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
  const text = (value: number): string => value.toLocaleString("en");
  if (least !== undefined && most !== undefined) return `${text(least)} – ${text(most)}${unit}`;
  if (most !== undefined) return `≤ ${text(most)}${unit}`;
  return least === undefined ? "" : `≥ ${text(least)}${unit}`;
}
