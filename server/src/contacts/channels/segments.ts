/**
 * Text messages as networks carry them (3GPP TS 23.038, 23.040): 160 letters of the GSM alphabet or 70 UTF-16 units in one part, 153 or 67 in
 * each of several. Pure.
 */

/** In the order of its codes, without the escape at 0x1b. */
export const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Each takes the place of two: an escape stands before it. */
export const EXTENDED = "\f^{}\\[~]|€";
const UNITS = new Map<string, number>([
  ...[...BASIC].map((one) => [one, 1] as const),
  ...[...EXTENDED].map((one) => [one, 2] as const),
]);

const SIZES = { gsm: { one: 160, each: 153 }, ucs2: { one: 70, each: 67 } } as const;

/** In how many parts this text is sent. */
export function segmentsOf(text: string): number {
  return splitIntoSegments(text).parts.length;
}

/** The parts themselves. No escape and no surrogate pair is torn between two. */
export function splitIntoSegments(text: string): { isGsm: boolean; parts: string[] } {
  const characters = [...text];
  const isGsm = characters.every((one) => UNITS.has(one));
  const { one, each } = SIZES[isGsm ? "gsm" : "ucs2"];
  const units = characters.map((character) => (isGsm ? (UNITS.get(character) ?? 1) : character.length));
  const total = units.reduce((sum, count) => sum + count, 0);
  if (total <= one) return { isGsm, parts: [text] };
  const parts = [""];
  let used = 0;
  for (const [index, count] of units.entries()) {
    if (used + count > each) [parts[parts.length], used] = ["", 0];
    parts[parts.length - 1] += characters[index] ?? "";
    used += count;
  }
  return { isGsm, parts };
}

const SENTENCES = new Intl.Segmenter(undefined, { granularity: "sentence" });
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** As much of the text as so many parts hold: whole sentences, else whole words, else whole characters. */
export function cutTo(text: string, most: number): string {
  return cutWhere(text, (kept) => segmentsOf(kept) <= most);
}

/** The same of so many bytes of UTF-8. */
export function cutToBytes(text: string, most: number): string {
  return cutWhere(text, (kept) => Buffer.byteLength(kept) <= most);
}

function cutWhere(text: string, fits: (kept: string) => boolean): string {
  if (fits(text)) return text;
  for (const unit of [SENTENCES, WORDS, GRAPHEMES]) {
    const cut = longest(
      [...unit.segment(text)].map(({ index, segment }) => index + segment.length),
      (end) => fits(text.slice(0, end).trim()),
    );
    const kept = text.slice(0, cut).trim();
    if (kept !== "") return kept;
  }
  return "";
}

/** The last of these rising ends that fits. */
function longest(ends: readonly number[], fits: (end: number) => boolean): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(ends[middle - 1] ?? 0)) low = middle;
    else high = middle - 1;
  }
  return ends[low - 1] ?? 0;
}
