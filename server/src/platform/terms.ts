/**
 * What words are compared by. Pure. Two measures, because callers are heard by a recogniser: whole words (rare ones say the most), and the
 * groups of three letters in them, which survive an ending, a spelling or a syllable that was heard wrong.
 */
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;

/** Words that say nothing about what somebody asks, in the languages that are most often spoken here. */
const EMPTY_WORDS = new Set(
  (
    "a an the i you he she it we they me my your our is are was were be been am do does did can could will would shall should may might must have has had " +
    "to of in on at for from with by about as and or but not no yes so if then than that this these those there here what which who whom when where why how " +
    "please hello hi okay ok thanks thank want need know tell like just get got also any some much many very " +
    "na ya wa la kwa ni si je au pia hii hiyo huu hapa nini gani lini wapi vipi nani kuna naomba tafadhali " +
    "le la les un une des de du et ou mais est sont je vous nous il elle que qui quoi quand comment pour avec dans sur pas ne ce cette mon ma mes votre vos"
  ).split(" "),
);

/** Lower case, without accents and tone marks. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(MARKS, "").toLowerCase();
}

export function wordsIn(text: string): string[] {
  return folded(text).match(WORD) ?? [];
}

/** Without those that say nothing; a plural counts as its singular. */
export function termsOf(text: string): string[] {
  return wordsIn(text)
    .filter((word) => !EMPTY_WORDS.has(word))
    .map(stem);
}

function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && /(?:sses|shes|ches|xes)$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Each word's groups of three letters, its beginning and its end marked. */
export function trigramsOf(terms: readonly string[]): Set<string> {
  const groups = new Set<string>();
  for (const term of terms) {
    const marked = `^${term}$`;
    for (let at = 0; at + 3 <= marked.length; at++) groups.add(marked.slice(at, at + 3));
  }
  return groups;
}
