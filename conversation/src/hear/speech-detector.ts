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
/** Voices this far below the speaker's own (−7 dB) are others': they begin no speech … */
const NEAR_RATIO = 0.45;
/** How fast the speaker's level is learnt in a step, and then: a shout of 300 ms makes the voice after it nobody else's. */
const LEARN_FIRST = 0.1;
const LEARN_UP = 0.01;
const LEARN_DOWN = 0.002;
/** … and speech has ended where only they are heard for so long; within words nobody is so soft for so long. */
const FAR_MS = 400;
/** While only softer voices are heard the speaker's level is forgotten, by 3 dB in 10 s: the telephone may have been handed on. */
const FORGET_A_STEP = 10 ** (-3 / 20 / 2_000);
/**
 * After so long without any voice the speaker's may be up to 16 dB softer than it was: a browser turns a microphone down by 12 dB. What is
 * softer still, the agent's own echo or a television, stays somebody else's.
 */
const ALONE_MS = 3_000;
const SOFTER_RATIO = 0.35;
/** A voice this far above what has been taken for the speaker's (12 dB) is the speaker's: what was before is behind it. */
const RISE_RATIO = 4;
/** So much of what was before is known by then, in steps … */
const KNOWN_STEPS = 100;
/** … and so much of the louder voice has been heard: no click. */
const RISEN_STEPS = 8;
/** Of the loudest of them, how loud that voice is mostly. */
const RISEN_TYPICAL = 0.7;
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
  /** The last step that was as loud as the speaker's own voice. */
  #nearMs = Number.NEGATIVE_INFINITY;
  /** How loud the speaker is, as far as is known: 0 at first. */
  #nearLevel = 0;
  #speechSteps = 0;
  #risenSteps = 0;
  #risenLevel = 0;
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
    const isFar = endMs - this.#nearMs >= FAR_MS;
    if (quiet || isFar || this.#silentWindows >= SILENT_WINDOWS) this.#pause();
    else if (this.#risenSteps >= RISEN_STEPS) this.#rise();
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
      if (startMs - this.#lastLoudMs > ALONE_MS) this.#expectSofter();
      this.#lastLoudMs = startMs + STEP_MS;
      if (level >= this.#nearLevel * NEAR_RATIO) this.#nearMs = startMs + STEP_MS;
      if (this.#speaking) this.#learn(level);
      else this.#nearLevel *= FORGET_A_STEP;
    }
    if (!this.#speaking) {
      this.#noiseFloor += (level - this.#noiseFloor) * (level < this.#noiseFloor ? 0.1 : 0.004);
      this.#noiseFloor = Math.min(this.#noiseFloor, 2_000);
    }
  }

  #expectSofter(): void {
    this.#nearLevel *= SOFTER_RATIO;
    this.#speechLevel *= SOFTER_RATIO;
    this.#speechSteps = 0;
  }

  /** What is much louder than the speaker was so far waits until it is sure. */
  #learn(level: number): void {
    this.#speechLevel += (level - this.#speechLevel) * (level > this.#speechLevel ? 0.1 : 0.002);
    const isKnown = this.#speechSteps++ >= KNOWN_STEPS;
    if (isKnown && level >= this.#nearLevel * RISE_RATIO) {
      this.#risenSteps++;
      this.#risenLevel = Math.max(this.#risenLevel, level);
      return;
    }
    if (this.#risenSteps > 0) this.#risenSteps--;
    if (level < this.#nearLevel * NEAR_RATIO) return;
    const rate = level < this.#nearLevel ? LEARN_DOWN : isKnown ? LEARN_UP : LEARN_FIRST;
    this.#nearLevel += (level - this.#nearLevel) * rate;
  }

  /** Somebody speaks in front of what was heard so far. */
  #rise(): void {
    this.#nearLevel = this.#risenLevel * RISEN_TYPICAL;
    this.#pause();
  }

  #judge(endMs: number): void {
    if (!this.#speaking && endMs - this.#lastLoudMs > GATE_MS) {
      this.#probability = 0;
      this.#unasked[this.#unaskedCount++ % WARM_WINDOWS]?.set(this.#window);
      return;
    }
    if (this.#unaskedCount > 0) this.#warmUp();
    this.#probability = this.#activity.judge(this.#window);
    if (this.#probability >= SILENCE_PROBABILITY) this.#silentWindows = 0;
    else if (this.#silentWindows++ === 0) this.#silentSinceMs = endMs - this.#windowMs;
    if (this.#probability < SPEECH_PROBABILITY || endMs - this.#lastLoudMs >= PAUSE_MS) return;
    if (!this.#speaking && endMs - this.#nearMs >= PAUSE_MS) return;
    this.#voicedMs += this.#windowMs;
    if (!this.#speaking) this.#start(endMs);
    this.#listener.continues(this.#voicedMs);
  }

  #warmUp(): void {
    this.#activity.reset();
    for (let i = Math.max(0, this.#unaskedCount - WARM_WINDOWS); i < this.#unaskedCount; i++) {
      const window = this.#unasked[i % WARM_WINDOWS];
      if (window) this.#activity.judge(window);
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
    this.#risenSteps = this.#risenLevel = 0;
    const quietMs = this.#silentWindows > 0 ? this.#silentSinceMs + this.#windowMs : Number.POSITIVE_INFINITY;
    const isFar = this.#lastLoudMs - this.#nearMs >= FAR_MS - PAUSE_MS;
    this.#listener.paused(Math.min(isFar ? this.#nearMs : this.#lastLoudMs, quietMs));
  }
}

function rms(frame: Int16Array, at: number, length: number): number {
  let sum = 0;
  for (let i = at; i < at + length; i++) {
    const sample = frame[i]!;
    sum += sample * sample;
  }
  return Math.sqrt(sum / length);
}
