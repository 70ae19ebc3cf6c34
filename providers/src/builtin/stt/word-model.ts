/** A language model of words (n-gram, trigram) from sample sentences, in the ARPA form that speech decoders read. */

/** Taken off every count, for words that no sample has in that place (absolute discounting). */
const DISCOUNT = 0.6;
const SELDOM = 0.02;
const BEGIN = "<s>";
const END = "</s>";
/** Words that only other models have, as a logarithm: decoders that join models look them up in each. */
const UNKNOWN_SHARE = -6;
/** ARPA has logarithms to the base of ten. */
const NEVER = -99;

type Counts = Map<string, Map<string, number>>;

/** `sentences`: lower-case words with blanks between them. `seldom`: words that are unlikely but where a sentence has them, as names. */
export function wordModelOf(sentences: readonly string[], seldom: ReadonlySet<string> = new Set()): string {
  const [ones, twos, threes]: [Counts, Counts, Counts] = [new Map(), new Map(), new Map()];
  for (const sentence of sentences) {
    const words = [BEGIN, ...sentence.split(" ").filter(Boolean), END];
    let [beforeLast, last] = ["", BEGIN];
    for (const word of words.slice(1)) {
      // A word that only follows one other, as a name follows "is", is unlikely anywhere else (Kneser and Ney).
      if (!twos.get(last)?.has(word)) count(ones, "", word, seldom.has(word) ? SELDOM : 1);
      count(twos, last, word);
      if (last !== BEGIN) count(threes, `${beforeLast} ${last}`, word);
      [beforeLast, last] = [last, word];
    }
  }
  const single = shares(ones, () => 0);
  const double = shares(twos, (_, word) => single.of("", word));
  const triple = shares(threes, (context, word) => double.of(context.slice(context.indexOf(" ") + 1), word));
  const words = [BEGIN, ...(ones.get("")?.keys() ?? [])];
  const lines = [
    [
      `${UNKNOWN_SHARE} <UNK> 0`,
      ...words.map((word) => `${word === BEGIN ? NEVER : log(single.of("", word))} ${word} ${log(double.left(word))}`),
    ],
    grams(
      twos,
      (context, word) => `${log(double.of(context, word))} ${context} ${word} ${log(triple.left(`${context} ${word}`))}`,
    ),
    grams(threes, (context, word) => `${log(triple.of(context, word))} ${context} ${word}`),
  ];
  const head = lines.map((some, order) => `ngram ${order + 1}=${some.length}`).join("\n");
  return `\\data\\\n${head}\n\n${lines.map((some, order) => `\\${order + 1}-grams:\n${some.join("\n")}\n`).join("\n")}\n\\end\\\n`;
}

function count(counts: Counts, context: string, word: string, by = 1): void {
  let after = counts.get(context);
  if (!after) counts.set(context, (after = new Map()));
  after.set(word, (after.get(word) ?? 0) + by);
}

interface Shares {
  /** Of a word that was seen there. */
  of(context: string, word: string): number;
  /** By what a shorter context's share is multiplied for a word that was not. */
  left(context: string): number;
}

function shares(counts: Counts, shorter: (context: string, word: string) => number): Shares {
  const totals = new Map([...counts].map(([context, after]) => [context, [...after.values()].reduce((sum, n) => sum + n, 0)]));
  const isLowest = counts.size === 1 && counts.has("");
  const held = (context: string): number =>
    isLowest ? 0 : (DISCOUNT * (counts.get(context)?.size ?? 0)) / (totals.get(context) ?? 1);
  return {
    of(context, word) {
      const seen = counts.get(context)?.get(word) ?? 0;
      const own = isLowest ? seen : Math.max(0, seen - DISCOUNT);
      return own / (totals.get(context) ?? 1) + held(context) * shorter(context, word);
    },
    left: (context) => (counts.has(context) ? held(context) : 1),
  };
}

function grams(counts: Counts, line: (context: string, word: string) => string): string[] {
  return [...counts].flatMap(([context, after]) => [...after.keys()].map((word) => line(context, word)));
}

function log(share: number): string {
  return share <= 0 ? String(NEVER) : Math.log10(share).toFixed(4);
}
