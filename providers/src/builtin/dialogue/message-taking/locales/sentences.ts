/** Pieces of sentences that every language of the reception makes in the same way. */

/** Digit by digit, as a voice reads them one after the other. */
export function spaced(digits: string, plus: string): string {
  return digits.replace("+", `${plus} `).replace(/\d/g, "$& ").trim();
}

/** "a, b or c". */
export function listOf(or: string): (items: readonly string[]) => string {
  return (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${or} ${items.at(-1)}`);
}
