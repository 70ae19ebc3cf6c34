import { ANALYSIS_RATE_HZ, type Words, type WordTime } from "@ongea/conversation";
import type { Results } from "./results.ts";

/** The words of one utterance: those that stay, and those that may change. */
export class Utterance {
  readonly id: number;
  /** Where it begins in the sound of the call that was sent. */
  readonly from: number;
  /** The pause whose words are awaited. */
  pause: number | undefined;
  /** Its words have been told as final, and the speaker has not gone on. */
  isSettled = false;
  /** Deepgram has said anything about it, be it that nothing was said. */
  isAnswered = false;
  readonly #final: { text: string; confidence: number | undefined; times: readonly WordTime[] }[] = [];
  #interim = "";
  #language: string | undefined;

  constructor(id: number, from: number) {
    this.id = id;
    this.from = from;
  }

  /** Whether its words are others now. `origin`: where the sound of this connection begins, in samples. */
  take({ is_final: isFinal, channel }: Results, origin: number): boolean {
    this.isAnswered = true;
    const before = this.text;
    const best = channel.alternatives[0];
    const text = best?.transcript.trim() ?? "";
    this.#interim = isFinal ? "" : text;
    const ms = (seconds: number): number => seconds * 1_000 + ((origin - this.from) / ANALYSIS_RATE_HZ) * 1_000;
    const times = best?.words.map(({ word, punctuated_word: written = word, start, end }) => ({
      text: written,
      startMs: ms(start),
      endMs: ms(end),
    }));
    if (isFinal && text) this.#final.push({ text, confidence: best?.confidence, times: times ?? [] });
    this.#language = best?.languages?.[0] ?? this.#language;
    return this.text !== before;
  }

  /** What is sent again is heard again. */
  forgetInterim(): void {
    this.#interim = "";
    this.isAnswered = this.#final.length > 0;
  }

  get text(): string {
    return [...this.#final.map(({ text }) => text), this.#interim].filter(Boolean).join(" ");
  }

  get words(): Words {
    const judged = this.#final.flatMap(({ confidence }) => confidence ?? []);
    const confidence = judged.reduce((sum, one) => sum + one, 0) / judged.length;
    const times = this.#final.flatMap((one) => one.times);
    return {
      text: this.text,
      ...(judged.length > 0 ? { confidence } : {}),
      ...(times.length > 0 ? { times } : {}),
      ...(this.#language === undefined ? {} : { language: this.#language }),
    };
  }
}
