/** An example of what a schema describes: what is wanted at least as a body, everything as an answer. */
import type { Schema } from "./description.ts";

interface Wanted {
  /** With everything that may be left out. */
  whole: boolean;
  /** Of the property that it stands in. */
  name?: string;
  depth?: number;
}

const DEEPEST = 7;
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: "3c90c3cc-0d44-4b50-8888-8dd25736052a",
  "date-time": "2026-12-29T08:30:00Z",
  date: "2026-12-29",
  email: "asha@example.com",
  uri: "https://example.com/hook",
};
/** Where the name tells more than the schema. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/number$/, "+254711000001"],
  [/_at$|^from$|^to$/, "2026-12-29T08:30:00Z"],
  [/email$/, "asha@example.com"],
  [/^origins?$/, "https://www.example.com"],
  [/url$/, "https://example.com/hook"],
  [/^visitor$/, `vis_${"3c90c3cc".padEnd(43, "0")}`],
  [/(?:^|_)id$/, "3c90c3cc-0d44-4b50-8888-8dd25736052a"],
  [/^name$|_name$/, "Front desk"],
  [/time_zone$/, "Africa/Nairobi"],
  [/text$|prompt$/, "You answer the telephone of a clinic."],
  [/message$/, "Hello, how can I help?"],
];

export function exampleOf(schema: Schema, wanted: Wanted): unknown {
  const { depth = 0 } = wanted;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined && !wanted.whole) return schema.default;
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const some = choices.find(({ type }) => type !== "null");
    return some ? exampleOf(some, wanted) : null;
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return depth >= DEEPEST ? {} : objectOf(schema, wanted);
    case "array":
      return depth >= DEEPEST || (!wanted.whole && !schema.minItems) ? [] : itemsOf(schema, wanted);
    case "string":
      return textOf(schema, wanted.name ?? "");
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return true;
    default:
      return null;
  }
}

/** What must be given in a body, and what a reader would change first. */
function objectOf({ properties = {}, required = [], additionalProperties }: Schema, wanted: Wanted): unknown {
  const { depth = 0 } = wanted;
  const names = Object.keys(properties).filter((name) => wanted.whole || required.includes(name));
  const known = names.map((name) => [name, exampleOf(properties[name] ?? {}, { ...wanted, name, depth: depth + 1 })] as const);
  const isMap = typeof additionalProperties === "object" && Object.keys(properties).length === 0 && wanted.whole;
  if (isMap) return { name: exampleOf(additionalProperties, { ...wanted, name: "name", depth: depth + 1 }) ?? "Asha" };
  return Object.fromEntries(known);
}

function itemsOf({ items, prefixItems }: Schema, wanted: Wanted): unknown[] {
  const next = { ...wanted, depth: (wanted.depth ?? 0) + 1 };
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, next));
  return items ? [exampleOf(items, next)] : [];
}

function textOf({ format = "", minLength = 0, maxLength = Infinity }: Schema, name: string): string {
  const text = BY_FORMAT[format] ?? BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? "text";
  return text.length < minLength ? text.padEnd(minLength, "x") : text.slice(0, maxLength);
}

function numberOf({ minimum, exclusiveMinimum, maximum }: Schema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);
  const number = Math.max(1, least < -1_000_000 ? 1 : least);
  return maximum === undefined ? number : Math.min(number, maximum);
}
