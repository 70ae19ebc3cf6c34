/** A/B tests: another version beside the one that a number or a batch uses, until a person or its harm stops it. */
import { LEAST_CALLS_TO_STOP, type BatchGoal, type VersionSplit } from "@ongea/contract";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import type { Choices } from "../choices/choices.ts";
import type { AgentKey } from "../saving.ts";
import type { StoredAgent } from "../store.ts";
import { differenceOf, type Counted } from "./statistics.ts";
import type { SplitStore, StoredSplit } from "./store.ts";

export interface SplitResults {
  used: Counted;
  tried: Counted;
}

export interface NewSplit extends Pick<VersionSplit, "kind" | "target" | "version" | "share"> {
  goal: BatchGoal;
  by: string;
}

/** What the calls of a test add up to, as a later domain counts them. */
export type CountSplit = (workspaceId: string, splitId: string, goal: BatchGoal) => Promise<SplitResults>;

export interface Splits {
  list(workspaceId: string): Promise<StoredSplit[]>;
  /** Refuses with "split.not_found". */
  read(key: AgentKey): Promise<StoredSplit>;
  results(split: StoredSplit): Promise<SplitResults>;
  /** Refuses with "version_choice.no_target", "agent.version_not_found", "split.same_version" and "split.running". */
  start(workspaceId: string, wanted: NewSplit): Promise<{ split: StoredSplit; name: string }>;
  /** Refuses with "split.not_found". One that is stopped stays as it is. */
  stop(key: AgentKey): Promise<{ split: StoredSplit; name: string; isChanged: boolean }>;
  /** Stops it where its version harms. Undefined: it goes on, or had stopped. */
  judge(key: AgentKey): Promise<{ agentId: string; name: string } | undefined>;
  /** The agent as it is used there, with what is tried beside it. */
  triedBeside(agent: StoredAgent, target: { kind: VersionSplit["kind"]; target: string }): Promise<StoredAgent>;
  join(count: CountSplit): void;
}

interface SplitsParts {
  tenancy: Tenancy;
  splits: SplitStore;
  choices: Pick<Choices, "agentAt" | "usedBy" | "versionOf">;
  held(key: AgentKey, version: undefined): Promise<StoredAgent>;
  read(workspaceId: string, id: string): Promise<StoredAgent>;
}

const MOST_LISTED = 100;

export function createSplits({ tenancy, splits, choices, held, read }: SplitsParts): Splits {
  let count: CountSplit | undefined;
  const one = async (key: AgentKey): Promise<StoredSplit> => {
    const split = await splits.read(key);
    if (!split) throw refuse("split.not_found");
    return split;
  };
  const results: Splits["results"] = async ({ workspaceId, id, goal }) => {
    if (!count) throw new Error("Nothing counts the calls of A/B tests");
    return count(workspaceId, id, goal);
  };
  const nameOf = async ({ workspaceId, agentId }: StoredSplit): Promise<string> =>
    (await read(workspaceId, agentId)).document.agent_config.agent_name;
  return {
    list: (workspaceId) => splits.list(workspaceId, MOST_LISTED),
    read: one,
    results,
    start: (workspaceId, { by, ...wanted }) =>
      tenancy.together(workspaceId, async () => {
        const { agentId, chooser } = await choices.agentAt(workspaceId, wanted);
        const agent = await held({ workspaceId, id: agentId }, undefined);
        const used = await choices.usedBy(agent, chooser);
        if (!(await choices.versionOf(agent, wanted.version))) throw refuse("agent.version_not_found");
        if (used.version === wanted.version) throw refuse("split.same_version");
        const split = await splits.add({ ...wanted, target: chooser.target, workspaceId, agentId, startedBy: by });
        if (!split) throw refuse("split.running");
        return { split, name: agent.document.agent_config.agent_name };
      }),
    async stop(key) {
      const stopped = await splits.stop(key, "person");
      const split = stopped ?? (await one(key));
      return { split, name: await nameOf(split), isChanged: stopped !== undefined };
    },
    async judge(key) {
      const split = await splits.read(key);
      if (!split || split.stoppedAt !== null) return undefined;
      const { used, tried } = await results(split);
      if (Math.min(used.calls, tried.calls) < LEAST_CALLS_TO_STOP) return undefined;
      const difference = differenceOf(tried, used);
      if (!difference || difference.high >= 0) return undefined;
      const stopped = await splits.stop(key, "harm");
      return stopped && { agentId: stopped.agentId, name: await nameOf(stopped) };
    },
    async triedBeside(agent, target) {
      const split = await splits.running({ workspaceId: agent.workspaceId, ...target });
      if (split?.agentId !== agent.id) return agent;
      const tried = await choices.versionOf(agent, split.version);
      return tried ? { ...agent, split: { id: split.id, share: split.share, tried } } : agent;
    },
    join: (counting) => void (count = counting),
  };
}
