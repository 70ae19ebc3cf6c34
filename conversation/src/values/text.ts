/** What was said as words: folded so that accents, apostrophes and spellings of one sound do not matter. Pure. */

export interface SpokenWord {
  /** Lower case, without accents and marks: what lexicons are keyed by. */
  folded: string;
  /** As it was written, without the marks around it. */
  written: string;
  /** A mark that ends a clause stood before it: "It's Otieno. Brian Otieno." */
  startsClause: boolean;
}

/** No caller says more in one breath; the rest is not read. */
const MOST_WORDS = 200;
const APOSTROPHES = /[’‘ʼ`´]/g;
const AROUND = /^[\s.,;:!?"'()«»¿¡።፣፤؟،؛…–—-]+|[\s.,;:!?"'()«»¿¡።፣፤؟،؛…–—-]+$/gu;
const ENDS_CLAUSE = /[.,;:!?።፣፤؟،؛…]["')»]*$/u;

export function wordsIn(text: string): SpokenWord[] {
  const words: SpokenWord[] = [];
  let startsClause = true;
  for (const raw of text.normalize("NFC").replace(APOSTROPHES, "'").split(/\s+/, MOST_WORDS)) {
    for (const written of piecesOf(raw)) {
      words.push({ folded: fold(written), written, startsClause });
      startsClause = false;
    }
    startsClause ||= ENDS_CLAUSE.test(raw);
  }
  return words;
}

/** "twenty-five" is two words, "a.m." one, "peter@example.org" and "9:30" stay whole. */
function piecesOf(raw: string): string[] {
  const sign = /^([+#/€$£₦%-])$/.exec(raw)?.[1];
  if (sign !== undefined) return [sign];
  if (/^[ap]\.?m\b\.?$/i.test(raw.replace(/[,;!?]+$/, ""))) return [raw.replace(/[^apm]/gi, "")];
  const bare = raw.replace(AROUND, "");
  if (bare === "") return [];
  if (raw.startsWith("+") || bare.includes("@") || /\d/.test(bare))
    return digitPieces(raw.startsWith("+") ? `+${bare.replace(/^\+/, "")}` : bare);
  return bare.split(/[-–]/).filter((piece) => piece !== "");
}

/** "6k", "500ml", "$10", "7.5%", "Ngo-9:30": the number and what is written onto it. */
function digitPieces(bare: string): string[] {
  if (bare.includes("@")) return [bare];
  const parts = /^([^\d+]*?)-?(\+?\d[\d.,:/h-]*\d|\+?\d)(\D*)$/i.exec(bare);
  if (!parts) return [bare];
  const [, before = "", number = "", after = ""] = parts;
  if (/^(?:st|nd|rd|th|er|e|eme)$/i.test(fold(after))) return [...(before ? [before] : []), number + after];
  return [before, number, after]
    .map((piece) => piece.replace(AROUND, ""))
    .flatMap((piece, at) => (piece === "" ? (at === 2 && after === "%" ? ["%"] : []) : [piece]));
}

const LETTERS: Readonly<Record<string, string>> = { ƙ: "k", ɗ: "d", ɓ: "b", ƴ: "y", ı: "i", ø: "o", œ: "oe", æ: "ae", ß: "ss" };

/** One spelling for what is written in several ways. */
export function fold(word: string): string {
  // Most words of most languages.
  if (/^[\x20-\x7E]*$/.test(word)) return word.toLowerCase().replaceAll("`", "'");
  const plain = word
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .normalize("NFD")
    .replace(/[\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u0640]/g, "")
    .replace(/[ƙɗɓƴıøœæß]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/[ؤئ]/g, "ء");
  return [...plain].map(foldEthiopic).join("").normalize("NFC");
}

/** Rows of the Ethiopic block that sound alike: ሐ and ኀ as ሀ, ሠ as ሰ, ዐ as አ, ፀ as ጸ. */
const ETHIOPIC_ROWS: readonly (readonly [number, number])[] = [
  [0x1210, 0x1200],
  [0x1280, 0x1200],
  [0x1220, 0x1230],
  [0x12d0, 0x12a0],
  [0x1340, 0x1338],
];

function foldEthiopic(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x1200 || code > 0x137f) return sign;
  const row = ETHIOPIC_ROWS.find(([from]) => code >= from && code < from + 8);
  const folded = row ? code - row[0] + row[1] : code;
  // ሃ and ኣ sound as ሀ and አ.
  return String.fromCodePoint(folded === 0x1203 ? 0x1200 : folded === 0x12a3 ? 0x12a0 : folded);
}
