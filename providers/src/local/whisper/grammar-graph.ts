/** The sentences of a JSGF grammar as the characters that Whisper may write them with: "ten" is `ten` or `10`. A graph that is walked character by character. */
export interface GrammarGraph {
  readonly start: number;
  /** Where a sentence may end. */
  readonly end: number;
  /** By place: free ways on … */
  readonly free: readonly (readonly number[])[];
  /** … and those of a character. */
  readonly by: readonly ReadonlyMap<string, readonly number[]>[];
}

const MOST_PLACES = 200_000;

/** Throws when the grammar is larger than any of ours, or not understood. */
export function graphOf(jsgf: string): GrammarGraph {
  return new Builder(rulesOf(jsgf)).build();
}

type Rule =
  | { kind: "word"; word: string }
  | { kind: "rule"; name: string }
  | { kind: "all"; parts: readonly Rule[] }
  | { kind: "one"; of: readonly Rule[] }
  | { kind: "again"; part: Rule };

const NOTHING: Rule = { kind: "all", parts: [] };

// --- reading the grammar ----------------------------------------------------------------------------------------------------------

function rulesOf(jsgf: string): Map<string, Rule> {
  const rules = new Map<string, Rule>();
  for (const [, name = "", body = ""] of jsgf.matchAll(/<([\w]+)>\s*=([^;]*);/g))
    rules.set(name, new Reader(body).alternatives());
  return rules;
}

class Reader {
  readonly #signs: string[];
  #at = 0;

  constructor(body: string) {
    this.#signs = body.match(/<\w+>|\/[\d.]+\/|[|()[\]+]|[^\s|()[\]+<>/]+/g) ?? [];
  }

  alternatives(): Rule {
    const first = this.#sequence();
    const of = [first];
    while (this.#signs[this.#at] === "|") {
      this.#at++;
      of.push(this.#sequence());
    }
    return of.length === 1 ? first : { kind: "one", of };
  }

  #sequence(): Rule {
    const parts: Rule[] = [];
    for (let sign = this.#signs[this.#at]; sign !== undefined && !"|)]".includes(sign); sign = this.#signs[this.#at]) {
      this.#at++;
      if (sign.startsWith("/")) continue;
      let part = this.#part(sign);
      if (this.#signs[this.#at] === "+") {
        this.#at++;
        part = { kind: "again", part };
      }
      parts.push(part);
    }
    return { kind: "all", parts };
  }

  #part(sign: string): Rule {
    if (sign === "(" || sign === "[") {
      const inner = this.alternatives();
      this.#at++;
      return sign === "(" ? inner : { kind: "one", of: [inner, NOTHING] };
    }
    if (sign === "<NULL>") return NOTHING;
    return sign.startsWith("<") ? { kind: "rule", name: sign.slice(1, -1) } : { kind: "word", word: sign };
  }
}

// --- drawing it -------------------------------------------------------------------------------------------------------------------

class Builder {
  readonly #rules: ReadonlyMap<string, Rule>;
  readonly #free: number[][] = [];
  readonly #by: Map<string, number[]>[] = [];
  /** Where a rule begins that goes on at a place: one that ends with itself comes back to its own beginning. */
  readonly #begun = new Map<string, number>();

  constructor(rules: ReadonlyMap<string, Rule>) {
    this.#rules = rules;
  }

  build(): GrammarGraph {
    const end = this.#place();
    const mark = this.#place();
    this.#leap(mark, end);
    for (const character of ".!?,") this.#lead(mark, character, end);
    const start = this.#draw({ kind: "rule", name: "answer" }, mark);
    return { start, end, free: this.#free, by: this.#by };
  }

  /** The place where a rule begins whose sentences lead to `end`. */
  #draw(rule: Rule, end: number): number {
    switch (rule.kind) {
      case "word":
        return this.#word(rule.word, end);
      case "all":
        return rule.parts.toReversed().reduce((next, part) => this.#draw(part, next), end);
      case "one": {
        const begin = this.#place();
        for (const one of rule.of) this.#leap(begin, this.#draw(one, end));
        return begin;
      }
      case "again": {
        const between = this.#place();
        const begin = this.#draw(rule.part, between);
        this.#leap(between, end, begin);
        return begin;
      }
      case "rule":
        return this.#named(rule.name, end);
    }
  }

  #named(name: string, end: number): number {
    const key = `${name} ${end}`;
    const known = this.#begun.get(key);
    if (known !== undefined) return known;
    const body = this.#rules.get(name);
    if (!body) throw new Error(`the grammar has no rule ${name}`);
    const begin = this.#place();
    this.#begun.set(key, begin);
    this.#leap(begin, this.#draw(body, end));
    return begin;
  }

  /** What parts it from the word before belongs to it: a space, a comma, the dash, colon or nothing that stand between digits. */
  #word(word: string, end: number): number {
    const begin = this.#place();
    const parted = this.#place();
    this.#lead(begin, " ", parted);
    for (const mark of [",", ".", "-"]) {
      const marked = this.#place();
      this.#lead(begin, mark, marked);
      this.#lead(marked, " ", parted);
      if (mark === "-") this.#leap(marked, parted);
    }
    for (const written of writtenAs(word)) {
      this.#spell(parted, written, end);
      if (!/^\d|^[ap]\.?m/.test(written)) continue;
      this.#spell(begin, written, end);
      for (const mark of [":", "."]) this.#spell(begin, `${mark}${written}`, end);
    }
    return begin;
  }

  #spell(from: number, characters: string, end: number): void {
    let at = from;
    for (const [i, character] of [...characters].entries()) {
      const next = i === characters.length - 1 ? end : this.#place();
      this.#lead(at, character, next);
      at = next;
    }
  }

  /** Without a character. */
  #leap(from: number, ...to: readonly number[]): void {
    this.#free[from]?.push(...to);
  }

  #lead(from: number, character: string, to: number): void {
    const by = this.#by[from];
    const known = by?.get(character);
    if (known) known.push(to);
    else by?.set(character, [to]);
  }

  #place(): number {
    if (this.#free.length >= MOST_PLACES) throw new Error("the grammar is too large");
    this.#free.push([]);
    this.#by.push(new Map());
    return this.#free.length - 1;
  }
}

const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  plus: ["plus", "+"],
  oh: ["oh", "o", "0"],
  zero: ["zero", "0"],
  am: ["am", "a.m", "a.m."],
  pm: ["pm", "p.m", "p.m."],
  "o'clock": ["o'clock", "oclock"],
  okay: ["okay", "ok"],
  twentieth: ["twentieth", "20th"],
  thirtieth: ["thirtieth", "30th"],
  mister: ["mister", "mr", "mr."],
};

/** In lower case. Whisper writes numbers as it likes: "forty five" is `45`, `forty-five`, `40 5`. */
function writtenAs(word: string): readonly string[] {
  const others = OTHERS[word];
  if (others) return others;
  const number = NUMBERS.indexOf(word);
  if (number >= 0) return [word, String(number)];
  const ordinal = ORDINALS.indexOf(word) + 1;
  if (ordinal > 0) return [word, `${ordinal}${ordinal > 3 ? "th" : (["st", "nd", "rd"][ordinal - 1] ?? "")}`];
  const ten = TENS.indexOf(word) + 2;
  return ten > 1 ? [word, String(ten * 10), String(ten)] : [word];
}
