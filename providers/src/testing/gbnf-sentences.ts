/** Writes what a grammar of llama.cpp (GBNF) permits, as a model would that draws lots. Knows what our grammars use of the notation. */

type Writing = () => string;

/** The next sentence of `root`, chosen by `draw(n)`, a number from 0 to n-1. */
export function sentenceOf(gbnf: string, draw: (below: number) => number): string {
  const definitions = new Map(
    gbnf.split("\n").map((line) => {
      const [name = "", definition = ""] = line.split(/ ::= (.*)/s);
      return [name, definition] as const;
    }),
  );
  const rules = new Map<string, Writing>();
  const rule = (name: string): string => {
    const definition = definitions.get(name);
    if (definition === undefined) throw new Error(`the grammar has no rule ${name}`);
    const known = rules.get(name) ?? new Reader(definition, rule, draw).whole();
    rules.set(name, known);
    return known();
  };
  return rule("root");
}

class Reader {
  readonly #text: string;
  readonly #rule: (name: string) => string;
  readonly #draw: (below: number) => number;
  #at = 0;

  constructor(text: string, rule: (name: string) => string, draw: (below: number) => number) {
    this.#text = text;
    this.#rule = rule;
    this.#draw = draw;
  }

  whole(): Writing {
    const writing = this.#alternatives();
    if (this.#at < this.#text.length) throw new Error(`not understood: ${this.#text.slice(this.#at)}`);
    return writing;
  }

  #alternatives(): Writing {
    const all = [this.#sequence()];
    while (this.#take("|")) all.push(this.#sequence());
    return () => all[this.#draw(all.length)]!();
  }

  #sequence(): Writing {
    const parts: Writing[] = [];
    for (this.#space(); this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at]!); this.#space())
      parts.push(this.#repeated());
    return () => parts.map((part) => part()).join("");
  }

  #repeated(): Writing {
    const part = this.#part();
    const [, sign, least, most] = this.#match(/([?*+])|\{(\d+),(\d+)\}/y) ?? [];
    const from = least === undefined ? (sign === "?" || sign === "*" ? 0 : 1) : Number(least);
    const to = most === undefined ? (sign === "*" || sign === "+" ? 20 : 1) : Number(most);
    return () => Array.from({ length: from + this.#draw(to - from + 1) }, part).join("");
  }

  #part(): Writing {
    if (this.#take("(")) {
      const inner = this.#alternatives();
      if (!this.#take(")")) throw new Error("a group that is not closed");
      return inner;
    }
    const literal = this.#match(/"((?:[^"\\]|\\.)*)"/y)?.[1];
    if (literal !== undefined) return () => unescaped(literal);
    const characters = this.#match(/\[((?:[^\]\\]|\\.)*)\]/y)?.[1];
    if (characters !== undefined) return this.#oneOf(characters);
    const name = this.#match(/[a-z][\w-]*/y)?.[0];
    if (name === undefined) throw new Error(`not understood: ${this.#text.slice(this.#at)}`);
    return () => this.#rule(name);
  }

  /** Of those that are common in speech or in trouble. */
  #oneOf(characters: string): Writing {
    const isOneOf = new RegExp(`^[${characters}]$`);
    const able = Array.from(CANDIDATES).filter((character) => isOneOf.test(character));
    return () => able[this.#draw(able.length)]!;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }

  #take(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    this.#match(/\s*/y);
  }
}

const CANDIDATES = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFXYZ-+ .,:/_'@éñሀ中{}<>[]|`\"\\\n\t\0\u007F";

function unescaped(literal: string): string {
  return literal.replace(
    /\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})|\\(.)/g,
    (_, wide?: string, byte?: string, character?: string) =>
      (wide ?? byte) ? String.fromCodePoint(Number.parseInt(wide ?? byte ?? "", 16)) : (character ?? ""),
  );
}
