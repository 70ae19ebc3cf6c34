import type { Message } from "@ongea/conversation";
import type { SoundOf } from "./session.ts";

/** Utterances whose sound is referred to; older ones are text. */
const MOST_UTTERANCES = 40;

interface Utterance {
  id: number;
  text: string;
  pieces: readonly number[];
}

/** Which pieces of sound the caller's words in the history were said in. */
export class SpokenPieces {
  #utterances: Utterance[] = [];

  /** An utterance that goes on after a pause replaces what was kept of it. Returns pieces that nothing refers to any more. */
  keep(utterance: Utterance): readonly number[] {
    this.#utterances = this.#utterances.filter(({ id }) => id !== utterance.id);
    if (utterance.text !== "") this.#utterances.push(utterance);
    const old = this.#utterances.splice(0, Math.max(0, this.#utterances.length - MOST_UTTERANCES));
    return old.flatMap(({ pieces }) => pieces);
  }

  isKept(id: number): boolean {
    return this.#utterances.some((utterance) => utterance.id === id);
  }

  /** The latest words first: the same sentence may have been said twice. */
  of(messages: readonly Message[]): SoundOf {
    const left = [...this.#utterances];
    const found = new Map<Message, readonly number[]>();
    for (const message of messages.toReversed()) {
      if (message.role !== "caller") continue;
      const at = left.findLastIndex(({ text }) => text === message.text.trim());
      const utterance = left[at];
      if (!utterance) continue;
      left.length = at;
      found.set(message, utterance.pieces);
    }
    return (message) => found.get(message) ?? [];
  }
}
