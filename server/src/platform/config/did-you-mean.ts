/** A setting that is one or two letters away; only for names long enough that this is no accident. */
export function didYouMean(name: string, known: readonly string[]): string {
  if (name.length < 7) return "";
  const near = known.find((candidate) => candidate.length >= 7 && editDistance(name, candidate) <= 2);
  return near ? ` Did you mean ${near}?` : "";
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 3;
}
