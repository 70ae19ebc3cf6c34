/**
 * The arguments of a tool as a grammar: JSON Schema becomes GBNF, the notation of llama.cpp (`grammars/README.md` there), so that a model can
 * write nothing but one JSON object with the names, kinds, choices and required properties of the schema. What the notation cannot say well
 * (ranges of large numbers, days that there are, lists without repeats) is judged afterwards; `pattern` is left to whoever runs the tool.
 */

/** A schema holds no more than this; what is beyond is {@link Inexpressible}. */
const MOST = { depth: 4, properties: 24, choices: 100, characters: 400, items: 12, range: 100, rules: 200 };
const USUAL_CHARACTERS = 120;
const USUAL_ITEMS = 6;

type Schema = Readonly<Record<string, unknown>>;

/** No grammar can be made of this schema: the tool is not offered. */
export class Inexpressible extends Error {}

/** GBNF of the arguments, `root` being one JSON object without line breaks. Throws {@link Inexpressible}. */
export function argumentGrammar(parameters: Schema): string {
  if ((parameters["type"] ?? "object") !== "object") throw new Inexpressible("arguments are an object");
  const rules = new Rules();
  const root = objectOf(parameters, rules, 0);
  return rules.written(`" "? ${root}`);
}

/** Named once, however often they are used. */
class Rules {
  readonly #names = new Map<string, string>();

  name(definition: string): string {
    const known = this.#names.get(definition);
    if (known !== undefined) return known;
    if (this.#names.size >= MOST.rules) throw new Inexpressible("too much at once");
    const name = `r${this.#names.size}`;
    this.#names.set(definition, name);
    return name;
  }

  written(root: string): string {
    return [`root ::= ${root}`, ...[...this.#names].map(([definition, name]) => `${name} ::= ${definition}`)].join("\n");
  }
}

const CHARACTER = String.raw`[^"\\\x00-\x1F\x7F] | "\\" ["\\/bfnrt]`;
/** Of these two centuries. */
const DAY = `("19" | "20") [0-9] [0-9] "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] [0-9] | "3" [01])`;
const ZONE = `("Z" | [+-] ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9])`;
const CLOCK = `([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ${ZONE}`;
/** As JSON Schema means them (RFC 3339): a time has seconds and an offset. */
const FORMATS = new Map([
  ["date", DAY],
  ["time", CLOCK],
  ["date-time", `${DAY} "T" ${CLOCK}`],
  ["email", `[A-Za-z0-9] [A-Za-z0-9._+-]{0,40} "@" [A-Za-z0-9] [A-Za-z0-9-]{0,40} ("." [A-Za-z]{2,12}){1,3}`],
]);

function valueOf(schema: unknown, rules: Rules, depth: number): string {
  if (schema === true) return textOf({}, rules);
  if (!isSchema(schema) || depth > MOST.depth) throw new Inexpressible("nested too deeply, or no schema");
  if (["$ref", "not", "if", "patternProperties", "dependentRequired", "dependentSchemas"].some((word) => word in schema))
    throw new Inexpressible("a rule that no grammar holds");
  const all = schema["allOf"];
  if (all !== undefined) return valueOf(alone(all), rules, depth + 1);
  const choices = "const" in schema ? [schema["const"]] : schema["enum"];
  if (choices !== undefined) return choiceOf(choices);
  const either = schema["anyOf"] ?? schema["oneOf"];
  if (either !== undefined) return eitherOf(either, (one) => valueOf(one, rules, depth + 1));
  const types = schema["type"] ?? ("properties" in schema ? "object" : "items" in schema ? "array" : "string");
  if (Array.isArray(types)) return eitherOf(types, (type) => typed(type, schema, rules, depth));
  const value = typed(types, schema, rules, depth);
  return schema["nullable"] === true ? `(${value} | "null")` : value;
}

function typed(type: unknown, schema: Schema, rules: Rules, depth: number): string {
  if (type === "string") return textOf(schema, rules);
  if (type === "integer" || type === "number") return numberOf(type, schema);
  if (type === "boolean") return `("true" | "false")`;
  if (type === "null") return `"null"`;
  if (type === "array") return listOf(schema, rules, depth);
  if (type === "object") return objectOf(schema, rules, depth);
  throw new Inexpressible("a kind of value that JSON Schema does not know");
}

/** Required properties in their order, then those of the others that the model wants. An optional one that cannot be expressed is left out. */
function objectOf(schema: Schema, rules: Rules, depth: number): string {
  const properties = schema["properties"] ?? {};
  if (!isSchema(properties)) throw new Inexpressible("properties that are none");
  const names = Object.keys(properties);
  const required = schema["required"] ?? [];
  if (!isNames(required) || required.some((name) => !Object.hasOwn(properties, name)))
    throw new Inexpressible("something is required of which nothing is said");
  if (names.length > MOST.properties) throw new Inexpressible("too many properties");
  const property = (name: string): string =>
    `${quoted(JSON.stringify(name))} ":" " "? ${rules.name(valueOf(properties[name], rules, depth + 1))}`;
  const musts = names.filter((name) => required.includes(name)).map(property);
  const others = names.filter((name) => !required.includes(name)).flatMap((name) => whereItCan(() => property(name)));
  const begun = others.map((one) => `("," " "? ${one})?`);
  if (musts.length > 0) return [`"{"`, musts.join(` "," " "? `), ...begun, `"}"`].join(" ");
  if (others.length === 0) return `"{}"`;
  const firsts = others.map((one, at) => [one, ...begun.slice(at + 1)].join(" "));
  return `"{" (${firsts.join(" | ")})? "}"`;
}

function whereItCan(write: () => string): string[] {
  try {
    return [write()];
  } catch (error) {
    if (error instanceof Inexpressible) return [];
    throw error;
  }
}

function textOf(schema: Schema, rules: Rules): string {
  const format = FORMATS.get(String(schema["format"]));
  if (format !== undefined) return `"\\"" ${format} "\\""`;
  const least = wholeOf(schema["minLength"]) ?? 0;
  const most = Math.min(wholeOf(schema["maxLength"]) ?? Math.max(USUAL_CHARACTERS, least), MOST.characters);
  if (least > most) throw new Inexpressible("a text that is longer than anybody says");
  return `"\\"" ${rules.name(CHARACTER)}{${least},${most}} "\\""`;
}

function numberOf(type: "integer" | "number", schema: Schema): string {
  const least = schema["minimum"];
  const most = schema["maximum"];
  if (type === "integer" && typeof least === "number" && typeof most === "number" && most - least <= MOST.range) {
    const from = Math.ceil(least);
    if (from > most) throw new Inexpressible("a range without a number");
    return choiceOf(Array.from({ length: Math.floor(most) - from + 1 }, (_, at) => from + at));
  }
  const sign = typeof least === "number" && least >= 0 ? "" : `"-"? `;
  const whole = `${sign}("0" | [1-9] [0-9]{0,11})`;
  return type === "integer" ? whole : `${whole} ("." [0-9]{1,6})?`;
}

function listOf(schema: Schema, rules: Rules, depth: number): string {
  if ("prefixItems" in schema || Array.isArray(schema["items"])) throw new Inexpressible("a list with a rule for each place");
  const least = wholeOf(schema["minItems"]) ?? 0;
  const most = Math.min(wholeOf(schema["maxItems"]) ?? Math.max(USUAL_ITEMS, least), MOST.items);
  if (least > most) throw new Inexpressible("a list that is longer than anybody says");
  if (most === 0) return `"[]"`;
  const item = rules.name(valueOf(schema["items"] ?? true, rules, depth + 1));
  const items = `${item} ("," " "? ${item}){${Math.max(0, least - 1)},${most - 1}}`;
  return least === 0 ? `"[" (${items})? "]"` : `"[" ${items} "]"`;
}

function choiceOf(choices: unknown): string {
  if (!Array.isArray(choices) || choices.length === 0 || choices.length > MOST.choices)
    throw new Inexpressible("too many choices, or none");
  const written = choices.map((choice: unknown) => JSON.stringify(choice) ?? "");
  if (written.some((one) => one === "" || one.length > MOST.characters)) throw new Inexpressible("a choice that nobody says");
  return `(${written.map(quoted).join(" | ")})`;
}

function eitherOf(parts: unknown, write: (part: unknown) => string): string {
  if (!Array.isArray(parts) || parts.length > MOST.choices) throw new Inexpressible("too many alternatives, or none");
  const able = parts.flatMap((part: unknown) => whereItCan(() => write(part)));
  if (able.length === 0) throw new Inexpressible("no alternative that a grammar holds");
  return `(${able.join(" | ")})`;
}

function alone(parts: unknown): unknown {
  if (!Array.isArray(parts) || parts.length !== 1) throw new Inexpressible("several schemas at once");
  return parts[0];
}

/** A literal of GBNF: everything that might mean something else stands as its code point. */
export function quoted(text: string): string {
  const safe = Array.from(text, (character) =>
    /[\w ,.:;/()@+-]/.test(character)
      ? character
      : String.raw`\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
  );
  return `"${safe.join("")}"`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function wholeOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
