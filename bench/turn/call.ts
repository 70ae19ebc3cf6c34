/** One call of a scripted caller: the real conversation and the real voice activity on a virtual clock. */
import { openConversation, type Expected, type JournalEntry, type Plan } from "@ongea/conversation";
import { BabblingVoice, examplePlan, ScriptedModel, VirtualClock } from "@ongea/conversation/testing";
import { createSilero } from "@ongea/providers";
import { CallerLine, type LineCondition } from "./caller-line.ts";
import type { JudgeOfTurns } from "./judge.ts";
import { SPEECH_RMS, type SpokenTurn } from "./spoken.ts";
import { ToldRecogniser } from "./scripted-recogniser.ts";

export interface CallSettings {
  line: LineCondition;
  turnTaking: Plan["turnTaking"];
  judge?: JudgeOfTurns | undefined;
  seed: number;
  greeting?: string;
}

const STEP_MS = 20;
const VERY_LONG_MS = 3_600_000;
const ANSWER = "All right.";

export class ScriptedCall {
  readonly journal: JournalEntry[] = [];
  readonly line: CallerLine;
  /** What our next answer asks for. */
  asks: Expected | undefined;
  readonly #clock = new VirtualClock();
  readonly #recogniser = new ToldRecogniser(this.#clock);
  readonly #judge: JudgeOfTurns | undefined;

  constructor({ line, turnTaking, judge, seed, greeting = "" }: CallSettings) {
    this.#judge = judge;
    this.line = new CallerLine(this.#clock, line, { seed, speechRms: SPEECH_RMS });
    const llm = new ScriptedModel(this.#clock, () => [
      { kind: "expect", expected: this.asks ? [this.asks] : [] },
      { kind: "text", text: ANSWER },
    ]);
    openConversation({
      plan: examplePlan({
        turnTaking,
        welcomeMessage: greeting,
        silence: { hangUpAfterMs: VERY_LONG_MS },
        ending: { terminateAfterMs: VERY_LONG_MS },
      }),
      line: this.line,
      clock: this.#clock,
      voiceActivity: createSilero(),
      recognisers: [this.#recogniser],
      languageModels: [llm],
      voices: [new BabblingVoice(this.#clock)],
      endOfTurn: judge?.on(this.#clock),
      journal: { write: (entry) => this.journal.push(entry) },
    });
  }

  get nowMs(): number {
    return this.#clock.now();
  }

  /** Begins to speak; when the first and the last sound are captured. */
  say({ sound, words }: Pick<SpokenTurn, "sound" | "words">): { startMs: number; endMs: number } {
    const startMs = this.line.say(sound);
    this.#recogniser.tell(words, startMs);
    return { startMs, endMs: startMs + sound.length / 8 };
  }

  async until(isDone: () => boolean, limitMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    while (!isDone()) {
      if (this.#clock.now() >= limitMs) return false;
      await this.#clock.pass(STEP_MS);
      await this.#judge?.idle();
    }
    return true;
  }

  async pass(ms: number): Promise<void> {
    const untilMs = this.#clock.now() + ms;
    await this.until(() => this.#clock.now() >= untilMs);
  }

  /** Nothing of ours has been heard for a while. */
  isQuiet(forMs: number): boolean {
    return this.#clock.now() - (this.line.soundingMs.at(-1) ?? Number.NEGATIVE_INFINITY) >= forMs;
  }

  hangUp(): void {
    this.line.hangUp();
  }
}
