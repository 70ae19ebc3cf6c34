/** One replay, turn by turn. */
import {
  type JournalEntry,
  type LanguageModel,
  openWrittenConversation,
  type Plan,
  ProviderFailure,
  type ToolRunner,
} from "@ongea/conversation";
import type { SpokenConversation } from "../../engines/index.ts";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import { testLineOf } from "./test-lines.ts";
import { timeLimit } from "@ongea/providers";

/** Sound of a caller's turn at 16 kHz. */
export type ReadSound = () => Promise<Int16Array>;

export interface ReplayProgress {
  /** By which models; the replay plays when it resolves. */
  begun(by: { model: string; stt: string }): Promise<void>;
  /** What was said and done so far: before the caller's first turn, then after each. */
  played(turns: readonly (readonly JournalEntry[])[]): Promise<void>;
  ended(isWhole: boolean): Promise<void>;
}

/** From the caller's sound to the end of the answer. */
export const LONGEST_TURN_MS = 180_000;

/** It is the day of the call again: what was tomorrow is tomorrow. */
export function clockFrom(startedAt: Date): () => Date {
  const sinceMs = performance.now();
  return () => new Date(startedAt.getTime() + performance.now() - sinceMs);
}

export interface ReplayPlay {
  turns: readonly ReadSound[];
  plan: Plan;
  languageModels: readonly LanguageModel[];
  tools: ToolRunner;
  spoken: Pick<SpokenConversation, "hear">;
  played: ReplayProgress["played"];
}

/** Resolves with whether it came to its end: of the turns, or of the conversation. */
export async function playReplay(
  { turns, plan, languageModels, tools, spoken, played }: ReplayPlay,
  signal: AbortSignal,
): Promise<boolean> {
  const all: JournalEntry[][] = [[]];
  const write = (entry: JournalEntry): void => {
    if (testLineOf(entry)) all.at(-1)?.push(entry);
  };
  const startedMs = performance.now();
  const conversation = openWrittenConversation({
    plan,
    clock: systemClock,
    languageModels,
    tools,
    checkArguments,
    journal: { write },
  });
  /** STT that fails has heard nothing. */
  const hear = async (sound: ReadSound, within: AbortSignal): Promise<string> => {
    try {
      return (await spoken.hear(await sound(), conversation.expected, within)).text.trim();
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const { code, message } = error;
      write({
        kind: "failure",
        atMs: performance.now() - startedMs,
        stage: "hear",
        problem: { code, message },
        recovery: "none",
      });
      return "";
    }
  };
  try {
    await played(all);
    for (const sound of turns) {
      if (signal.aborted) return false;
      const within = timeLimit(LONGEST_TURN_MS, signal);
      all.push([]);
      const heard = await hear(sound, within);
      const isLast = heard !== "" && (await conversation.answer(heard, within)).isLast;
      if (signal.aborted) return false;
      await played(all);
      if (isLast) break;
    }
    return true;
  } finally {
    conversation.close("stopped");
  }
}
