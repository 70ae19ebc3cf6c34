/** A code as its field writes it. Pure. */
import type { Field } from "./form.ts";

export function hasForm({ pattern, lengths }: Pick<Field, "pattern" | "lengths">): boolean {
  return pattern !== undefined || lengths !== undefined;
}

/** The code as the field's pattern writes it, where it can be written so. */
export function fitted(
  code: string,
  { type, pattern, shape, lengths, minLength = 0, maxLength = 64 }: Field,
): string | undefined {
  const bare = code.replace(/[-/ ]/g, "");
  if (type === "integer" && /\D/.test(bare)) return undefined;
  if (pattern) {
    const tail = bare.replace(/^\D*/, "");
    const head = bare.slice(0, bare.length - tail.length);
    const dashed = [bare, bare.toLowerCase(), `${head}-${tail}`, `${head}/${tail}`, ...inShape(bare, shape), ...groups(bare)];
    return dashed.find((candidate) => pattern.test(candidate)) ?? separated(bare, pattern);
  }
  if (lengths && !lengths.includes(bare.length)) return undefined;
  return bare.length >= minLength && bare.length <= maxLength ? bare : undefined;
}

const MOST_SEPARATED = 24;

/** "CV12842023" of "CV-1284-2023": with one or two signs, where they can stand in one way only. */
function separated(bare: string, pattern: RegExp): string | undefined {
  if (bare.length > MOST_SEPARATED) return undefined;
  const fits = new Set<string>();
  for (const sign of ["-", "/"])
    for (let first = 1; first < bare.length; first++) {
      const head = `${bare.slice(0, first)}${sign}`;
      for (let second = first; second < bare.length; second++) {
        const middle = second === first ? "" : `${bare.slice(first, second)}${sign}`;
        const candidate = `${head}${middle}${bare.slice(second)}`;
        if (pattern.test(candidate)) fits.add(candidate);
      }
    }
  return fits.size === 1 ? [...fits][0] : undefined;
}

/** "19565R15" of "ddd/ddRdd": with the signs that nobody says. */
function inShape(bare: string, shape = ""): string[] {
  const signs = [...shape];
  if (signs.filter((sign) => !SEPARATES.test(sign)).length !== bare.length) return [];
  let at = 0;
  return [signs.map((sign) => (SEPARATES.test(sign) ? sign : bare.charAt(at++))).join("")];
}

const SEPARATES = /[-/]/;

function groups(code: string): string[] {
  const split = (sizes: number): string[] => code.match(new RegExp(`.{1,${sizes}}`, "g")) ?? [];
  return [3, 4].flatMap((size) => [split(size).join("-"), split(size).join(" ")]);
}
