/** What became of a text, word by word: the longest words in common stay, the others went or came. Pure. */

export interface DiffPart {
  kind: "same" | "gone" | "new";
  text: string;
}

const TOKEN = /\s+|[\p{L}\p{M}\p{N}]+|\S/gu;
/** Of the table of words in common: larger texts are shown whole, one after the other. */
const MOST_CELLS = 4_000_000;
/** Of a stretch that stayed: as much as is shown at each end. */
const CONTEXT_CHARACTERS = 80;

export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, now] = [before.match(TOKEN) ?? [], after.match(TOKEN) ?? []];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart["kind"], text: string): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== "") parts.push({ kind, text });
  };
  add("same", old.slice(0, start).join(""));
  middle(old.slice(start, old.length - end), now.slice(start, now.length - end), add);
  add("same", old.slice(old.length - end).join(""));
  return parts;
}

/** Long stretches that stayed are shown by their ends. */
export function shortened(parts: readonly DiffPart[]): DiffPart[] {
  return parts.map((part, at) => {
    const [before, after] = [at > 0, at < parts.length - 1];
    const most = CONTEXT_CHARACTERS * (Number(before) + Number(after));
    if (part.kind !== "same" || part.text.length <= most + 1) return part;
    const head = before ? part.text.slice(0, CONTEXT_CHARACTERS) : "";
    const tail = after ? part.text.slice(-CONTEXT_CHARACTERS) : "";
    return { kind: part.kind, text: `${head}…${tail}` };
  });
}

function middle(old: readonly string[], now: readonly string[], add: (kind: DiffPart["kind"], text: string) => void): void {
  const width = now.length + 1;
  if (old.length === 0 || now.length === 0 || (old.length + 1) * width > MOST_CELLS) {
    add("gone", old.join(""));
    add("new", now.join(""));
    return;
  }
  const common = lengthsInCommon(old, now);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      add("same", old[i++] ?? "");
      j++;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) add("gone", old[i++] ?? "");
    else add("new", now[j++] ?? "");
  }
}

/** Of what follows each place in both: how many words they have in common, in order. */
function lengthsInCommon(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (index: number): number => common[index] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const cell = i * width + j;
      common[cell] = old[i] === now[j] ? at(cell + width + 1) + 1 : Math.max(at(cell + width), at(cell + 1));
    }
  return common;
}
