import { newsIn, type Spoken } from "./messages.ts";

/** The server has ended its turn: what it has written down is all. Else more may follow. */
const QUIET_MS = 500;
/** It hears no speech in what our VAD took for some. */
const NOTHING_MS = 1_300;
/** One that never hears anything is deaf. */
const MOST_EMPTY = 1;
const [MOST_MESSAGES, LONGEST_TEXT] = [50, 8_000];

/** What the server writes down of the caller, as pieces between our pauses: its turns are not ours. */
export class CallerWords {
  readonly #tell: (piece: number, text: string, isFinal: boolean) => void;
  readonly #texts = new Map<number, { text: string; isFinal: boolean }>();
  #piece: number | undefined;
  /** Of the server's messages, those until this one belong to earlier pieces. */
  #until = -1;
  #isTurnOver = false;
  /** It has said something since the pause. */
  #isAlive = false;
  #empty = 0;
  #quiet: NodeJS.Timeout | undefined;
  #nothing: NodeJS.Timeout | undefined;

  constructor(tell: (piece: number, text: string, isFinal: boolean) => void) {
    this.#tell = tell;
  }

  /** The caller speaks, for the first time or again. */
  begin(): void {
    this.#isTurnOver = false;
    clearTimeout(this.#nothing);
  }

  pause(piece: number): void {
    this.#piece = piece;
    this.#isAlive = false;
    this.#nothing = setTimeout(() => {
      if (this.#isAlive && !this.#isTurnOver && this.#text === "" && this.#empty++ < MOST_EMPTY) this.settle();
    }, NOTHING_MS);
    if (this.#text !== "") this.#tell(piece, this.#text, false);
    this.#consider();
  }

  add(spoken: Spoken): void {
    if (spoken.ordinal <= this.#until || (this.#texts.size >= MOST_MESSAGES && !this.#texts.has(spoken.ordinal))) return;
    const known = this.#texts.get(spoken.ordinal)?.text ?? "";
    // A whole transcript may correct what it said before.
    const text = spoken.text ?? known + newsIn(spoken, known);
    this.#texts.set(spoken.ordinal, { text: text.slice(0, LONGEST_TEXT), isFinal: spoken.final });
    if (this.#piece !== undefined) this.#tell(this.#piece, this.#text, false);
    this.#consider();
  }

  /** The server thinks that the caller has finished. */
  turnOver(): void {
    this.#isTurnOver = true;
    this.#consider();
  }

  alive(): void {
    this.#isAlive = true;
  }

  settle(): void {
    const piece = this.#piece;
    if (piece === undefined) return;
    const text = this.#text;
    this.stop();
    if (text !== "") this.#empty = 0;
    this.#tell(piece, text, true);
  }

  stop(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#nothing);
    this.#piece = undefined;
    this.#until = Math.max(this.#until, ...this.#texts.keys());
    this.#texts.clear();
  }

  get #text(): string {
    const inOrder = [...this.#texts].toSorted(([one], [other]) => one - other);
    return inOrder
      .map(([, { text }]) => text.trim())
      .filter(Boolean)
      .join(" ");
  }

  #consider(): void {
    clearTimeout(this.#quiet);
    if (this.#piece === undefined || this.#text === "") return;
    if (![...this.#texts.values()].every(({ isFinal }) => isFinal)) return;
    if (this.#isTurnOver) this.settle();
    else this.#quiet = setTimeout(() => this.settle(), QUIET_MS);
  }
}
