/** Documents as trees of values: one laid over another, and where two differ. Pure. */
import { isRecord } from "../wire/known-keys.ts";
type Tree = Readonly<Record<string, unknown>>;

export interface Difference {
  path: (string | number)[];
  /** Absent: it was not there. */
  before?: unknown;
  /** Absent: it is gone. */
  after?: unknown;
}

const MOST_DIFFERENCES = 500;
/** Lists whose entries are laid over each other one by one; all others are replaced whole. */
const BY_PLACE: ReadonlySet<string> = new Set(["tasks"]);

/** Lays what is given over what was there: objects key by key, tasks one by one, everything else replaced. */
export function laidOver(before: unknown, given: unknown, name = ""): unknown {
  if (isTree(before) && isTree(given)) {
    const merged: Record<string, unknown> = { ...before };
    for (const [key, value] of Object.entries(given)) if (!isUnsafe(key)) merged[key] = laidOver(before[key], value, key);
    return merged;
  }
  if (Array.isArray(before) && Array.isArray(given) && BY_PLACE.has(name)) {
    const there: readonly unknown[] = before;
    const length = Math.max(there.length, given.length);
    return Array.from({ length }, (_, at) => (at in given ? laidOver(there[at], given[at]) : there[at]));
  }
  return given;
}

/** Where two documents differ, leaf by leaf; lists of plain values count as one leaf. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = [];
  compare(before, after, [], found);
  return found;
}

function compare(before: unknown, after: unknown, path: (string | number)[], found: Difference[]): void {
  if (found.length >= MOST_DIFFERENCES || before === after) return;
  if (isTree(before) && isTree(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[key], after[key], [...path, key], found);
  } else if (hasParts(before) && hasParts(after)) {
    const length = Math.max(before.length, after.length);
    for (let at = 0; at < length; at++) compare(before[at], after[at], [...path, at], found);
  } else if (JSON.stringify(before) !== JSON.stringify(after)) {
    found.push({ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) });
  }
}

/** The document with this value at this place; what does not exist on the way there is made. */
export function withValue<T>(document: T, path: readonly (string | number)[], value: unknown): T {
  const [key, ...rest] = path;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller says what becomes of the place
  if (key === undefined) return value as T;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  if (Array.isArray(document)) return document.map((one: unknown, at) => (at === key ? withValue(one, rest, value) : one)) as T;
  const tree: Tree = isTree(document) ? document : {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return { ...tree, [key]: withValue(tree[key], rest, value) } as T;
}

export function valueAt(document: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), document);
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasParts(value: unknown): value is readonly Tree[] {
  return Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null);
}

/** A key that would reach behind the object. */
function isUnsafe(key: string): boolean {
  return key === "__proto__";
}
