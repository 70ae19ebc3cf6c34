import type { Words } from "@ongea/conversation";

/** What the host says to a decoder's worker; one utterance at a time. */
export type ToDecoder =
  | {
      op: "begin";
      utterance: number;
      grammar?: string;
      words: readonly string[];
      anything: boolean;
      samples: readonly string[];
      name: boolean;
    }
  | { op: "hear"; samples: Int16Array }
  | { op: "pause"; pause: number }
  | { op: "resume" }
  | { op: "end" };

export type FromDecoder =
  | { op: "ready" }
  | { op: "partial"; utterance: number; words: Words }
  | { op: "settled"; utterance: number; pause: number; words: Words; tookMs: number };
