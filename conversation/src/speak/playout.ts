/**
 * Playout: sends what is said (TTS) to the line, one frame a beat of an absolute clock: speech when there is any, silence otherwise, nothing while an
 * answer is being thought of (so that its first frame need not wait for a beat).
 */
import type { Clock, Line, Recorder, Timer } from "../ports.ts";
import { FRAME_MS } from "../ports.ts";
import type { LoudnessTrack } from "../audio/loudness.ts";
import type { Ambience } from "./ambience.ts";
import type { SpokenUtterance } from "./spoken-utterance.ts";

export interface PlayoutParts {
  line: Line;
  clock: Clock;
  openedAtMs: number;
  loudness: LoudnessTrack;
  recording: Pick<Recorder, "write">;
  /** The room behind the voice: with it there is never silence on the line. */
  ambience?: Ambience | undefined;
  /** The media tick: every beat, whether we say anything or not. */
  tick(): void;
}

/** What is heard on the line instead of silence while we say nothing: a ring tone, another person. */
export interface PassThrough {
  take(frame: Int16Array): void;
}

export interface PlayoutListener {
  /** The first frame of the utterance has gone out. */
  began(): void;
  /** There is nothing to say at the moment, though more is to come; and then there is again. */
  ranDry(): void;
  flowsAgain(): void;
  /** Its last frame has gone out. */
  finished(): void;
}

const DUCKED_GAIN = 0.35;
/** How far back a voice that was held begins again: about a word. */
const REWIND_MS = 240;

export class Playout {
  readonly #parts: PlayoutParts;
  readonly #frame: Int16Array;
  readonly #silence: Int16Array;
  readonly #mixed: Int16Array;
  #pulse: Timer | undefined;
  through: PassThrough | undefined;
  #utterance: SpokenUtterance | undefined;
  #aside: SpokenUtterance | undefined;
  #listener: PlayoutListener | undefined;
  #begun = false;
  #isDry = false;
  #hushed = false;
  #held = false;
  #gain = 1;
  #wantedGain = 1;
  #sentLast = false;
  #isClosed = false;

  constructor(parts: PlayoutParts) {
    this.#parts = parts;
    const samples = (parts.line.sampleRateHz * FRAME_MS) / 1_000;
    this.#frame = new Int16Array(samples);
    this.#silence = new Int16Array(samples);
    this.#mixed = new Int16Array(samples);
  }

  open(): void {
    this.#beatFrom(this.#parts.clock.now());
  }

  /** Something is being said or waits to be. */
  get busy(): boolean {
    return this.#utterance !== undefined;
  }

  /** Of what is being said: the words that have gone out. */
  get heardText(): string {
    return this.#begun ? (this.#utterance?.heardText() ?? "") : "";
  }

  /** No silence is sent until {@link start} or `hush(false)`: an answer may come at any moment. */
  hush(on: boolean): void {
    this.#hushed = on && !this.#parts.ambience;
  }

  /** Says an utterance, at once if it has sound, else as soon as it has. */
  start(utterance: SpokenUtterance, listener: PlayoutListener): void {
    this.#aside = undefined;
    this.#utterance = utterance;
    this.#listener = listener;
    this.#begun = false;
    this.#isDry = false;
    this.#held = false;
    this.#gain = this.#wantedGain = 1;
    utterance.onMore = () => this.#kick();
    this.#kick();
  }

  /** A small word beside the turn, while we say nothing; it ends where we begin. Whole and ready, or nothing is heard. */
  aside(words: SpokenUtterance): void {
    if (this.#utterance || this.#isClosed || !words.finished) return;
    words.position = 0;
    this.#aside = words;
  }

  duck(): void {
    if (!this.#held) this.#wantedGain = DUCKED_GAIN;
  }

  /** Falls silent but keeps its place; what has not begun does not begin. */
  hold(): void {
    this.#wantedGain = 0;
    if (!this.#begun) this.#gain = 0;
    this.#held = true;
  }

  /** Goes on, a word before the place where it was held or at full voice where it was only ducked. */
  release(): void {
    if (this.#held && this.#begun) {
      this.#utterance?.rewind(REWIND_MS);
      this.#gain = 0;
    } else if (this.#held) this.#gain = 1;
    this.#held = false;
    this.#wantedGain = 1;
    this.#kick();
  }

  /** Stops for good. Returns what had been heard. */
  cut(): string {
    const heard = this.#utterance?.heardText() ?? "";
    if (this.#utterance) this.#utterance.onMore = () => {};
    this.#utterance = undefined;
    this.#listener = undefined;
    this.#begun = false;
    this.#held = false;
    this.#parts.line.clear();
    return heard;
  }

  close(): void {
    this.cut();
    this.#isClosed = true;
    this.#pulse?.cancel();
  }

  /** Begins without waiting for a beat where no silence is being sent. */
  #kick(): void {
    const utterance = this.#utterance;
    if (!utterance || this.#begun || this.#held || !this.#hushed) return;
    if (utterance.samplesAhead < this.#frame.length && !utterance.finished) return;
    this.#hushed = false;
    const now = this.#parts.clock.now();
    this.#beat(now);
    this.#beatFrom(now + FRAME_MS);
  }

  #beatFrom(firstMs: number): void {
    this.#pulse?.cancel();
    // The beat before may have been the last.
    if (this.#isClosed) return;
    this.#pulse = this.#parts.clock.pulse(firstMs, (dueMs) => {
      this.#beat(dueMs);
      this.#parts.tick();
    });
  }

  #beat(dueMs: number): void {
    const utterance = this.#utterance;
    const silentNow =
      !utterance || (this.#held && this.#gain === 0) || (utterance.samplesAhead < this.#frame.length && !utterance.finished);
    if (silentNow) {
      if (this.through) this.#pass(this.through, dueMs);
      else if (!utterance && this.#aside) this.#sayAside(this.#aside, dueMs);
      else if (!this.#hushed) this.#send(this.#silence);
      else this.#sentLast = false;
      if (utterance && this.#begun && !this.#held && !this.#isDry) {
        this.#isDry = true;
        this.#listener?.ranDry();
      }
      return;
    }
    this.#hushed = false;
    if (this.#isDry) {
      this.#isDry = false;
      this.#listener?.flowsAgain();
    }
    if (utterance.take(this.#frame) > 0) this.#speak(dueMs);
    if (utterance.finished && utterance.samplesAhead === 0) this.#finish();
  }

  #speak(dueMs: number): void {
    this.#fade();
    this.#send(this.#frame);
    const { recording, loudness, openedAtMs, line } = this.#parts;
    recording.write("assistant", dueMs - openedAtMs, this.#frame, line.sampleRateHz);
    loudness.add(dueMs - openedAtMs, this.#frame);
    if (this.#begun) return;
    this.#begun = true;
    this.#listener?.began();
  }

  #pass(through: PassThrough, dueMs: number): void {
    const { line, recording, loudness, openedAtMs } = this.#parts;
    through.take(this.#frame);
    line.send(this.#frame, !this.#sentLast);
    this.#sentLast = true;
    recording.write("assistant", dueMs - openedAtMs, this.#frame, line.sampleRateHz);
    loudness.add(dueMs - openedAtMs, this.#frame);
  }

  #sayAside(words: SpokenUtterance, dueMs: number): void {
    const { recording, openedAtMs, line } = this.#parts;
    words.take(this.#frame);
    if (words.samplesAhead === 0) this.#aside = undefined;
    this.#send(this.#frame);
    recording.write("assistant", dueMs - openedAtMs, this.#frame, line.sampleRateHz);
  }

  #finish(): void {
    const listener = this.#listener;
    const begun = this.#begun;
    this.#utterance = undefined;
    this.#listener = undefined;
    this.#held = false;
    if (!begun) listener?.began();
    listener?.finished();
  }

  #send(frame: Int16Array): void {
    const { line, ambience } = this.#parts;
    ambience?.mix(frame, this.#mixed);
    line.send(ambience ? this.#mixed : frame, !this.#sentLast);
    this.#sentLast = true;
  }

  /** Moves the gain to what is wanted within this frame, so that nothing clicks. */
  #fade(): void {
    if (this.#gain === 1 && this.#wantedGain === 1) return;
    const step = (this.#wantedGain - this.#gain) / this.#frame.length;
    for (let i = 0; i < this.#frame.length; i++) this.#frame[i] = this.#frame[i]! * (this.#gain + step * i);
    this.#gain = this.#wantedGain;
  }
}
