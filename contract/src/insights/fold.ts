/** How words are compared where somebody looks for them: without capitals, accents and marks, in every script. Pure. */

/** Letters that Unicode does not take apart but people type plainly. */
const PLAIN: Readonly<Record<string, string>> = {
  ɓ: "b",
  ɗ: "d",
  ɖ: "d",
  ƙ: "k",
  ƴ: "y",
  ŋ: "n",
  ɔ: "o",
  ɛ: "e",
  ø: "o",
  ł: "l",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ə: "e",
};

export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const bare = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return bare.replace(/[ɓɗɖƙƴŋɔɛøłđßæœıə]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Most text is ASCII, which is quick to look through. */
export function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
