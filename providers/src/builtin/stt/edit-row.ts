interface Costs {
  lost: (letter: string) => number;
  added: (letter: string) => number;
  swapped: (one: string, other: string) => number;
}

/** From one row of a table of edits the next: how far the letters with this `letter` are from the first none, one, two … of `others`. */
export function nextRow(row: readonly number[], letter: string, others: string, { lost, added, swapped }: Costs): number[] {
  const ofLost = lost(letter);
  let diagonal = row[0] ?? 0;
  let left = diagonal + ofLost;
  const next = [left];
  for (let at = 1; at < row.length; at++) {
    const other = others.charAt(at - 1);
    const above = row[at] ?? Infinity;
    left = Math.min(diagonal + swapped(letter, other), above + ofLost, left + added(other));
    diagonal = above;
    next.push(left);
  }
  return next;
}
