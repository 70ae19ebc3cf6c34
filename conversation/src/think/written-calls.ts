/**
 * Calls of tools that a language model has written as words, because its server does not know the form that it was trained on:
 * `<tool_call>{"name": …, "arguments": {…}}</tool_call>`, `[TOOL_CALLS][{…}]`, `<function=name>{…}</function>`, or the bare object.
 */
export interface WrittenCall {
  kind: "tool";
  id: string;
  name: string;
  arguments: string;
}

const FUNCTION_TAG = /<function=["']?([\w-]+)["']?\s*>\s*(?=\{)/gi;
const MOST_CALLS = 4;
const MOST_TRIED = 32;

/** Of the tools that there are. */
export function callsIn(written: string, names: ReadonlySet<string>): WrittenCall[] {
  const calls: WrittenCall[] = [];
  const add = (name: unknown, given: unknown): void => {
    if (typeof name !== "string" || !names.has(name) || calls.length >= MOST_CALLS) return;
    const args = typeof given === "string" ? parsed(given) : (given ?? {});
    if (typeof args !== "object" || args === null || Array.isArray(args)) return;
    calls.push({ kind: "tool", id: `written_${calls.length + 1}`, name, arguments: JSON.stringify(args) });
  };
  for (const tag of written.matchAll(FUNCTION_TAG)) add(tag[1], parsed(objectAt(written, tag.index + tag[0].length)));
  if (calls.length > 0) return calls;
  for (let at = written.indexOf("{"), tried = 0; at >= 0 && tried < MOST_TRIED; tried++) {
    const text = objectAt(written, at);
    const object = parsed(text);
    if (isCall(object)) add(object.name, object.arguments ?? object.parameters);
    // What is inside of an object that is no call may be one.
    at = written.indexOf("{", isCall(object) ? at + text.length : at + 1);
  }
  return calls;
}

/** Whether somebody was to be asked something, even if nobody of that name is there. */
export function namesACall(written: string): boolean {
  return (
    /["']name["']\s*:\s*["'][\w.-]+["']|<function=/i.test(written) && /["'](?:arguments|parameters)["']|<function=/i.test(written)
  );
}

function isCall(object: unknown): object is { name: unknown; arguments?: unknown; parameters?: unknown } {
  return typeof object === "object" && object !== null && "name" in object && ("arguments" in object || "parameters" in object);
}

/** From this brace to the one that closes it. */
function objectAt(text: string, from: number): string {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (isQuoted) {
      if (char === "\\") at++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
