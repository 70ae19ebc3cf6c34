/** A first clause of this many characters is worth speaking by itself. */
const FIRST_CHARACTERS = 12;
const NEXT_CHARACTERS = 60;

/** A text in pieces that end where a speaker would breathe: a short first one, so that it is heard soon, and longer ones after it. */
export function clausesOf(text: string): string[] {
  const pieces = text.match(/[^,.;:!?…]+[,.;:!?…]*(?:\s+|$)|[,.;:!?…]+\s*/gu) ?? [text];
  const clauses: string[] = [];
  let now = "";
  for (const piece of pieces) {
    now += piece;
    const whole = /[.!?…]\s*$/u.test(now) && !/\b\p{Lu}?\p{L}{0,2}\.\s*$/u.test(now);
    const enough = clauses.length === 0 ? FIRST_CHARACTERS : NEXT_CHARACTERS;
    if (whole || now.trim().length >= enough) {
      clauses.push(now.trim());
      now = "";
    }
  }
  if (now.trim()) clauses.push(now.trim());
  return clauses.filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}
