/** Replays the caller's sound of a call, turn by turn: STT hears it, and an agent answers. Tools work as in tests. */
import { randomUUID } from "node:crypto";
import type { SpokenCallers } from "../../engines/index.ts";
import type { Log } from "../../platform/log/log.ts";
import { type CallFacts, valuesOf } from "../plan/plan.ts";
import type { RunSlots } from "./run-slots.ts";
import { createTestTools } from "./test-tools.ts";
import { conversing, hearingPreferences, modelsFor, type TestedAgent, type TestedAgentParts } from "./tested-agent.ts";
import { type ReadSound, type ReplayProgress, clockFrom, playReplay } from "./play-replay.ts";
import { timeLimit } from "@ongea/providers";

export interface ReplayOrder {
  agent: TestedAgent;
  connectedStt: boolean;
  turns: readonly ReadSound[];
  /** Of the call. */
  facts: Pick<CallFacts, "direction" | "fromNumber" | "toNumber" | "userData" | "startedAt">;
  /** What functions and transfers answered, by their names. */
  replies: Readonly<Record<string, string>>;
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
        const within = timeLimit(LONGEST_REPLAY_MS, slot.signal);
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
