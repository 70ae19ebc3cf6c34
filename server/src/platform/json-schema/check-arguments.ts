/** Checks the arguments of a tool call against the tool's JSON Schema, before anything is asked of anybody. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { RE2JS } from "re2js";

export interface ArgumentProblem {
  /** The argument, with a path where it lies deeper: `address/city`. */
  name: string;
  /** In words that a model can act on. */
  problem: string;
}

export interface CheckedArguments {
  /** With numbers and booleans that were written as text turned into what the schema asks for, and without nulls that it does not allow. */
  value: unknown;
  /** Empty: they fit. */
  problems: ArgumentProblem[];
}

const MOST_PROBLEMS = 10;
/** Schemas of all agents that were called lately; the oldest goes first. */
const MOST_SCHEMAS = 500;
const LARGEST_SCHEMA = 50_000;

interface Matcher {
  test(text: string): boolean;
  /** Ajv takes two with the same text for one. */
  toString(): string;
}

/** RE2 takes linear time whatever an owner's pattern is. A pattern that it does not know (a look-ahead) is not checked. */
const linearTime = Object.assign((pattern: string): Matcher => ({ test: testOf(pattern), toString: () => pattern }), {
  code: "re2js",
});

function testOf(pattern: string): Matcher["test"] {
  try {
    const re2 = RE2JS.compile(pattern);
    return (text) => re2.matcher(text).find();
  } catch {
    return () => true;
  }
}

const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true, logger: false, code: { regExp: linearTime } }));
const compiled = new Map<string, ValidateFunction | undefined>();

/** A schema that is none, or that cannot be checked, lets everything pass. */
export function checkArguments(schema: Readonly<Record<string, unknown>> | undefined, given: unknown): CheckedArguments {
  const validate = schema && validatorOf(schema);
  if (!validate) return { value: given, problems: [] };
  const value = asWritten(given, schema);
  if (validate(value)) return { value, problems: [] };
  const problems = (validate.errors ?? []).slice(0, MOST_PROBLEMS).map(problemOf);
  return { value, problems };
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * As the schema means it: models write numbers as text and null for what they do not know. Only what can mean one thing is turned: Ajv's own
 * coercion makes 0 of null and 1 of true, and a telephone number would lose its zero.
 */
function asWritten(given: unknown, schema: unknown): unknown {
  const { type, properties, items } = isTree(schema) ? schema : {};
  if (Array.isArray(given)) return given.map((one: unknown) => asWritten(one, items));
  if (isTree(given)) {
    const known = isTree(properties) ? properties : {};
    const entries = Object.entries(given).filter(([name, one]) => one !== null || mayBeNull(known[name]));
    return Object.fromEntries(entries.map(([name, one]) => [name, asWritten(one, known[name])]));
  }
  if (typeof given === "number" && type === "string") return String(given);
  if (typeof given !== "string") return given;
  if ((type === "number" || type === "integer") && NUMBER.test(given)) return Number(given);
  return type === "boolean" && (given === "true" || given === "false") ? given === "true" : given;
}

/** A property without a type may be anything. */
function mayBeNull(schema: unknown): boolean {
  if (!isTree(schema)) return true;
  const { type, nullable } = schema;
  return type === undefined || nullable === true || [type].flat().includes("null");
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function validatorOf(schema: Readonly<Record<string, unknown>>): ValidateFunction | undefined {
  const key = JSON.stringify(schema);
  if (key.length > LARGEST_SCHEMA) return undefined;
  const known = compiled.get(key);
  if (known || compiled.has(key)) return known;
  for (const oldest of compiled.keys()) {
    if (compiled.size < MOST_SCHEMAS) break;
    compiled.delete(oldest);
  }
  const made = compile(schema);
  compiled.set(key, made);
  return made;
}

/** Without its id: two agents may use the same one for different schemas. */
function compile({ $id: _id, ...schema }: Readonly<Record<string, unknown>>): ValidateFunction | undefined {
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  }
}

function problemOf({ instancePath, keyword, params, message = "is not valid" }: ErrorObject): ArgumentProblem {
  const at = instancePath.slice(1);
  if (keyword === "required") return { name: inside(at, String(params["missingProperty"])), problem: "is missing" };
  if (keyword === "additionalProperties")
    return { name: inside(at, String(params["additionalProperty"])), problem: "is not known" };
  if (keyword === "enum") return { name: at, problem: `must be one of ${JSON.stringify(params["allowedValues"])}` };
  return { name: at, problem: message };
}

function inside(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}
