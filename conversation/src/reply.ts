/**
 * One thing that the assistant says: from ideas through clauses to sound. It can be prepared while the caller may still go on, and is heard
 * only once it is committed.
 */
import { FRAME_MS, type Clock, type Expected } from "./ports.ts";
import type { TurnDelays } from "./journal.ts";
import type { Idea } from "./think/think-stage.ts";
import type { CheckedAnswer } from "./guard/index.ts";
import { clausesOf, type TakenBack } from "./think/clauses.ts";
import type { Filler, VoiceParts } from "./speak/voice.ts";
import { speakInto } from "./speak/voice.ts";
import { SpokenUtterance } from "./speak/spoken-utterance.ts";
import type { Playout } from "./speak/playout.ts";

export interface ReplyParts {
  clock: Clock;
  playout: Playout;
  sampleRateHz: number;
  mostCharacters: number | undefined;
  /** Said where a sentence broke off half spoken, before it begins anew. */
  again(): string;
  /** Reads what is about to be said. */
  checked(): CheckedAnswer;
  voice: Omit<VoiceParts, "firstAudio"> & { speakIn(language: string): void };
}

export interface ReplyListener {
  /** Which answers its words ask for. */
  expects(expected: readonly Expected[]): void;
  /** Its first sound is on the line. */
  sounds(): void;
  /** In the middle of it there is nothing to say at the moment; and then there is again. */
  runsDry(): void;
  flowsAgain(): void;
  /** All of it has been said, or there was nothing to say. */
  finished(): void;
}

/** When the steps happened, on the conversation's clock. */
export type ReplyTimes = Partial<
  Pick<
    TurnDelays,
    "thinkStartMs" | "firstTokenMs" | "firstClauseMs" | "firstAudioMs" | "firstSoundMs" | "fillerMs" | "decisionMs"
  >
>;

export class Reply {
  readonly utterance: SpokenUtterance;
  readonly times: ReplyTimes = {};
  readonly sources: string[] = [];
  hangsUp = false;
  readonly #parts: ReplyParts;
  readonly #listener: ReplyListener;
  readonly #abort = new AbortController();
  readonly #committed: Promise<void>;
  #commit: () => void = () => {};
  #filler: string | undefined;
  #wake: () => void = () => {};
  #isCommitted = false;
  #over = false;

  /** `ideas` is given a signal that ends it, and a promise that resolves when the reply may have effects. */
  constructor(
    parts: ReplyParts,
    ideas: (signal: AbortSignal, committed: Promise<void>) => AsyncIterable<Idea>,
    listener: ReplyListener,
  ) {
    this.#parts = parts;
    this.#listener = listener;
    this.utterance = new SpokenUtterance(parts.sampleRateHz);
    this.#committed = new Promise((resolve) => (this.#commit = resolve));
    this.utterance.onAnswer = () => (this.times.firstSoundMs ??= parts.clock.now());
    this.times.thinkStartMs = parts.clock.now();
    void this.#run(ideas(this.#abort.signal, this.#committed));
  }

  get text(): string {
    return this.utterance.text;
  }

  get committed(): boolean {
    return this.#isCommitted;
  }

  noteFirstToken(): void {
    this.times.firstTokenMs ??= this.#parts.clock.now();
  }

  /** From now on it is heard as it comes. */
  commit(): void {
    if (this.#isCommitted || this.#over) return;
    this.#isCommitted = true;
    this.times.decisionMs = this.#parts.clock.now();
    this.#parts.playout.start(this.utterance, {
      began: () => this.#began(),
      ranDry: () => this.#listener.runsDry(),
      flowsAgain: () => this.#listener.flowsAgain(),
      finished: () => this.#end(),
    });
    this.#commit();
  }

  /** Says this meanwhile, unless the next words are there. */
  fill(words: string): void {
    if (this.#over) return;
    this.#filler = words;
    this.#wake();
  }

  /** Stops thinking and speaking; returns the words that had been heard. */
  cut(): string {
    this.#over = true;
    this.#abort.abort();
    return this.#isCommitted ? this.#parts.playout.cut() : "";
  }

  async #run(ideas: AsyncIterable<Idea>): Promise<void> {
    const { voice } = this.#parts;
    const parts: VoiceParts = { ...voice, firstAudio: () => this.#noteAudio() };
    try {
      await speakInto(this.utterance, this.#clauses(ideas), parts, this.#abort.signal);
    } catch {
      // The voice has already reported what failed. What was said stays said.
    }
    this.utterance.finish();
  }

  /** The answer's clauses, and between them what is said while they do not come. */
  async *#clauses(ideas: AsyncIterable<Idea>): AsyncGenerator<string | Filler> {
    const clauses = clausesOf(this.#texts(ideas), this.#parts.mostCharacters);
    const said = new Set<string>();
    const checked = this.#parts.checked();
    let next: Promise<IteratorResult<string>> | undefined;
    try {
      for (;;) {
        next ??= clauses.next();
        const step = await (this.#filler === undefined ? Promise.race([next, this.#woken()]) : undefined);
        if (step?.done) {
          const rest = checked.rest();
          if (rest !== "") yield rest;
          return;
        }
        if (step) next = undefined;
        const filler = this.#filler;
        this.#filler = undefined;
        // A sentence that was said before another model began anew is not said again.
        const clause = step && !isSaidAgain(step.value, said) ? checked.clause(step.value) : "";
        if (clause !== "") {
          this.times.firstClauseMs ??= this.#parts.clock.now();
          yield clause;
        } else if (filler !== undefined && this.#isAllHeard()) yield { filler };
      }
    } finally {
      // Not awaited: a model that hangs must not hold the reply.
      clauses.return().then(undefined, () => {});
      next?.then(undefined, () => {});
    }
  }

  /** But for less than a frame, which goes out with what comes next. */
  #isAllHeard(): boolean {
    return this.utterance.samplesAhead < (this.#parts.sampleRateHz * FRAME_MS) / 1_000;
  }

  #woken(): Promise<undefined> {
    return new Promise((resolve) => (this.#wake = () => resolve(undefined)));
  }

  async *#texts(ideas: AsyncIterable<Idea>): AsyncGenerator<string | TakenBack> {
    for await (const idea of ideas) {
      if (idea.kind === "text") yield idea.text;
      else if (idea.kind === "afresh") yield { again: this.#parts.again() };
      else if (idea.kind === "expect") this.#listener.expects(idea.expected);
      else if (idea.kind === "language") this.#parts.voice.speakIn(idea.language);
      else if (idea.kind === "sources") this.sources.push(...idea.ids);
      else this.hangsUp = true;
    }
  }

  #noteAudio(): void {
    if (!this.utterance.isFilling) this.times.firstAudioMs ??= this.#parts.clock.now();
  }

  #began(): void {
    if (this.utterance.isFilling) this.times.fillerMs = this.#parts.clock.now();
    else this.times.firstSoundMs = this.#parts.clock.now();
    this.#listener.sounds();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.finished();
  }
}

/** Short words may come twice ("yes. yes."). */
const LEAST_WORDS_AGAIN = 3;

function isSaidAgain(clause: string, said: Set<string>): boolean {
  if (clause.split(/\s+/).length < LEAST_WORDS_AGAIN) return false;
  const isAgain = said.has(clause);
  said.add(clause);
  return isAgain;
}
