/**
 * VAD: finds where speech begins and ends in a stream of frames. The voice-activity model says whether there is speech; the energy of 5 ms
 * steps says exactly when, so that pauses are counted from the true end of speech and not from the end of a model window.
 */
import type { VoiceActivity } from "../ports.ts";
import { ANALYSIS_RATE_HZ } from "../ports.ts";

export interface SpeechListener {
  began(startMs: number): void;
  /** Speech is still being heard; once a model window. */
  continues(voicedMs: number): void;
  /** Speech stopped at `endMs`, some tens of milliseconds ago. */
  paused(endMs: number): void;
  /** Speech that had paused is heard again. */
  resumed(): void;
}

const STEP_SAMPLES = ANALYSIS_RATE_HZ / 200;
const STEP_MS = 5;
const SPEECH_PROBABILITY = 0.5;
const SILENCE_PROBABILITY = 0.35;
/** A pause is reported when this much time has passed since the last loud step and the model agrees. */
const PAUSE_MS = 60;
/** Below this level (rms, 16 bit) nothing is ever speech: the model is not asked. About −60 dBFS. */
const QUIET_RMS = 32;
/** A step counts as loud this far above the noise floor, and this far below the speaker's own level. */
const FLOOR_RATIO = 3;
const SPEECH_RATIO = 0.09;
/** After this long without anything loud the model is not asked at all. */
const GATE_MS = 400;
const SILENT_WINDOWS = 4;
/** A model that starts on the first sound of a word needs most of a short one to be sure: it is told what was before, as quiet as that was. */
const WARM_WINDOWS = 3;

export class SpeechDetector {
  readonly #activity: VoiceActivity;
  readonly #listener: SpeechListener;
  readonly #window: Float32Array;
  readonly #windowMs: number;
  #windowFilled = 0;
  /** The last windows that the model was not asked about, a ring. */
  readonly #unasked: readonly Float32Array[];
  #unaskedCount = 0;
  #speaking = false;
  /** An utterance has begun and is not yet {@link forget forgotten}. */
  #begun = false;
  #voicedMs = 0;
  #noiseFloor = 60;
  #speechLevel = 0;
  #lastLoudMs = Number.NEGATIVE_INFINITY;
  #loudSinceMs = Number.NEGATIVE_INFINITY;
  #probability = 0;
  /** Windows in a row that the model calls silence, and when the first of them began: ends speech in steady noise, which stays loud. */
  #silentWindows = 0;
  #silentSinceMs = 0;

  constructor(activity: VoiceActivity, listener: SpeechListener) {
    this.#activity = activity;
    this.#listener = listener;
    this.#window = new Float32Array(activity.windowSamples);
    this.#unasked = Array.from({ length: WARM_WINDOWS }, () => new Float32Array(activity.windowSamples));
    this.#windowMs = (activity.windowSamples / ANALYSIS_RATE_HZ) * 1_000;
  }

  get speaking(): boolean {
    return this.#speaking;
  }

  /** `endMs`: the clock at the end of the frame. */
  push(frame: Int16Array, endMs: number): void {
    const frameStartMs = endMs - (frame.length / ANALYSIS_RATE_HZ) * 1_000;
    for (let at = 0; at + STEP_SAMPLES <= frame.length; at += STEP_SAMPLES) {
      this.#step(rms(frame, at, STEP_SAMPLES), frameStartMs + (at / ANALYSIS_RATE_HZ) * 1_000);
    }
    for (let i = 0; i < frame.length; i++) {
      this.#window[this.#windowFilled++] = frame[i]! / 32_768;
      if (this.#windowFilled === this.#window.length) {
        this.#windowFilled = 0;
        this.#judge(endMs);
      }
    }
    if (!this.#speaking) return;
    const quiet = endMs - this.#lastLoudMs >= PAUSE_MS && this.#probability < SILENCE_PROBABILITY;
    if (quiet || this.#silentWindows >= SILENT_WINDOWS) this.#pause();
  }

  /** The utterance has been dealt with: the next speech begins a new one. */
  forget(): void {
    this.#begun = this.#speaking;
    this.#voicedMs = 0;
  }

  #step(level: number, startMs: number): void {
    const threshold = Math.max(QUIET_RMS, this.#noiseFloor * FLOOR_RATIO, this.#speechLevel * SPEECH_RATIO);
    if (level >= threshold) {
      if (startMs - this.#lastLoudMs > PAUSE_MS) this.#loudSinceMs = startMs;
      this.#lastLoudMs = startMs + STEP_MS;
      if (this.#speaking) this.#speechLevel += (level - this.#speechLevel) * (level > this.#speechLevel ? 0.1 : 0.002);
    }
    if (!this.#speaking) {
      this.#noiseFloor += (level - this.#noiseFloor) * (level < this.#noiseFloor ? 0.1 : 0.004);
      this.#noiseFloor = Math.min(this.#noiseFloor, 2_000);
    }
  }

  #judge(endMs: number): void {
    if (!this.#speaking && endMs - this.#lastLoudMs > GATE_MS) {
      this.#probability = 0;
      this.#unasked[this.#unaskedCount++ % WARM_WINDOWS]!.set(this.#window);
      return;
    }
    if (this.#unaskedCount > 0) this.#warmUp();
    this.#probability = this.#activity.judge(this.#window);
    if (this.#probability >= SILENCE_PROBABILITY) this.#silentWindows = 0;
    else if (this.#silentWindows++ === 0) this.#silentSinceMs = endMs - this.#windowMs;
    if (this.#probability < SPEECH_PROBABILITY || endMs - this.#lastLoudMs >= PAUSE_MS) return;
    this.#voicedMs += this.#windowMs;
    if (!this.#speaking) this.#start(endMs);
    this.#listener.continues(this.#voicedMs);
  }

  #warmUp(): void {
    this.#activity.reset();
    for (let i = Math.max(0, this.#unaskedCount - WARM_WINDOWS); i < this.#unaskedCount; i++) {
      this.#activity.judge(this.#unasked[i % WARM_WINDOWS]!);
    }
    this.#unaskedCount = 0;
  }

  #start(endMs: number): void {
    this.#speaking = true;
    if (this.#begun) return this.#listener.resumed();
    this.#begun = true;
    this.#voicedMs = this.#windowMs;
    this.#listener.began(Math.min(endMs, Math.max(this.#loudSinceMs, endMs - 5 * this.#windowMs)));
  }

  #pause(): void {
    this.#speaking = false;
    const endMs = this.#silentWindows > 0 ? Math.min(this.#lastLoudMs, this.#silentSinceMs + this.#windowMs) : this.#lastLoudMs;
    this.#listener.paused(endMs);
  }
}

function rms(frame: Int16Array, at: number, length: number): number {
  let sum = 0;
  for (let i = at; i < at + length; i++) sum += frame[i]! * frame[i]!;
  return Math.sqrt(sum / length);
}
