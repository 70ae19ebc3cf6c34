/**
 * STT: two recognisers on one voice. A neural one writes free speech well and guesses at two words on their own ("two o'clock" becomes "to the
 * lock"); one that is guided by a grammar knows exactly those. Where a question asks for a day, a time, a number, a yes or a name, both
 * hear the answer, and what the two agree on, or what fits the question, is what was said.
 */
import type { Expected, Listening, ListenOptions, Problem, Recogniser, RecogniserListener, Words } from "@ongea/conversation";
import { fused } from "./fused.ts";
import { spellsNobody } from "./fused-names.ts";

/** The guided one is quick; it is not waited for longer than this after the other. */
const WAIT_MS = 300;
/**
 * From the pause on, where the other wrote nobody's name: the guided one hears letters a second time as those of names, which takes 0.9 s of a processor
 * (median of 20 names), up to 4 s. Where many spell at once the other is late, and is not waited after for as long again.
 */
const WAIT_FOR_NAMES_MS = 2_000;
const GUIDED: ReadonlySet<Expected["kind"]> = new Set(["yes-no", "name", "phone", "digits", "code", "date", "time", "phrase"]);

export function hearTwice(neural: Recogniser, guided: Recogniser, waitMs = WAIT_MS): Recogniser {
  return { name: neural.name, listen: (options, listener) => new ListeningTwice({ neural, guided, waitMs }, options, listener) };
}

interface Parts {
  neural: Recogniser;
  guided: Recogniser;
  waitMs: number;
}

class ListeningTwice implements Listening {
  readonly #listener: RecogniserListener;
  readonly #waitMs: number;
  readonly #neural: Listening;
  #guided: Listening | undefined;
  #expected: readonly Expected[] = [];
  #isGuided = false;
  /** What is known of the pause that is being waited for. */
  #pause: { id: number; pause: number; sinceMs: number; neural?: Words; guided?: Words } | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: Parts, options: ListenOptions, listener: RecogniserListener) {
    this.#listener = listener;
    this.#waitMs = parts.waitMs;
    this.#neural = parts.neural.listen(options, {
      partial: (id, words) => listener.partial(id, words),
      settled: (id, pause, words) => this.#settled("neural", [id, pause], words),
      failed: (problem: Problem, id?: number) => {
        this.#forget();
        listener.failed(problem, id);
      },
      used: (usage) => listener.used?.(usage),
    });
    try {
      this.#guided = parts.guided.listen(options, {
        partial() {},
        settled: (id, pause, words) => this.#settled("guided", [id, pause], words),
        // The other one hears alone from then on.
        failed: () => this.#loseGuided(),
      });
    } catch {
      this.#loseGuided();
    }
  }

  hear(frame: Int16Array): void {
    this.#neural.hear(frame);
    if (this.#isGuided) this.#guided?.hear(frame);
  }

  begin(id: number): void {
    this.#forget();
    this.#isGuided = this.#guided !== undefined && this.#expected.some(asksGuided);
    this.#neural.begin(id);
    if (this.#isGuided) this.#guided?.begin(id);
  }

  pause(id: number, pause: number): void {
    this.#forget();
    this.#pause = { id, pause, sinceMs: performance.now() };
    this.#neural.pause(id, pause);
    if (this.#isGuided) this.#guided?.pause(id, pause);
  }

  resume(id: number): void {
    this.#forget();
    this.#neural.resume(id);
    if (this.#isGuided) this.#guided?.resume(id);
  }

  end(id: number): void {
    this.#forget();
    this.#neural.end(id);
    if (this.#isGuided) this.#guided?.end(id);
  }

  expect(expected: readonly Expected[]): void {
    this.#expected = expected;
    this.#neural.expect(expected);
    this.#guided?.expect(expected);
  }

  close(): void {
    this.#forget();
    this.#neural.close();
    this.#guided?.close();
  }

  #settled(by: "neural" | "guided", [id, pause]: readonly [number, number], words: Words): void {
    const waited = this.#pause;
    if (waited?.id !== id || waited.pause !== pause) return;
    waited[by] = words;
    if (waited.neural === undefined) return;
    if (!this.#isGuided || waited.guided !== undefined) return this.#tell();
    const leftMs = spellsNobody(waited.neural, this.#expected) ? waited.sinceMs + WAIT_FOR_NAMES_MS - performance.now() : 0;
    const waitMs = Math.max(this.#waitMs, leftMs);
    this.#late ??= setTimeout(() => this.#tell(), waitMs);
  }

  #tell(): void {
    const waited = this.#pause;
    this.#forget();
    if (!waited?.neural) return;
    const { id, pause, neural, guided } = waited;
    this.#listener.settled(id, pause, guided ? fused(neural, guided, this.#expected) : neural);
  }

  #loseGuided(): void {
    const lost = this.#guided;
    this.#guided = undefined;
    this.#isGuided = false;
    lost?.close();
    if (this.#pause?.neural) this.#tell();
  }

  #forget(): void {
    clearTimeout(this.#late);
    this.#late = undefined;
    this.#pause = undefined;
  }
}

function asksGuided(one: Expected): boolean {
  return GUIDED.has(one.kind);
}
