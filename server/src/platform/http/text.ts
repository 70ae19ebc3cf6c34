/** Text that no database keeps and no other program reads: looked for at the door, so that nothing behind it has to. */
import type { FieldComplaint } from "@ongea/contract";

const MOST_FOUND = 20;
const DEEPEST = 50;

/** The fields whose text, or whose name, holds a NUL or half a character (a lone surrogate). */
export function unkeepable(value: unknown, where: string): FieldComplaint[] {
  const found: FieldComplaint[] = [];
  look(value, [where]);
  return found;

  function look(part: unknown, loc: (string | number)[]): void {
    if (found.length >= MOST_FOUND) return;
    if (typeof part === "string") {
      const what = faultOf(part);
      if (what !== undefined) found.push({ type: "bad_text", loc, msg: what });
    } else if (loc.length > DEEPEST) found.push({ type: "too_deep", loc: loc.slice(0, 5), msg: "is nested too deeply" });
    else if (Array.isArray(part)) part.forEach((one, index) => look(one, [...loc, index]));
    else if (typeof part === "object" && part !== null)
      for (const [name, one] of Object.entries(part)) {
        const what = faultOf(name);
        if (what === undefined) look(one, [...loc, name]);
        else found.push({ type: "bad_text", loc, msg: `has a field whose name ${what}` });
      }
  }
}

function faultOf(text: string): string | undefined {
  if (text.includes("\0")) return "holds a NUL character";
  return /\p{Surrogate}/u.test(text) ? "holds half a character (a lone surrogate)" : undefined;
}
