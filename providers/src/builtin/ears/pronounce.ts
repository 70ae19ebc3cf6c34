/**
 * How a word that is not in CMU's dictionary sounds, in ARPAbet: read as most African and Italian names are spelled, letter by letter
 * with pure vowels.
 */
export function pronounce(word: string): string | undefined {
  const sounds: string[] = [];
  let rest = word.toLowerCase().replace(/[^a-z]/g, "");
  if (!rest) return undefined;
  while (rest) {
    const [spelled, sound] = SPELLINGS.find(([letters]) => rest.startsWith(letters)) ?? [rest[0] ?? "", ""];
    rest = rest.slice(spelled.length);
    for (const one of sound.split(" ")) if (one && one !== sounds.at(-1)) sounds.push(one);
  }
  return sounds.length === 0 ? undefined : sounds.join(" ");
}

/** Longer spellings first. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ["sch", "SH"],
  ["tch", "CH"],
  ["ch", "CH"],
  ["sh", "SH"],
  ["th", "TH"],
  ["ph", "F"],
  ["gh", "G"],
  ["kh", "K"],
  ["dh", "DH"],
  ["ck", "K"],
  ["qu", "K W"],
  ["ng", "NG G"],
  ["ny", "N Y"],
  ["ee", "IY"],
  ["oo", "UW"],
  ["ou", "UW"],
  ["ai", "AY"],
  ["ei", "EY"],
  ["au", "AW"],
  ["a", "AA"],
  ["b", "B"],
  ["c", "K"],
  ["d", "D"],
  ["e", "EH"],
  ["f", "F"],
  ["g", "G"],
  ["h", "HH"],
  ["i", "IY"],
  ["j", "JH"],
  ["k", "K"],
  ["l", "L"],
  ["m", "M"],
  ["n", "N"],
  ["o", "OW"],
  ["p", "P"],
  ["q", "K"],
  ["r", "R"],
  ["s", "S"],
  ["t", "T"],
  ["u", "UW"],
  ["v", "V"],
  ["w", "W"],
  ["x", "K S"],
  ["y", "Y"],
  ["z", "Z"],
];
