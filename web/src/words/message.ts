/** ICU messages: plural, select and placeholders, read once and filled in many times. */
import { parse, type Token } from "@messageformat/parser";

export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;

/** What a message needs of its language. */
export interface Grammar {
  number(value: number): string;
  category(value: number, ordinal: boolean): string;
}

/** Most messages are nothing but their words. */
const SPECIAL = /[{}']/;
const MOST_MESSAGES_KEPT = 5_000;
const read = new Map<string, readonly Token[]>();

/** The message with its values. Throws when a value is missing or the message cannot be read: both are mistakes of ours. */
export function fill(message: string, values: Values, grammar: Grammar): string {
  if (!SPECIAL.test(message)) return message;
  return tokensOf(message).reduce((text, token) => text + write(token, values, grammar), "");
}

export function tokensOf(message: string): readonly Token[] {
  const known = read.get(message);
  if (known) return known;
  if (read.size >= MOST_MESSAGES_KEPT) read.clear();
  const tokens = parse(message, { strict: true });
  read.set(message, tokens);
  return tokens;
}

function write(token: Token, values: Values, grammar: Grammar, counted?: number): string {
  switch (token.type) {
    case "content":
      return token.value;
    case "octothorpe":
      return grammar.number(counted ?? 0);
    case "argument":
      return shown(valueOf(token.arg, values), grammar);
    case "select":
      return choose(token.cases, String(valueOf(token.arg, values)), (part) => write(part, values, grammar, counted));
    case "plural":
    case "selectordinal": {
      const count = Number(valueOf(token.arg, values));
      const exact = token.cases.find(({ key }) => key === `=${count}`);
      const key = exact?.key ?? grammar.category(count, token.type === "selectordinal");
      return choose(token.cases, key, (part) => write(part, values, grammar, count));
    }
    default:
      throw new Error(`A message cannot use {${token.arg}, ${token.key}}`);
  }
}

interface Case {
  key: string;
  tokens: readonly Token[];
}

function choose(cases: readonly Case[], key: string, writePart: (token: Token) => string): string {
  const chosen = cases.find((one) => one.key === key) ?? cases.find((one) => one.key === "other");
  if (!chosen) throw new Error(`A message has no words for "${key}" and no "other"`);
  return chosen.tokens.map(writePart).join("");
}

function valueOf(name: string, values: Values): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`A message was said without its {${name}}`);
  return value;
}

function shown(value: Value, grammar: Grammar): string {
  return typeof value === "number" ? grammar.number(value) : value;
}
