/** What a session that keeps its own history must be told, so that it goes by what really was said and heard. */
import type { Message, ThinkRequest } from "@ongea/conversation";
import { noteInWords, instructionsOf, withCutMark } from "../thoughts/instructions.ts";
import type { SoundOf } from "./session.ts";

const MOST_TOLD = 2_000;

export class News {
  #told = new Set<string>();
  /** Answers of the session, letters only, that no message of the history has confirmed yet. */
  #said: string[] = [];
  #hasNoted = false;
  readonly #answered = new Set<string>();

  /** The session has answered with these words, whether anybody heard them or not. */
  said(text: string): void {
    const letters = lettersOf(text);
    if (letters !== "") this.#said.push(letters);
  }

  /** The session knows the result of this call. */
  answered(id: string): void {
    this.#answered.add(id);
  }

  /** Empty: it knows everything. Each thing is told once. */
  take(request: ThinkRequest, soundOf: SoundOf): string {
    if (this.#told.size > MOST_TOLD) this.#told.clear();
    const lines: string[] = [];
    const seen = new Map<string, number>();
    for (const message of request.messages) {
      for (const [fact, line] of this.#factsOf(message, soundOf)) {
        const times = (seen.get(fact) ?? 0) + 1;
        seen.set(fact, times);
        const key = `${times} ${fact}`;
        if (this.#told.has(key)) continue;
        this.#told.add(key);
        if (line !== "" && !this.#isConfirmed(message)) lines.push(line);
      }
    }
    if (this.#said.length > 0) lines.push("Nothing else of your answers was heard.");
    this.#said = [];
    if (lines.length > 0 && !request.messages.some((message) => message.role === "caller" && message.note))
      lines.push(instructionsOf(request).passing);
    return lines.join("\n");
  }

  #factsOf(message: Message, soundOf: SoundOf): (readonly [fact: string, line: string])[] {
    if (message.role === "tool-call") return [];
    if (message.role === "tool-result") {
      const line = this.#answered.has(message.id) ? "" : `${message.name} has answered: ${message.result}`;
      return [[`result ${message.id} ${message.result}`, line]];
    }
    if (message.role === "assistant")
      return [[`assistant ${withCutMark(message)}`, `The caller heard you say: ${withCutMark(message)}`]];
    const { note, text } = message;
    const words = soundOf(message).length > 0 ? "" : `The caller said: ${text}`;
    if (!note) return [[`caller ${text}`, words]];
    const { language, passages = [], whispers = [], forms = [] } = note;
    const more = [passages, whispers, forms];
    // Language and time alone are worth no question of their own, but for the first.
    const isWorth = !this.#hasNoted || more.some((one) => one.length > 0);
    this.#hasNoted = true;
    return [
      [`caller ${text}`, words],
      [`note ${language} ${isWorth ? JSON.stringify(more) : ""}`, isWorth ? noteInWords(note) : ""],
    ];
  }

  /** An answer of the session that was heard to its end. */
  #isConfirmed(message: Message): boolean {
    if (message.role !== "assistant" || message.cut) return false;
    const at = this.#said.indexOf(lettersOf(message.text));
    if (at >= 0) this.#said.splice(at, 1);
    return at >= 0;
  }
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}
