const written = new WeakMap<object, string>();

/** A part of requests that a conversation leaves as it is, written as JSON once. */
export function jsonOf(part: object): string {
  const json = written.get(part) ?? JSON.stringify(part);
  written.set(part, json);
  return json;
}
