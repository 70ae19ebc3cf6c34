/** The caller's name, in a language of the reception. */
import { spelledName } from "../spoken/spelled.ts";
import { folded, phrasePattern, wordsFolded } from "./folded.ts";
import type { MessageLanguage } from "./locale.ts";
import { LOCALES } from "./locales.ts";

const MOST_NAMES = 4;
/** Longer answers say something else, unless the name is led in. */
const MOST_WORDS = 7;

interface Patterns {
  led: RegExp;
  around: ReadonlySet<string>;
}
const known = new Map<MessageLanguage, Patterns>();

function patternsOf(language: MessageLanguage): Patterns {
  let patterns = known.get(language);
  if (!patterns) {
    const { led, around } = LOCALES[language].names;
    patterns = { led: phrasePattern(led), around: new Set(around.split("|").map(folded)) };
    known.set(language, patterns);
  }
  return patterns;
}

/** After "my name is"; the answer itself, where it was `asked` for. */
export function findName(text: string, language: MessageLanguage, asked: boolean): string | undefined {
  const words = wordsFolded(text.replace(/[.,!?;:،؟።፣]+/g, " "));
  const spelled = asked && /(?:^|\s)(?:\p{L}[\s,.-]+){2,}\p{L}(?:\s|$)/u.test(text) ? spelledName(text, SURE) : undefined;
  if (spelled) return spelled.parts.map(capitalised).join(" ");
  const from = ledAt(words, language);
  if (from !== undefined) return namesFrom(words.slice(from), language).name;
  if (!asked || words.length > MOST_WORDS) return undefined;
  const first = words.findIndex(({ bare }) => !patternsOf(language).around.has(bare));
  if (first < 0) return undefined;
  const { name, rest } = namesFrom(words.slice(first), language);
  return rest.every(({ bare }) => patternsOf(language).around.has(bare)) ? name : undefined;
}

const SURE = { confidence: 1, not: [] };

type Word = ReturnType<typeof wordsFolded>[number];

/** Where the name begins; `undefined`: nothing leads to one. */
function ledAt(words: readonly Word[], language: MessageLanguage): number | undefined {
  const { led } = patternsOf(language);
  const { joined } = LOCALES[language].names;
  const bare = words.map((word) => word.bare).join(" ");
  const match = led.exec(bare);
  if (match) {
    const before = bare.slice(0, match.index + match[0].length).trim();
    const at = before.split(" ").length;
    return at < words.length ? at : undefined;
  }
  if (!joined) return undefined;
  const at = words.findIndex((word) => /^ngingu\p{L}{3,}/iu.test(word.raw) && joined.test(word.raw));
  return at < 0 ? undefined : at;
}

function namesFrom(words: readonly Word[], language: MessageLanguage): { name: string | undefined; rest: readonly Word[] } {
  const { around } = patternsOf(language);
  const { joined } = LOCALES[language].names;
  const { figures } = LOCALES[language];
  const kept: string[] = [];
  const led = words.findIndex(({ bare }) => !around.has(bare));
  let at = led < 0 ? words.length : led;
  for (let word = words[at]; word && kept.length < MOST_NAMES; word = words[++at]) {
    const { raw, bare } = word;
    if (around.has(bare) || figures.has(bare) || /\d/.test(raw) || !/^[\p{L}\p{M}'’-]{2,}$/u.test(raw)) break;
    kept.push(capitalised(kept.length === 0 && joined ? raw.replace(joined, "") : raw));
  }
  return { name: kept.length === 0 ? undefined : kept.join(" "), rest: words.slice(at) };
}

function capitalised(name: string): string {
  return name.replace(/(^|['’-])(\p{L})/gu, (_all, before: string, letter: string) => before + letter.toUpperCase());
}
