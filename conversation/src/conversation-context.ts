/** What the stages of one conversation share: its clock, its journal, the meter of what it uses, the guard of its tools, and its language. */
import type { CloseReason, JournalEntry, FailedProvider } from "./journal.ts";
import type { Clock, Problem } from "./ports.ts";
import type { ConversationParts } from "./conversation-parts.ts";
import { guardedClock } from "./guarded-clock.ts";
import { guardOf } from "./guard/of-plan.ts";
import { UsageMeter } from "./usage.ts";

type Recovery = "fallback" | "apology" | "none";

/** What a conversation needs that is spoken or written. */
export type TextParts = Pick<
  ConversationParts,
  "plan" | "clock" | "languageModels" | "tools" | "values" | "checkArguments" | "journal"
>;

export class ConversationContext<P extends TextParts = TextParts> {
  readonly parts: P;
  /** Its callbacks may break: this conversation ends then, no other. */
  readonly clock: Clock;
  readonly openedAtMs: number;
  readonly usage: UsageMeter;
  readonly guard: ReturnType<typeof guardOf>;
  /** What is spoken now; the language model may change it. */
  #language: string;
  #isEnded = false;

  constructor(parts: P, broke: (cause: unknown) => void) {
    this.parts = parts;
    this.clock = guardedClock(parts.clock, broke);
    this.openedAtMs = parts.clock.now();
    this.usage = new UsageMeter(this.clock, (used) => this.write({ kind: "usage", atMs: this.atMs, ...used }));
    this.#language = parts.plan.language;
    this.guard = guardOf(
      parts,
      () => this.sinceMs,
      (entry) => this.write(entry),
    );
  }

  get sinceMs(): number {
    return this.clock.now() - this.openedAtMs;
  }

  /** Now, as the journal has it: whole milliseconds since the conversation was opened. */
  get atMs(): number {
    return Math.round(this.sinceMs);
  }

  /** A moment of the clock, as the journal has it. */
  toJournal(clockMs: number): number {
    return Math.round(clockMs - this.openedAtMs);
  }

  readonly language = (): string => this.#language;

  /** Goes on in this language: of two dialects of one language, the plan's. */
  speakIn(spoken: string): void {
    const { language } = this.parts.plan;
    this.#language = spoken.split("-")[0] === language.split("-")[0] ? language : spoken;
  }

  /** The end is the last entry: what a tool or a voice reports later is of no use to anybody. */
  write(entry: JournalEntry): void {
    if (!this.#isEnded) this.parts.journal.write(entry);
  }

  failed(stage: "think" | "speak", problem: Problem, recovery: Recovery, who?: FailedProvider): void {
    this.write({ kind: "failure", atMs: this.atMs, stage, problem, recovery, ...who });
  }

  end(reason: CloseReason): void {
    this.usage.tell();
    this.write({ kind: "closed", atMs: this.atMs, reason });
    this.#isEnded = true;
  }
}
