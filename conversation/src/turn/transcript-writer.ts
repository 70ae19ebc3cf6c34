/** Writes turns down, in the journal for people and in the history for the mind: what was said, and of ours only what was heard. */
import type { JournalEntry, TurnDelays } from "../journal.ts";
import type { LoudnessTrack } from "../audio/loudness.ts";
import type { Reply } from "../reply.ts";
import type { Message, Words } from "../ports.ts";
import type { History } from "../think/history.ts";
import type { CallerTurn } from "./caller-turn.ts";
import { INAUDIBLE } from "./reduce/turn-end.ts";

/** What the mind is told that the caller said: before and after the turn is accepted the same. */
export function callerMessage({ text, confidence, words }: Pick<Words, "text" | "confidence" | "words">): Message {
  return { role: "caller", text, ...(confidence === undefined ? {} : { confidence }), ...(words === undefined ? {} : { words }) };
}

type Said = Extract<Message, { role: "assistant" }>;

export interface TranscriptWriterParts {
  openedAtMs: number;
  history: History;
  loudness: { caller: LoudnessTrack; assistant: LoudnessTrack };
  journal(entry: JournalEntry): void;
}

export class TranscriptWriter {
  readonly #parts: TranscriptWriterParts;
  /** What of a reply that is underway stands in the history. */
  readonly #said = new WeakMap<Reply, Said[]>();
  #turns = 0;

  constructor(parts: TranscriptWriterParts) {
    this.#parts = parts;
  }

  /** `isAside`: for people alone. */
  callerTurn({ startMs, endMs, words, settled }: CallerTurn, isAside = false): void {
    if (!isAside) this.#parts.history.add(callerMessage(words));
    const { text, confidence, language, times } = words;
    const { openedAtMs } = this.#parts;
    const toJournal = (ms: number): number => Math.round(ms - openedAtMs);
    const placed = times?.map((one) => ({ ...one, startMs: toJournal(one.startMs), endMs: toJournal(one.endMs) }));
    this.#write("caller", text, [startMs, endMs], {
      ...(confidence === undefined ? {} : { confidence }),
      ...(language === undefined ? {} : { language }),
      hearing: { isWhole: settled && text !== INAUDIBLE, ...(placed && { times: placed }) },
    });
  }

  /** Before a tool runs: the words that a reply has said so far stay before its call. */
  before(reply: Reply): void {
    const said = this.#said.get(reply) ?? [];
    const text = reply.text.slice(said.map((one) => `${one.text} `).join("").length).trim();
    if (text === "") return;
    const message: Said = { role: "assistant", text };
    this.#said.set(reply, [...said, message]);
    this.#parts.history.add(message);
  }

  /** What stands in the history is what was heard; returns what does not stand there yet. */
  #heard(reply: Reply, heard: string, cut: boolean): string {
    let rest = heard;
    for (const message of this.#said.get(reply) ?? []) {
      if (rest.startsWith(message.text)) rest = rest.slice(message.text.length).trimStart();
      else {
        message.text = rest;
        if (cut) message.cut = true;
        if (rest === "") this.#parts.history.remove(message);
        rest = "";
      }
    }
    return rest;
  }

  /** `nowMs`: when our voice fell silent. */
  ourTurn(reply: Reply, said: { text: string; cut: boolean; delays?: TurnDelays | undefined }, nowMs: number): void {
    const { text, cut, delays } = said;
    // A model that read fillers among its words would say some of its own.
    const answer = this.#heard(reply, text === "" ? "" : reply.utterance.heardText(false), cut);
    if (text === "") return;
    if (answer !== "") this.#parts.history.add({ role: "assistant", text: answer, ...(cut ? { cut } : {}) });
    this.#write("assistant", text, [reply.times.fillerMs ?? reply.times.firstSoundMs ?? nowMs, nowMs], {
      ...(cut ? { cut } : {}),
      ...(reply.sources.length > 0 ? { sources: [...reply.sources] } : {}),
      ...(delays ? { delays } : {}),
    });
  }

  #write(by: "caller" | "assistant", text: string, span: readonly [number, number], more: object): void {
    const { openedAtMs, loudness } = this.#parts;
    const startMs = Math.round(span[0] - openedAtMs);
    const endMs = Math.max(startMs, Math.round(span[1] - openedAtMs));
    this.#parts.journal({
      kind: "turn",
      by,
      index: this.#turns++,
      text,
      startMs,
      endMs,
      loudness: loudness[by].between(startMs, endMs),
      ...more,
    });
  }
}
