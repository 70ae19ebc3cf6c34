/**
 * How a word that is not in CMU's dictionary sounds, in ARPAbet: read as most African and Italian names are spelled, letter by letter
 * with pure vowels.
 */
export function pronounce(word: string): string | undefined {
  return read(word, SPELLINGS);
}

/** The ways to say a name, the usual one first: with pure vowels, with those that are not stressed reduced, and as English speakers read it. */
export function pronunciationsOf(name: string): string[] {
  const ways = [pronounce(name), read(name, REDUCED), read(name, ENGLISH)];
  return [...new Set(ways.flatMap((way) => (way === undefined ? [] : [way])))];
}

type Spellings = readonly (readonly [letters: string, sounds: string])[];

function read(word: string, spellings: Spellings): string | undefined {
  const sounds: string[] = [];
  let rest = word.toLowerCase().replace(/[^a-z]/g, "");
  if (!rest) return undefined;
  while (rest) {
    const [spelled, sound] = spellings.find(([letters]) => begins(rest, letters)) ?? [rest[0] ?? "", ""];
    rest = rest.slice(spelled.replace("$", "").length);
    for (const one of sound.split(" ")) if (one && one !== sounds.at(-1)) sounds.push(one);
  }
  return sounds.length === 0 ? undefined : sounds.join(" ");
}

/** "a$": at the end of the word only. */
function begins(rest: string, letters: string): boolean {
  return letters.endsWith("$") ? rest === letters.slice(0, -1) : rest.startsWith(letters);
}

/** Longer spellings first. */
const SPELLINGS: Spellings = [
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
  ["ng$", "NG"],
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
const REDUCED: Spellings = [
  ["au$", "AH"],
  ["dh", "D"],
  ["ie", "AY"],
  ["ah$", "AH"],
  ["a$", "AH"],
  ["er$", "ER"],
  ["or$", "ER"],
  ["ir", "ER"],
  ["e$", "EY"],
  ["amb", "AE M B"],
  ["an", "AA N"],
  ["ar", "AA R"],
  ["a", "AH"],
  ...SPELLINGS,
];
const ENGLISH: Spellings = [
  ["dh", "D HH"],
  ["ame$", "EY M"],
  ["ane$", "EY N"],
  ["a$", "AH"],
  ["e$", ""],
  ["ir", "ER"],
  ["ur", "ER"],
  ["er", "ER"],
  ["ia", "AY AH"],
  ["au", "AO"],
  ["a", "AE"],
  ["i$", "IY"],
  ["i", "IH"],
  ["ou", "AW"],
  ["u", "AH"],
  ["o$", "OW"],
  ["o", "AA"],
  ["y$", "IY"],
  ...SPELLINGS,
];
