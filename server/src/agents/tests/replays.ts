/** Replays the caller's sound of a call, turn by turn: STT hears it, and an agent answers. Tools work as in tests. */
import { randomUUID } from "node:crypto";
import {
  type JournalEntry,
  type LanguageModel,
  openWrittenConversation,
  type Plan,
  ProviderFailure,
  type ToolRunner,
} from "@ongea/conversation";
import type { SpokenCallers, SpokenConversation } from "../../engines/index.ts";
import type { Log } from "../../platform/log/log.ts";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import { type CallFacts, valuesOf } from "../plan/plan.ts";
import type { RunSlots } from "./run-slots.ts";
import { testLineOf } from "./test-lines.ts";
import { createTestTools } from "./test-tools.ts";
import { conversing, hearingPreferences, modelsFor, type TestedAgent, type TestedAgentParts } from "./tested-agent.ts";

/** Sound of a caller's turn at 16 kHz. */
export type ReadSound = () => Promise<Int16Array>;

export interface ReplayOrder {
  agent: TestedAgent;
  connectedStt: boolean;
  turns: readonly ReadSound[];
  /** Of the call. */
  facts: Pick<CallFacts, "direction" | "fromNumber" | "toNumber" | "userData" | "startedAt">;
  /** What functions and transfers answered, by their names. */
  replies: Readonly<Record<string, string>>;
}

export interface ReplayProgress {
  /** By which models; the replay plays when it resolves. */
  begun(by: { model: string; stt: string }): Promise<void>;
  /** What was said and done so far: before the caller's first turn, then after each. */
  played(turns: readonly (readonly JournalEntry[])[]): Promise<void>;
  ended(isWhole: boolean): Promise<void>;
}

export interface Replays {
  /** Refuses with "agent_test.running", "server.busy" and "agent_test.no_stt". The replay goes on after it. */
  start(order: ReplayOrder, progress: ReplayProgress): Promise<void>;
}

export interface ReplaysParts extends TestedAgentParts {
  slots: Pick<RunSlots, "take">;
  callers: Pick<SpokenCallers, "chooseStt" | "use">;
  log: Log;
}

const LONGEST_REPLAY_MS = 900_000;
/** From the caller's sound to the end of the answer. */
export const LONGEST_TURN_MS = 180_000;

export function createReplays(parts: ReplaysParts): Replays {
  const { slots, callers, log } = parts;
  return {
    async start(order, progress) {
      const { workspaceId } = order.agent;
      const slot = slots.take(workspaceId);
      try {
        const { llms } = await modelsFor(order.agent, parts);
        const chosen = callers.chooseStt(await hearingPreferences(order.agent, parts, order.connectedStt));
        await progress.begun({ model: llms[0]?.name ?? "", stt: chosen.sttName });
        const within = AbortSignal.any([slot.signal, AbortSignal.timeout(LONGEST_REPLAY_MS)]);
        void callers
          .use(chosen, (caller) => {
            const { plan, languageModels, facts } = conversing(
              order.agent,
              { ...order.facts, callId: randomUUID(), llms },
              parts,
            );
            const person = (facts.direction === "inbound" ? facts.fromNumber : facts.toNumber) ?? "";
            const tools = createTestTools({
              agent: order.agent,
              replies: order.replies,
              callerNumber: person,
              values: valuesOf(facts),
              now: clockFrom(facts.startedAt),
            });
            const spoken = caller.begin({ language: plan.language, keywords: plan.keywords });
            const playing = { turns: order.turns, plan, languageModels, tools, spoken, played: progress.played };
            return playReplay(playing, within).finally(() => spoken.close());
          })
          .catch((error: unknown) => {
            log.error({ error, workspaceId }, "A replay broke");
            return false;
          })
          .then((isWhole) => progress.ended(isWhole))
          .catch((error: unknown) => log.error({ error, workspaceId }, "The end of a replay was not stored"))
          .finally(slot.over);
      } catch (error) {
        slot.over();
        throw error;
      }
    },
  };
}

/** It is the day of the call again: what was tomorrow is tomorrow. */
function clockFrom(startedAt: Date): () => Date {
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
      const within = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_TURN_MS)]);
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
