/** A variable put into a text at the cursor, or in place of what is selected. Pure. */

export interface Insertion {
  text: string;
  /** Where the cursor stands then. */
  cursor: number;
}

const IS_WORD = /[\p{L}\p{N}]/u;

/** A space keeps it apart from words. */
export function insertVariable(text: string, name: string, { from, to }: { from: number; to: number }): Insertion {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const lead = IS_WORD.test(before.slice(-1)) || /[.,;:!?}]$/u.test(before) ? " " : "";
  const tail = IS_WORD.test(after.slice(0, 1)) ? " " : "";
  const put = `${lead}{${name}}`;
  return { text: `${before}${put}${tail}${after}`, cursor: from + put.length };
}
