/** What a Whisper's tokens are written as: its `tokens.txt`, a line each, the bytes in base64 and the number. */
export interface Vocabulary {
  /** Of the tokens' bytes joined: characters may be cut between two tokens. */
  textOf(tokens: readonly number[]): string;
  /** Lower-case characters of a token that is written with ASCII alone; undefined for all others. */
  plainOf(token: number): string | undefined;
  /** Tokens with letters that are not Latin ones, or with a part of one. */
  readonly notLatin: readonly number[];
  /** Every token that is written so, from their first characters on. */
  readonly plainTokens: TokenTree;
}

/** A prefix tree: which tokens' characters end at a place, and where each further character leads. */
export interface TokenTree {
  tokens: number[];
  next: Map<string, TokenTree>;
}

const MOST_TOKENS = 100_000;

/** Throws when a line is not understood. */
export function readVocabulary(text: string): Vocabulary {
  const bytes: Buffer[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const [, base64 = "", number = ""] = /^(\S*) (\d+)\s*$/.exec(line) ?? [];
    const token = Number(number);
    if (number === "" || token >= MOST_TOKENS) throw new Error("the recogniser's tokens are not understood");
    bytes[token] = Buffer.from(base64, "base64");
  }
  const plain = Array.from(bytes, (one) => (one ? plainText(one) : undefined));
  const plainTokens: TokenTree = { tokens: [], next: new Map() };
  for (const [token, characters] of plain.entries()) if (characters) insert(plainTokens, characters, token);
  return {
    textOf: (tokens) => Buffer.concat(tokens.map((token) => bytes[token] ?? Buffer.alloc(0))).toString("utf8"),
    plainOf: (token) => plain[token],
    notLatin: bytes.flatMap((one, token) => (one && hasOtherLetters(one) ? [token] : [])),
    plainTokens,
  };
}

/** UTF-8: Latin letters, their marks and punctuation begin with bytes up to CD, with E1 B8 to E1 BF, and with E2. */
function hasOtherLetters(bytes: Buffer): boolean {
  return bytes.some((byte, at) => (byte === 0xe1 ? (bytes[at + 1] ?? 0xb8) < 0xb8 : byte >= 0xce && byte !== 0xe2));
}

function plainText(bytes: Buffer): string | undefined {
  if (bytes.length === 0 || bytes.some((byte) => byte < 0x20 || byte > 0x7e)) return undefined;
  return bytes.toString("latin1").toLowerCase();
}

function insert(tree: TokenTree, characters: string, token: number): void {
  let at = tree;
  for (const character of characters) {
    let next = at.next.get(character);
    if (!next) at.next.set(character, (next = { tokens: [], next: new Map() }));
    at = next;
  }
  at.tokens.push(token);
}
