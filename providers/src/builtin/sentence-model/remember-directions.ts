import { keep } from "../dialogue/spoken/plain.ts";

/** Of some hundred agents; 1.5 kB each. */
const MOST_KEPT = 10_000;

type Read = (text: string, as?: "question" | "passage") => Promise<Float32Array>;

/** What was read is not read again, nor is what is being read. */
export function rememberDirections(read: Read): { directionOf: Read } {
  const known = new Map<string, Promise<Float32Array>>();
  return {
    directionOf(text, as) {
      const before = known.get(text);
      if (before) return before;
      const direction = read(text, as);
      keep(known, text, direction, MOST_KEPT);
      direction.catch(() => known.delete(text));
      return direction;
    },
  };
}
