import type { Words } from "@ongea/conversation";
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
  readonly #final: { text: string; confidence: number | undefined }[] = [];
  #interim = "";
  #language: string | undefined;

  constructor(id: number, from: number) {
    this.id = id;
    this.from = from;
  }

  /** Whether its words are others now. */
  take({ is_final: isFinal, channel }: Results): boolean {
    this.isAnswered = true;
    const before = this.text;
    const best = channel.alternatives[0];
    const text = best?.transcript.trim() ?? "";
    this.#interim = isFinal ? "" : text;
    if (isFinal && text) this.#final.push({ text, confidence: best?.confidence });
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
    return {
      text: this.text,
      ...(judged.length > 0 ? { confidence } : {}),
      ...(this.#language === undefined ? {} : { language: this.#language }),
    };
  }
}
