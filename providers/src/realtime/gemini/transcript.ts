/** Transcripts of the Live API name no piece and no end: a piece is whole when the answer to it begins, or when nothing more comes. */
const QUIET_MS = 700;

export class Transcript {
  readonly #tell: (piece: number, text: string, isFinal: boolean) => void;
  #piece: number | undefined;
  #text = "";
  #hasAnswer = false;
  #quiet: NodeJS.Timeout | undefined;

  constructor(tell: (piece: number, text: string, isFinal: boolean) => void) {
    this.#tell = tell;
  }

  /** What came while the caller spoke belongs to it. */
  pause(piece: number): void {
    this.#piece = piece;
    this.#hasAnswer = false;
    if (this.#text !== "") this.#tell(piece, this.#text, false);
  }

  add(text: string, isFinished: boolean): void {
    this.#text += text;
    if (this.#piece === undefined) return;
    this.#tell(this.#piece, this.#text, false);
    if (isFinished || this.#hasAnswer) this.settle();
    else this.#wait();
  }

  /** The model has begun to answer: it has heard all of it. */
  answered(): void {
    if (this.#piece === undefined || this.#hasAnswer) return;
    this.#hasAnswer = true;
    if (this.#text === "") this.#wait();
    else this.settle();
  }

  settle(): void {
    clearTimeout(this.#quiet);
    const piece = this.#piece;
    if (piece === undefined) return;
    const text = this.#text;
    this.#piece = undefined;
    this.#text = "";
    this.#tell(piece, text, true);
  }

  stop(): void {
    clearTimeout(this.#quiet);
    this.#piece = undefined;
    this.#text = "";
  }

  #wait(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.settle(), QUIET_MS);
  }
}
