/** Adds up what providers were used for, and tells it from time to time: costs are computed from it, also of a call that ends in the middle. */
import { entriesOf } from "./known-keys.ts";
import type { Clock, Usage } from "./ports.ts";

export type Stage = "hear" | "think" | "speak";

export interface Used {
  stage: Stage;
  /** The provider's name. */
  by: string;
  usage: Usage;
}

/** What is lost at most of a call whose server is killed. */
const TELLS_EVERY_MS = 10_000;

export class UsageMeter {
  readonly #clock: Clock;
  readonly #tell: (used: Used) => void;
  readonly #sums = new Map<string, Used>();
  #toldMs: number;

  constructor(clock: Clock, tell: (used: Used) => void) {
    this.#clock = clock;
    this.#tell = tell;
    this.#toldMs = clock.now();
  }

  add(stage: Stage, by: string, usage: Usage): void {
    const key = `${stage} ${by}`;
    const sum = this.#sums.get(key) ?? { stage, by, usage: {} };
    this.#sums.set(key, sum);
    for (const [kind, amount] of entriesOf(usage))
      if (Number.isFinite(amount) && amount > 0) sum.usage[kind] = (sum.usage[kind] ?? 0) + amount;
    if (this.#clock.now() - this.#toldMs >= TELLS_EVERY_MS) this.tell();
  }

  /** What has been added since the last time, one for each provider and stage. */
  tell(): void {
    this.#toldMs = this.#clock.now();
    const sums = [...this.#sums.values()].filter(({ usage }) => Object.keys(usage).length > 0);
    this.#sums.clear();
    for (const { stage, by, usage } of sums) {
      const whole = Object.fromEntries(Object.entries(usage).map(([kind, amount]) => [kind, Math.round(amount)]));
      this.#tell({ stage, by, usage: whole });
    }
  }
}
