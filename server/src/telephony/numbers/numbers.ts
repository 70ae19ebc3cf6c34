import { TEMPLATES, type Agents } from "../../agents/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { createNumberStore, type AnsweredNumber, type NumberStore, type RentedNumber } from "./store.ts";

/** Which assistant answers at which number. */
export interface Numbers {
  /** The assistant set to answer this number, whosever it is; undefined: nobody answers here. */
  agentAt(number: string): Promise<AnsweredNumber | undefined>;
  /** The numbers of a workspace's assistants, by assistant. */
  of(workspaceId: string): Promise<Map<string, string[]>>;
  /** Those that a workspace's calls may show to whom they call. */
  held(workspaceId: string): Promise<RentedNumber[]>;
  /** Whether it has one of its own: those of the installation are every workspace's from the beginning. */
  ownsAny(workspaceId: string): Promise<boolean>;
  /** All of a workspace, in order. */
  all: NumberStore["all"];
  /** Those that a demo workspace shows. */
  examples(workspaceId: string): Promise<RentedNumber[]>;
  /** The numbers of an assistant that is no more ring nowhere. */
  release(workspaceId: string, agentId: string): Promise<void>;
  /** An assistant that is brought back answers its numbers again, but those that another one answers by now. */
  giveBack(workspaceId: string, agentId: string): Promise<void>;
  /** Gives the template assistants of a workspace their numbers, where those are still free. */
  seed(workspaceId: string, agents: Agents): Promise<void>;
}

export function createNumbers(tenancy: Tenancy): Numbers {
  const store = createNumberStore(tenancy);
  return {
    agentAt: (number) => store.agentAt(number),
    async of(workspaceId) {
      const byAgent = new Map<string, string[]>();
      for (const { agentId, number } of await store.answered(workspaceId))
        if (agentId !== null) byAgent.set(agentId, [...(byAgent.get(agentId) ?? []), number]);
      return byAgent;
    },
    held: (workspaceId) => store.held(workspaceId),
    ownsAny: async (workspaceId) =>
      (await store.held(workspaceId)).some(({ rental, account, trunkId }) => Boolean(rental ?? account ?? trunkId)),
    all: (workspaceId, most) => store.all(workspaceId, most),
    examples: (workspaceId) => store.examples(workspaceId),
    release: (workspaceId, agentId) => store.release(workspaceId, agentId),
    giveBack: (workspaceId, agentId) => store.giveBack(workspaceId, agentId),
    async seed(workspaceId, agents) {
      for (const { key, number } of TEMPLATES) {
        const agent = await agents.find(workspaceId, key);
        if (agent) await store.add(workspaceId, { number, agentId: agent.id });
      }
    },
  };
}
