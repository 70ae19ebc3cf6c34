/** Asks the value reader, and remembers what it answered: a call's sentences are read again at every tool call. */
import type { ReadingContext, ValueKind, ValueReader } from "../ports.ts";

/** More than the sentences of a long call times the kinds of a form. */
const MOST_REMEMBERED = 4_000;
/** No sentence of a call is longer; a tool's answer may be. */
const MOST_LETTERS = 1_000;

export class Reading {
  readonly #reader: ValueReader;
  readonly #known = new Map<string, readonly unknown[]>();

  constructor(reader: ValueReader) {
    this.#reader = reader;
  }

  read(text: string, kind: ValueKind, context: ReadingContext): readonly unknown[] {
    const key = `${kind}\n${context.language}\n${context.localTime.slice(0, 10)}\n${context.asked ?? ""}\n${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    let values: readonly unknown[] = [];
    try {
      values = this.#reader.read(text.slice(0, MOST_LETTERS), kind, context);
    } catch {
      // What cannot be read is not there.
    }
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    this.#known.set(key, values);
    return values;
  }
}
