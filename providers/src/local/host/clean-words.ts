/** What neural recognisers write that nobody said. */
const REMARKS = /\[[^\]]{0,80}\]|\([^)]{0,80}\)|\*[^*]{0,80}\*|♪[^♪]{0,80}♪?|<\|[^|]{0,40}\|>/g;

/** Sentences that Whisper learnt from subtitles and hears in silence. */
const PHANTOMS = new Set([
  "thank you for watching",
  "thanks for watching",
  "thank you so much for watching",
  "please subscribe",
  "subtitles by the amara org community",
  "sous titres réalisés par la communauté d amara org",
  "merci d avoir regardé cette vidéo",
  "obrigado por assistir",
]);

/** The words of a transcription without remarks, phantom sentences and loops; empty when nothing is left. */
export function cleanWords(text: string): string {
  const said = text.replace(REMARKS, " ").replace(/\s+/g, " ").trim();
  if (!/[\p{L}\p{N}]/u.test(said) || PHANTOMS.has(bare(said))) return "";
  return saidOnce(withoutLoops(said));
}

/** A short answer that is written twice or three times, the last time perhaps not to its end. Digits are said several times in numbers. */
function saidOnce(text: string): string {
  const words = text.split(" ");
  const keys = words.map(bare);
  if (keys.every((key) => /^\d*$/.test(key))) return text;
  for (let length = 2; length * 2 <= words.length; length++) {
    if (keys.every((key, at) => key === keys[at % length])) return words.slice(0, length).join(" ");
  }
  return text;
}

/** A run of the same one to six words four times or more is the model's stutter: once is kept. */
function withoutLoops(text: string): string {
  const words = text.split(" ");
  const keys = words.map(bare);
  for (let length = 1; length <= 6; length++) {
    for (let at = 0; at + 4 * length <= words.length; at++) {
      let repeats = 1;
      while (same(keys, at, at + repeats * length, length)) repeats++;
      // Digits are said several times in telephone numbers.
      if (repeats < 4 || (length === 1 && /^\d+$|^(zero|oh|one|two|three|four|five|six|seven|eight|nine)$/.test(keys[at] ?? "")))
        continue;
      words.splice(at + length, (repeats - 1) * length);
      keys.splice(at + length, (repeats - 1) * length);
    }
  }
  return words.join(" ");
}

function same(keys: readonly string[], a: number, b: number, length: number): boolean {
  if (b + length > keys.length) return false;
  for (let i = 0; i < length; i++) if (keys[a + i] !== keys[b + i]) return false;
  return true;
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
