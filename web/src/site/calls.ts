/** Real calls, held with the product's own front desk and customer service, as their journals tell them. */
import type { TimelineCall, TimelineTurn } from "@ongea/contract";
import { sentencesIn } from "../call/as-sentence.ts";
import type { Language } from "../words/languages.ts";
import told from "./calls.json" with { type: "json" };

export interface ExampleTurn extends TimelineTurn {
  text: string;
  /** The other voice took over before the end. */
  cut?: boolean;
  /** From the caller's last sound to the first of the answer. */
  answeredMs?: number;
}

export interface ExampleCall extends TimelineCall {
  agent: string;
  /** In which it was held; absent: in English. */
  language?: string;
  turns: readonly ExampleTurn[];
  tools: readonly { name: string; startMs: number; endMs: number }[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler reads the kinds of JSON as any text
export const CALLS = told as Readonly<Record<keyof typeof told, ExampleCall>>;

interface Recorded {
  call: ExampleCall;
  /** Its sound, as an address. */
  sound: string;
}

const IN_ENGLISH: Recorded = { call: CALLS.booking, sound: "/front-desk-call.ogg" };
/** In French and Swahili the callers typed: the built-in speech recognition is English. */
const RECORDED: Partial<Record<Language, Recorded>> = {
  fr: { call: CALLS.practice, sound: "/practice-call-fr.ogg" },
  sw: { call: CALLS.sacco, sound: "/sacco-call-sw.ogg" },
};

/** The recorded call of a page: in its language where there is one. */
export function recordedCall(language: Language): Recorded {
  return RECORDED[language] ?? IN_ENGLISH;
}

/** What was said and looked up, in order. */
export type ExampleLine =
  | { by: "caller" | "assistant"; startMs: number; text: string; cut: boolean; answeredMs: number | undefined }
  /** By its name on the wire. */
  | { by: "tool"; startMs: number; text: string };

export function linesOf({ turns, tools }: ExampleCall): ExampleLine[] {
  const asSentence = sentencesIn(turns);
  const said = turns.map(({ by, startMs, text: words, cut = false, answeredMs }) => {
    const text = by === "caller" ? asSentence(words) : words;
    return { by, startMs, text, cut, answeredMs };
  });
  const looked = tools.map(({ name, startMs }) => ({ by: "tool" as const, startMs, text: name }));
  return [...said, ...looked].toSorted((a, b) => a.startMs - b.startMs);
}

/** As `clock` tells it, for a sentence. */
export function secondsOf({ durationMs }: ExampleCall): number {
  return Math.floor(durationMs / 1_000);
}

/** 75,300 → "1:15". */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
