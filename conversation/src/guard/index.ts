/** The form guard and the check of what is said, as one part of a conversation. */
import type { KnowledgePassage, Message, NotedForm, ToolDefinition, ToolOutcome } from "../ports.ts";
import { exchangesIn } from "./exchanges.ts";
import { Guard, type Considered, type FormSlot, type GuardParts, type ToolCall, type Verdict } from "./guard.ts";
import { SpeechCheck, type CheckedAnswer, type Correction } from "./speech-check.ts";
import type { HoldReason } from "./hold.ts";

export type { Correction as DoneCorrection } from "./done-effects.ts";
export type { CheckedAnswer, Correction, FormSlot, HoldReason, Verdict };

type Hold = Extract<Verdict, { kind: "held" }>;

export interface FormGuard {
  judge(considered: Considered): Verdict;
  pendingCall(considered: Omit<Considered, "call" | "tool">): ToolCall | undefined;
  began(call: ToolCall, tool: ToolDefinition | undefined, meanwhile: string): void;
  ran(call: ToolCall, tool: ToolDefinition | undefined, outcome: ToolOutcome): void;
  /** A call that was met by changing what was done before, or by undoing it. */
  corrected(call: ToolCall, tool: ToolDefinition, outcome: ToolOutcome): void;
  /** What a model was given to answer from. */
  read(passages: readonly KnowledgePassage[]): void;
  /** Sentences of one answer, as they are about to be said. */
  answer(language: () => string): CheckedAnswer;
}

/** What the journal hears of it. */
export interface FormEntries {
  /** Of tools whose calls were held and have not run since. */
  forms(): readonly NotedForm[];
  held(call: ToolCall, verdict: Hold): void;
  filled(tool: string, form: readonly FormSlot[]): void;
}

export interface FormGuardParts extends GuardParts {
  instructions: string;
  tools: readonly ToolDefinition[];
  holdsFacts: boolean;
  corrected(correction: Correction): void;
}

/** More than the caller's turns of a long call. */
const MOST_HEARD = 1_000;

export function createFormGuard(parts: FormGuardParts): FormGuard {
  const guard = new Guard(parts);
  const speech = new SpeechCheck({ ...parts, facts: [...parts.facts, parts.callerNumber], noted: parts.corrected });
  const heard = new Set<string>();
  const seen = new Set<string>();
  /** Figures that the caller has said may be said back. */
  const listenTo = (messages: readonly Message[]): void => {
    if (heard.size > MOST_HEARD) heard.clear();
    for (const message of messages) {
      if (message.role !== "caller" || heard.has(message.text)) continue;
      heard.add(message.text);
      speech.heard(message.text);
    }
    const last = exchangesIn(messages).at(-1);
    if (last) speech.answered(last);
  };
  return {
    judge(considered) {
      const verdict = guard.judge(considered);
      if (verdict.kind === "held") speech.asks(verdict.held.say);
      return verdict;
    },
    pendingCall(considered) {
      listenTo(considered.messages);
      return guard.pendingCall(considered);
    },
    began: (call, tool, meanwhile) => guard.began(call, tool, meanwhile),
    ran(call, tool, outcome) {
      guard.ran(call, tool, outcome);
      speech.ran(tool, outcome);
    },
    corrected: (call, tool, outcome) => guard.corrected(call, tool, outcome),
    read(passages) {
      if (seen.size > MOST_HEARD) seen.clear();
      for (const { id, text } of passages) {
        if (seen.has(id)) continue;
        seen.add(id);
        speech.knows(text);
      }
    },
    answer: (language) => speech.answer(language),
  };
}
