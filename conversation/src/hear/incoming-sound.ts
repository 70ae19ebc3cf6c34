/**
 * The caller's sound on the conversation's clock. A line hands over what it gets, stamped; where nothing comes (silence suppression, hold,
 * comfort noise, a network that stalls) silence is heard by the media tick, so that a turn ends at its time. What comes after all is heard
 * late, with its true time.
 */
import type { Line } from "../ports.ts";
import { FRAME_MS } from "../ports.ts";

/** Nothing is taken for silence before it is this late: from a far end that sends its silence it is held up on its way … */
const PATIENCE_MS = 300;
/** … and from one that is known to send nothing in silence it most likely is silence. */
const LEAST_PATIENCE_MS = 60;
const MOST_PATIENCE_MS = 500;
/** On top of how late sound has come lately. */
const MARGIN_MS = 40;
/** Patience that was not needed is lost: by half in 14 s. */
const PATIENCE_KEPT = 0.999;
/** After a thread was held up its packets still wait to be read: silence does not overtake them. */
const MOST_FRAMES_A_TICK = 2;
/** A gap between two frames is heard as silence of this length at most. */
const MOST_FRAMES_A_GAP = 10;

export class IncomingSound {
  readonly #line: Pick<Line, "sampleRateHz" | "suppressesSilence">;
  readonly #samplesPerMs: number;
  readonly #silence: Int16Array;
  readonly #hear: (frame: Int16Array, endMs: number) => void;
  /** The end of what has been heard, silence included. */
  #heardMs: number;
  /** What the network has taught. */
  #patienceMs = LEAST_PATIENCE_MS;

  /** `hear` gets frames in the order of their coming, each with the moment at which it ended. */
  constructor(
    line: Pick<Line, "sampleRateHz" | "suppressesSilence">,
    nowMs: number,
    hear: (frame: Int16Array, endMs: number) => void,
  ) {
    this.#line = line;
    this.#samplesPerMs = line.sampleRateHz / 1_000;
    this.#silence = new Int16Array(this.#samplesPerMs * FRAME_MS);
    this.#heardMs = nowMs;
    this.#hear = hear;
  }

  /** `atMs`: when the frame's first sample was captured. */
  heard(frame: Int16Array, atMs: number, nowMs: number): void {
    const endMs = atMs + frame.length / this.#samplesPerMs;
    this.#patienceMs = Math.max(
      LEAST_PATIENCE_MS,
      Math.min(MOST_PATIENCE_MS, Math.max(nowMs - endMs + MARGIN_MS, this.#patienceMs * PATIENCE_KEPT)),
    );
    for (let i = 0; i < MOST_FRAMES_A_GAP && atMs - this.#heardMs >= FRAME_MS; i++) this.#hearSilence();
    this.#heardMs = Math.max(this.#heardMs, endMs);
    this.#hear(frame, endMs);
  }

  /** Every 20 ms or so, whether anything comes or not. */
  tick(nowMs: number): void {
    const patienceMs = this.#line.suppressesSilence === true ? this.#patienceMs : Math.max(PATIENCE_MS, this.#patienceMs);
    for (let i = 0; i < MOST_FRAMES_A_TICK && nowMs - this.#heardMs >= patienceMs + FRAME_MS; i++) this.#hearSilence();
  }

  #hearSilence(): void {
    this.#heardMs += FRAME_MS;
    this.#hear(this.#silence, this.#heardMs);
  }
}
