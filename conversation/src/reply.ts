/**
 * One thing that the assistant says: from ideas through clauses to sound. It can be prepared while the caller may still go on, and is heard
 * only once it is committed.
 */
import type { Clock, Expected } from "./ports.ts";
import type { TurnDelays } from "./journal.ts";
import type { Idea } from "./think/mind.ts";
import { clausesOf } from "./think/clauses.ts";
import type { VoiceParts } from "./speak/voice.ts";
import { speakInto } from "./speak/voice.ts";
import { SpokenUtterance } from "./speak/spoken-utterance.ts";
import type { Playout } from "./speak/playout.ts";

export interface ReplyParts {
  clock: Clock;
  playout: Playout;
  sampleRateHz: number;
  mostCharacters: number | undefined;
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
  Pick<TurnDelays, "thinkStartMs" | "firstTokenMs" | "firstClauseMs" | "firstAudioMs" | "firstSoundMs" | "decisionMs">
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
    this.times.thinkStartMs = parts.clock.now();
    void this.#run(ideas(this.#abort.signal, this.#committed));
  }

  get text(): string {
    return this.utterance.text;
  }

  /** Some of it has been on the line. */
  get sounded(): boolean {
    return this.times.firstSoundMs !== undefined;
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

  /** Stops thinking and speaking; returns the words that had been heard. */
  cut(): string {
    this.#over = true;
    this.#abort.abort();
    return this.#isCommitted ? this.#parts.playout.cut() : "";
  }

  async #run(ideas: AsyncIterable<Idea>): Promise<void> {
    const { voice, clock } = this.#parts;
    const parts: VoiceParts = { ...voice, firstAudio: () => (this.times.firstAudioMs ??= clock.now()) };
    try {
      await speakInto(this.utterance, this.#clauses(ideas), parts, this.#abort.signal);
    } catch {
      // The voice has already reported what failed. What was said stays said.
    }
    this.utterance.finish();
  }

  async *#clauses(ideas: AsyncIterable<Idea>): AsyncGenerator<string> {
    for await (const clause of clausesOf(this.#texts(ideas), this.#parts.mostCharacters)) {
      this.times.firstClauseMs ??= this.#parts.clock.now();
      yield clause;
    }
  }

  async *#texts(ideas: AsyncIterable<Idea>): AsyncGenerator<string> {
    for await (const idea of ideas) {
      if (idea.kind === "text") yield idea.text;
      else if (idea.kind === "expect") this.#listener.expects(idea.expected);
      else if (idea.kind === "language") this.#parts.voice.speakIn(idea.language);
      else if (idea.kind === "sources") this.sources.push(...idea.ids);
      else this.hangsUp = true;
    }
  }

  #began(): void {
    this.times.firstSoundMs = this.#parts.clock.now();
    this.#listener.sounds();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.finished();
  }
}
