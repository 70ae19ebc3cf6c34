import { isRecord } from "@ongea/conversation";

/** What Gemini reads of JSON Schema (`parametersJsonSchema`), as its API reference lists it. */
const TAKEN = new Set(
  (
    "$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf " +
    "properties additionalProperties required propertyOrdering"
  ).split(" "),
);
const NAMED = new Set(["properties", "$defs"]);

/** A schema without what Gemini does not take. The form guard checks a call against the whole of it. */
export function geminiSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(geminiSchema);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]) => entryOf(key, value));
  // Beside a reference nothing else may stand.
  return Object.fromEntries("$ref" in schema ? entries.filter(([key]) => key.startsWith("$")) : entries);
}

function entryOf(keyword: string, value: unknown): [string, unknown][] {
  const key = keyword === "definitions" ? "$defs" : keyword;
  if (key === "const") return entryOf("enum", [value]);
  if (!TAKEN.has(key)) return [];
  if (key === "enum") {
    const choices = Array.isArray(value) ? value.filter((one) => typeof one === "string" || typeof one === "number") : [];
    return choices.length === 0 ? [] : [[key, choices]];
  }
  if (key === "$ref") return [[key, String(value).replace(/^#\/definitions\//, "#/$defs/")]];
  if (NAMED.has(key) && isRecord(value))
    return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, geminiSchema(one)]))]];
  return [[key, geminiSchema(value)]];
}
