/** Words as a recogniser or a keyboard gives them, made comparable. */

/** Without accents, as many recognisers and keyboards leave them out; and so that a word ends where its last letter does. */
export function unaccented(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** A pattern for what {@link unaccented} gives. */
export function unaccentedPattern({ source, flags }: RegExp): RegExp {
  return new RegExp(unaccented(source), flags);
}

/** A table that is asked for words which people say: "constructor" is no entry of it. */
export function lookup<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const bare: Record<string, T> = Object.create(null);
  return Object.assign(bare, entries);
}

const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 500;

/** Of `most` kept values the oldest makes room for a new one. */
export function keep<T>(known: Map<string, T>, key: string, value: T, most: number): void {
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= most) known.delete(oldest);
  known.set(key, value);
}

/** A pure reading of a text, kept: a conversation is replayed from its messages each time it goes on. What it gives is not to be changed. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (text.length <= LONGEST_REMEMBERED) keep(known, text, value, MOST_REMEMBERED);
    return value;
  };
}

/** Lower case, without punctuation but for what belongs to words and numbers. */
export const plain = remembered((text) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/(\d)[.:h](\d\d)\b/g, "$1:$2")
    .replace(/(\d),(\d{3})\b/g, "$1$2")
    .replace(/[^\p{L}\p{M}\p{N}\s':+/|-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim(),
);

export function wordsOf(text: string): string[] {
  const cleaned = plain(text);
  return cleaned === "" ? [] : cleaned.split(" ");
}

/** The wishes in one utterance: cut at sentence ends and at words that add a second wish. */
export function segmentsOf(text: string): string[] {
  return text
    .split(
      /(?<=[?!.;])\s+|,?\s+(?:and also|and then|also|plus also|and (?=how|what|where|when|do|is|are|can|could|i want|i need|i'd|i would|tell|may)|na pia|pia|na (?=je |kuna |mna |mko |mnafung|bei |nataka |naomba |ninataka )|et aussi|et (?=combien|où|quand|est-ce|quel))\s*/i,
    )
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function includesPhrase(text: string, phrases: readonly string[]): boolean {
  const padded = ` ${text} `;
  return phrases.some((phrase) => padded.includes(` ${phrase} `));
}

/** Edits (insert, delete, replace, swap) between two words, up to `most`; more than that counts as most + 1. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = i - 1;
    let left = i;
    const next = [left];
    for (let j = 1; j <= b.length; j++) {
      const above = row[j] ?? Infinity;
      left = Math.min(above + 1, left + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        left = Math.min(left, (before[j - 2] ?? Infinity) + 1);
      diagonal = above;
      next.push(left);
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? Infinity;
}

/** How many letters two words begin with alike. */
export function sharedStart(one: string, other: string): number {
  const end = [...one].findIndex((letter, at) => letter !== other[at]);
  return end < 0 ? one.length : end;
}
