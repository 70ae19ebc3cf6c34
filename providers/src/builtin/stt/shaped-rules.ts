import { letterWithWord } from "./letter-words.ts";

/** Rules for numbers and codes whose length is known: a decoder that may hear any number of digits hears one too many. */
export class ShapedRules {
  readonly bodies: string[] = [];
  readonly #known = new Map<string, string>();

  /**
   * One of the shapes, the first most likely, and nothing else: whatever weight other lengths are given, a decoder takes them whenever one digit is unclear. What
   * is read back wrong is corrected. `not`: values that it was not, in digits and letters alone; `worded`: letters are said with words.
   */
  either(otherwise: string, shapes: readonly string[], { not = [], worded = false }: ShapeOptions = {}): string {
    if (shapes.length === 0) return otherwise;
    const taken = not.slice(-MOST_NOT).map((value) => value.toLowerCase().replace(/[^a-z0-9+]/g, ""));
    const these = shapes.map((shape, at) => {
      const rule = this.#rule({ shape, not: taken.filter((value) => isOf(shape, value)), worded });
      return `/${at === 0 ? 1 : 0.01}/ <lead> ${rule} <please>`;
    });
    return these.join(" | ");
  }

  /** The name of the rule that hears this shape. */
  #rule(rest: Rest): string {
    const { shape, not, worded } = rest;
    if (shape === "") return "";
    const key = `${shape} ${worded} ${[...not].toSorted().join(" ")}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = `<shape${this.#known.size}>`;
    this.#known.set(key, name);
    const sign = shape.charAt(0);
    const ways = this.#signs(rest, { count: 1, weight: 1 });
    const isRun = (count: number): boolean => shape.startsWith(sign.repeat(count)) && (sign === "d" || sign === "L");
    if (isRun(2)) ways.push(...this.#signs(rest, { count: 2, weight: 0.1 }));
    if (isRun(3) && sign === "d") ways.push(...this.#signs(rest, { count: 3, weight: 0.01 }));
    this.bodies.push(`${name} = ${ways.join(" | ")};`);
    return name;
  }

  /** The ways to say the next sign once, doubled or thrice, each with what may follow it. */
  #signs({ shape, not, worded }: Rest, { count, weight }: { count: number; weight: number }): string[] {
    const sign = shape.charAt(0);
    const said = ["", "", "double ", "triple "][count] ?? "";
    const after = shape.slice(count);
    const taken = [...new Set(not.map((value) => value.charAt(0)))].toSorted();
    const free = taken.length === 0 ? signRule(sign, worded) : others(sign, taken, worded);
    const ways = free === undefined ? [] : [`/${weight}/ ${said}${free} ${this.#rule({ shape: after, not: [], worded })}`];
    for (const one of taken) {
      const left = not.filter((value) => value.startsWith(one.repeat(count)));
      // Nothing follows, and it is the very value.
      if (after === "" && left.length > 0) continue;
      const rule = this.#rule({ shape: after, not: left.map((value) => value.slice(count)), worded });
      ways.push(`/${weight}/ ${said}${signRule(one, worded)} ${rule}`);
    }
    return ways;
  }
}

interface ShapeOptions {
  not?: readonly string[] | undefined;
  worded?: boolean | undefined;
}

/** What is still to be said: of `not`, what would follow. */
interface Rest {
  shape: string;
  not: readonly string[];
  worded: boolean;
}

/** Each makes further rules; more are hardly ever taken back. */
const MOST_NOT = 5;

/** Whether the value is of this shape, sign by sign, and another one can be said in its place. */
function isOf(shape: string, value: string): boolean {
  if (shape.length !== value.length || !/[dL]$/.test(shape)) return false;
  return [...shape].every((sign, at) => {
    const one = value.charAt(at);
    if (sign === "d") return /\d/.test(one);
    return sign === "L" ? /[a-z]/.test(one) : sign.toLowerCase() === one;
  });
}

const DIGITS = [..."0123456789"];
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

/** Any such sign but these. */
function others(sign: string, taken: readonly string[], worded: boolean): string | undefined {
  const all = sign === "d" ? DIGITS : sign === "L" ? LETTERS : [];
  const left = all.filter((one) => !taken.includes(one));
  return left.length === 0 ? undefined : `(${left.map((one) => signRule(one, worded)).join(" | ")})`;
}

const NAMES = ["(zero | oh)", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

function signRule(sign: string, worded: boolean): string {
  if (sign === "d") return "<digit>";
  if (sign === "L")
    return worded
      ? "(/1/ <wordedletter> | /0.2/ <letter> | /0.2/ <spelled>)"
      : "(/1/ <letter> | /0.1/ <wordedletter> | /0.1/ <spelled>)";
  if (sign === "+") return "[plus]";
  if (/\d/.test(sign)) return NAMES[Number(sign)] ?? "";
  const letter = sign.toLowerCase();
  if (/[a-z]/.test(letter)) return `(/1/ ${letter} | /${worded ? 1 : 0.1}/ ${letterWithWord(letter)})`;
  return "[dash | hyphen | slash | stroke]";
}
