/** The history of a call, as a language model reads it. */

export type Message =
  /** `confidence`, and of each word: 0…1, as the recogniser judges them; absent where it does not say. */
  | { role: "caller"; text: string; confidence?: number; words?: readonly RecognisedWord[]; note?: CallerNote }
  /** Only what was heard, when the caller spoke over it (`cut`). */
  | { role: "assistant"; text: string; cut?: boolean }
  | { role: "tool-call"; id: string; name: string; arguments: string }
  | { role: "tool-result"; id: string; name: string; result: string };

/** Notes for the model beside the caller's words. They stay with these words in the history. */
export interface CallerNote {
  language: string;
  localTime: string;
  passages?: readonly KnowledgePassage[];
  /** What somebody who listens has told the assistant since the turn before: {@link Message} of the caller never hold it. */
  whispers?: readonly string[];
  /** What the guard knows of the values that calls of tools were held for. */
  forms?: readonly NotedForm[];
}

export interface NotedForm {
  tool: string;
  slots: readonly { name: string; value: string | number | boolean; state: "doubtful" | "heard" | "confirmed" }[];
}

export interface KnowledgePassage {
  id: string;
  source: string;
  text: string;
}

export interface RecognisedWord {
  /** As it stands in the text, its marks included. */
  text: string;
  confidence: number;
}

export interface Words {
  text: string;
  /** 0…1 as the recogniser judges it; absent where it does not say. */
  confidence?: number;
  /** Of each word, in order, where the recogniser says it: 0…1. */
  words?: readonly RecognisedWord[];
  /** When each was said, where the recogniser says it: ms of the utterance's sound, that before `begin` included. */
  times?: readonly WordTime[];
  /** BCP 47, where the recogniser says which language it heard. */
  language?: string;
}

export interface WordTime {
  /** As it stands in the text. */
  text: string;
  startMs: number;
  endMs: number;
}
