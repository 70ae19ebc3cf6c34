/**
 * The line's sound becomes utterances and words: one conversion to the analysis rate, shared by voice activity detection (VAD), the
 * recogniser (STT) and the judge of the end of a turn (model-based endpointing). When the recogniser fails, the next one takes over.
 */
import type { FailedProvider } from "../journal.ts";
import type {
  EndOfTurn,
  Expected,
  Listening,
  ListenOptions,
  Problem,
  Recogniser,
  Usage,
  VoiceActivity,
  Words,
} from "../ports.ts";
import { ANALYSIS_RATE_HZ, FRAME_MS } from "../ports.ts";
import { guardedListening } from "./guarded-listening.ts";
import { Resampler } from "../audio/resampler.ts";
import { SoundRing } from "../audio/sound-ring.ts";
import type { SpeechListener } from "./speech-detector.ts";
import { SpeechDetector } from "./speech-detector.ts";

/** Heard before speech was noticed and still given to the recogniser. */
const PRE_ROLL_MS = 300;
/** What the judge of the end of a turn is given at most. */
const JUDGED_MS = 8_000;
/** Of a pause for which no words will come: nobody waits for them. */
const NO_WORDS: Words = { text: "" };

export interface HearStageListener extends Omit<SpeechListener, "paused"> {
  /** `isBeingJudged`: {@link judged} follows, unless speech goes on before. */
  paused(endMs: number, isBeingJudged: boolean): void;
  partial(words: Words): void;
  settled(words: Words): void;
  /** 0…1; undefined: the judge does not know. */
  judged(finished: number | undefined): void;
  failed(problem: Problem, recovery: "fallback" | "none", who: FailedProvider): void;
}

export interface HearStageParts {
  sampleRateHz: number;
  voiceActivity: VoiceActivity;
  recognisers: readonly Recogniser[];
  endOfTurn?: EndOfTurn | undefined;
  options: ListenOptions;
  used(by: string, usage: Usage): void;
}

export class HearStage {
  readonly #parts: HearStageParts;
  readonly #listener: HearStageListener;
  readonly #detector: SpeechDetector;
  readonly #ring = new SoundRing((JUDGED_MS / 1_000) * ANALYSIS_RATE_HZ);
  readonly #upsampler: Resampler | undefined;
  readonly #frame: Int16Array;
  #listening: Listening | undefined;
  #next = 0;
  #id = 0;
  #open = false;
  /** The end of what was heard, and where the sound begins that the recogniser has of this utterance: ms of the clock. */
  #heardMs = 0;
  #fromMs = 0;
  #pause = 0;
  #judging: AbortController | undefined;
  #expected: readonly Expected[] = [];

  constructor(parts: HearStageParts, listener: HearStageListener) {
    this.#parts = parts;
    this.#listener = listener;
    this.#upsampler = parts.sampleRateHz === ANALYSIS_RATE_HZ ? undefined : new Resampler(parts.sampleRateHz, ANALYSIS_RATE_HZ);
    this.#frame = new Int16Array((ANALYSIS_RATE_HZ * FRAME_MS) / 1_000);
    this.#detector = new SpeechDetector(parts.voiceActivity, {
      began: (startMs) => this.#began(startMs),
      continues: (voicedMs) => listener.continues(voicedMs),
      paused: (endMs) => this.#paused(endMs),
      resumed: () => this.#resumed(),
    });
  }

  open(): void {
    this.#employ();
  }

  get speaking(): boolean {
    return this.#detector.speaking;
  }

  /** One frame of the line, or silence where nothing came; `endMs` is the moment of its end. */
  hear(frame: Int16Array, endMs: number): void {
    let analysed = frame;
    if (this.#upsampler) {
      const written = this.#upsampler.process(frame, this.#frame);
      analysed = written === this.#frame.length ? this.#frame : this.#frame.subarray(0, written);
    }
    this.#ring.push(analysed);
    this.#heardMs = endMs;
    this.#listening?.hear(analysed);
    this.#detector.push(analysed, endMs);
  }

  /** The utterance has been answered or dropped: what comes next is a new one. */
  endUtterance(): void {
    this.#judging?.abort();
    if (this.#open) this.#listening?.end(this.#id);
    this.#open = false;
    this.#detector.forget();
    if (this.#detector.speaking) this.#beginWithRecogniser();
  }

  expect(expected: readonly Expected[]): void {
    this.#expected = expected;
    this.#listening?.expect(expected);
  }

  close(): void {
    this.#judging?.abort();
    const listening = this.#listening;
    this.#listening = undefined;
    listening?.close();
  }

  #began(startMs: number): void {
    this.#beginWithRecogniser();
    this.#listener.began(startMs);
  }

  #beginWithRecogniser(): void {
    this.#id++;
    this.#pause = 0;
    this.#open = true;
    if (this.#listening) this.#beginWith(this.#listening, PRE_ROLL_MS);
  }

  /** With as much of what was heard before as is kept. */
  #beginWith(listening: Listening, beforeMs: number): void {
    const before = this.#ring.last((beforeMs / 1_000) * ANALYSIS_RATE_HZ);
    this.#fromMs = this.#heardMs - (before.length / ANALYSIS_RATE_HZ) * 1_000;
    listening.begin(this.#id);
    listening.hear(before);
  }

  /** Times of words are the clock's. */
  #placed(words: Words): Words {
    if (!words.times) return words;
    const from = this.#fromMs;
    return { ...words, times: words.times.map((one) => ({ ...one, startMs: from + one.startMs, endMs: from + one.endMs })) };
  }

  #paused(endMs: number): void {
    this.#pause++;
    this.#listener.paused(endMs, this.#open && this.#parts.endOfTurn !== undefined);
    if (!this.#open) return;
    this.#listening?.pause(this.#id, this.#pause);
    if (!this.#listening) this.#listener.settled(NO_WORDS);
    this.#judge();
  }

  #resumed(): void {
    this.#judging?.abort();
    this.#listening?.resume(this.#id);
    this.#listener.resumed();
  }

  #judge(): void {
    const judge = this.#parts.endOfTurn;
    if (!judge) return;
    this.#judging?.abort();
    const judging = (this.#judging = new AbortController());
    const asked = async (): Promise<number> =>
      judge.judge(this.#ring.last((JUDGED_MS / 1_000) * ANALYSIS_RATE_HZ), judging.signal);
    asked().then(
      (finished) => {
        if (!judging.signal.aborted) this.#listener.judged(finished);
      },
      // The text alone decides then: a judge that fails costs some speed, no words.
      () => {
        if (!judging.signal.aborted) this.#listener.judged(undefined);
      },
    );
  }

  /** Takes the next recogniser of the list. */
  #employ(): Listening | undefined {
    const recogniser = this.#parts.recognisers[this.#next++];
    this.#listening = undefined;
    if (!recogniser) return undefined;
    const failed = (problem: Problem, id?: number): void => {
      if (listening !== this.#listening) return;
      // Nobody else is there: what failed with one utterance may hear the next.
      if (id === undefined || this.#next < this.#parts.recognisers.length) return this.#replace(problem);
      this.#listener.failed(problem, "none", { by: recogniser.name });
      if (id === this.#id && this.#open && !this.speaking) this.#listener.settled(NO_WORDS);
    };
    const listening = guardedListening(
      () =>
        recogniser.listen(this.#parts.options, {
          partial: (id, words) => {
            if (id === this.#id && this.#open && listening === this.#listening) this.#listener.partial(this.#placed(words));
          },
          settled: (id, pause, words) => {
            if (id === this.#id && pause === this.#pause && this.#open && listening === this.#listening && !this.speaking)
              this.#listener.settled(this.#placed(words));
          },
          failed,
          used: (usage) => this.#parts.used(recogniser.name, usage),
        }),
      (cause) => failed({ code: "bad-answer", message: cause instanceof Error ? cause.message : String(cause) }),
    );
    this.#listening = listening;
    listening.expect(this.#expected);
    return this.#listening;
  }

  #replace(problem: Problem): void {
    const failed = this.#listening;
    this.#listening = undefined;
    failed?.close();
    const { recognisers } = this.#parts;
    const by = recognisers[this.#next - 1]?.name ?? "";
    const tried = this.#next + 1;
    const listening = this.#employ();
    const next = listening && recognisers[this.#next - 1]?.name;
    this.#listener.failed(problem, listening ? "fallback" : "none", { by, ...(next === undefined ? {} : { next }) });
    // Where the new one failed at once, the one after it has been told already.
    if (!listening && this.#open && !this.speaking) this.#listener.settled(NO_WORDS);
    if (!listening || !this.#open || this.#next !== tried) return;
    // The new one hears the utterance again, as much of it as is kept.
    this.#beginWith(listening, JUDGED_MS);
    if (!this.speaking) listening.pause(this.#id, this.#pause);
  }
}
