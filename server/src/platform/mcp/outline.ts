/** What an answer holds, in short: names and kinds down to a depth. Tools' descriptions are read by language models, which pay by the word. */

export type Schema = Record<string, unknown>;

const DEPTH = 2;
const MOST_VALUES = 8;
/** Under it stands an answer that is no object: the protocol has objects only. */
const RESULT = "result";

/** Nothing is required: an answer may be cut, and fields that nobody reads are left out. */
export function outlineOf(answer: Schema): Schema {
  const whole = outlined(answer, DEPTH);
  return whole["type"] === "object" ? whole : { type: "object", properties: { [RESULT]: whole } };
}

/** An answer as its outline has it. */
export function structured(answer: unknown): Record<string, unknown> {
  return isSchema(answer) ? answer : { [RESULT]: answer };
}

function outlined(schema: Schema, depth: number): Schema {
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices)) return kindsOf(choices.filter(isSchema));
  const { type, enum: values, items, properties } = schema;
  if (type === "array") return { type, ...(depth > 0 && isSchema(items) ? { items: outlined(items, depth - 1) } : {}) };
  // The values of a row stand at the tool that reads one, and long lists of them in the API's own pages.
  const isTold = Array.isArray(values) && values.length <= MOST_VALUES && depth > 0;
  if (type !== "object") return { ...(type === undefined ? {} : { type }), ...(isTold ? { enum: values } : {}) };
  if (depth === 0 || !isSchema(properties)) return { type };
  const inner = Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? outlined(one, depth - 1) : {}] as const);
  return { type, properties: Object.fromEntries(inner) };
}

/** Of several shapes only their kinds; nothing where one of them has none. */
function kindsOf(choices: readonly Schema[]): Schema {
  const kinds = choices.flatMap(({ type }) => (typeof type === "string" ? [type] : []));
  return kinds.length === choices.length ? { type: [...new Set(kinds)] } : {};
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
