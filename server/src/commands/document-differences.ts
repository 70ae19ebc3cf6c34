/** What differs between two documents of an agent. Pure. */
import { isRecord } from "@ongea/contract";

export const LINE_WIDTH = 100;

const LONGEST_VALUE = 120;

/** A line a value that stands in one of them alone, or differs: `-` as it is on the server, `+` as the file has it. */
export function differences(before: unknown, after: unknown): string[] {
  const [old, fresh] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .toSorted()
    .filter((path) => old.get(path) !== fresh.get(path))
    .flatMap((path) => [
      ...shown("-", path, old.get(path), fresh.get(path)),
      ...shown("+", path, fresh.get(path), old.get(path)),
    ]);
}

/** Of a long text from a little before where it differs. */
function shown(sign: string, path: string, text: string | undefined, other = ""): string[] {
  if (text === undefined) return [];
  const differs = text.split("").findIndex((letter, at) => letter !== other[at]);
  const from = text.length <= LONGEST_VALUE ? 0 : Math.max(0, differs - LONGEST_VALUE / 4);
  const part = text.slice(from, from + LONGEST_VALUE);
  return [`${sign} ${path}: ${from > 0 ? "…" : ""}${part}${from + LONGEST_VALUE < text.length ? "…" : ""}`];
}

function leavesOf(value: unknown, path = "", leaves = new Map<string, string>()): Map<string, string> {
  const parts = Array.isArray(value) ? value.entries() : isRecord(value) ? Object.entries(value) : undefined;
  if (!parts) return value === undefined ? leaves : leaves.set(path, JSON.stringify(value));
  let isEmpty = true;
  for (const [name, part] of parts) {
    isEmpty = false;
    leavesOf(part, path === "" ? String(name) : `${path}.${name}`, leaves);
  }
  return isEmpty ? leaves.set(path, Array.isArray(value) ? "[]" : "{}") : leaves;
}
