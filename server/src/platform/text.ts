/** Text from outside that no door has checked (a model's, a recogniser's, a service's, a telephone's), as the database takes it. */

const REPLACEMENT = "\uFFFD";
/** What lies deeper has been nested to do harm. */
const DEEPEST = 60;

/** Without NULs, and with a mark in place of each half character (lone surrogate). */
export function sanitizeText(text: string): string {
  const whole = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return /\p{Surrogate}/u.test(whole) ? whole.replace(/\p{Surrogate}/gu, REPLACEMENT) : whole;
}

/** The same with every text, and every name, in arrays and plain objects. */
export function sanitizeForPostgres<T>(value: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts within it change
  return kept(value, 0) as T;
}

function kept(value: unknown, depth: number): unknown {
  if (typeof value === "string") return sanitizeText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.map((one) => kept(one, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [sanitizeText(name), kept(one, depth + 1)]));
}
