import type { Clock, LanguageModel, ThinkRequest, Thought } from "../ports.ts";
import type { ProviderFailure } from "../ports.ts";
import { misbehaving, type Misbehaviour } from "./misbehaving.ts";

type Answerer = (request: ThinkRequest) => string | readonly Thought[];

export interface ScriptedOptions extends Misbehaviour {
  firstTokenMs?: number;
  /** Also called `pieceMs`: between two tokens. */
  tokenMs?: number;
  pieceMs?: number;
  name?: string;
}

/** A mind whose answers a test writes. Tokens (words) come at a steady rate after `firstTokenMs`. */
export class ScriptedModel implements LanguageModel {
  readonly name: string;
  readonly requests: ThinkRequest[] = [];
  aborted = 0;
  /** When set, thinking fails like this. */
  failure: ProviderFailure | undefined;
  readonly #clock: Clock;
  readonly #answer: Answerer;
  readonly #firstTokenMs: number;
  readonly #tokenMs: number;
  readonly #misbehaviour: Misbehaviour;

  constructor(clock: Clock, answer: Answerer, options: ScriptedOptions = {}) {
    const { firstTokenMs = 0, pieceMs = 0, tokenMs = pieceMs, name = "scripted" } = options;
    this.#misbehaviour = options;
    this.#clock = clock;
    this.#answer = answer;
    this.#firstTokenMs = firstTokenMs;
    this.#tokenMs = tokenMs;
    this.name = name;
  }

  async *think(request: ThinkRequest, signal: AbortSignal): AsyncGenerator<Thought> {
    this.requests.push(request);
    yield* misbehaving(this.#thoughts(request, signal), this.#misbehaviour, signal);
  }

  async *#thoughts(request: ThinkRequest, signal: AbortSignal): AsyncGenerator<Thought> {
    await this.#wait(this.#firstTokenMs, signal);
    if (this.failure) throw this.failure;
    const answer = this.#answer(request);
    for (const thought of typeof answer === "string" ? tokens(answer) : answer) {
      if (signal.aborted) {
        this.aborted++;
        return;
      }
      yield thought;
      await this.#wait(this.#tokenMs, signal);
    }
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.#clock.at(this.#clock.now() + ms, done);
      signal.addEventListener("abort", done, { once: true });
    });
  }
}

function tokens(text: string): Thought[] {
  return (text.match(/\s*\S+/g) ?? []).map((token) => ({ kind: "text", text: token }));
}
