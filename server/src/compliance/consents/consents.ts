/** Whether somebody must have agreed before they are called or written to, and whether they have. */
import type { ConsentPolicy, GateDecision } from "@ongea/contract";
import type { CountryPacks } from "../country-packs/country-packs.ts";
import type { ConsentStore } from "./store.ts";

/** As evidence: whether a consent was required, by which rule, and the entry that stood. Without `id` there was none. */
export type ConsentAnswer = NonNullable<GateDecision["facts"]["consent"]>;

export interface ConsentQuestion {
  workspaceId: string;
  agentId: string;
  /** E.164. */
  number: string;
  channel: "call" | "message";
  /** The person is put beside a call that runs: a transfer, a take-over. */
  isBeside?: boolean | undefined;
  at: Date;
}

export interface Consents {
  judge(question: ConsentQuestion): Promise<ConsentAnswer>;
  /** Of these numbers, those that this agent may not call now for want of a consent. */
  missing(question: Omit<ConsentQuestion, "number"> & { numbers: readonly string[] }): Promise<ReadonlySet<string>>;
}

export interface ConsentsParts {
  store: Pick<ConsentStore, "policy" | "standing">;
  packs: Pick<CountryPacks, "consentRule">;
}

/** A consent is missing where one is required and none stands. */
export function isMissing({ required, id }: ConsentAnswer): boolean {
  return required && id === undefined;
}

export function createConsents({ store, packs }: ConsentsParts): Consents {
  /** By which rule each of these numbers needs one; those that need none are not there. */
  async function rulesFor(
    { workspaceId, agentId, isBeside = false }: Omit<ConsentQuestion, "number">,
    numbers: readonly string[],
  ): Promise<Map<string, "country" | "workspace">> {
    const policy = await store.policy(workspaceId);
    if (!concerns(policy, agentId, isBeside)) return new Map();
    if (policy.required === "everywhere") return new Map(numbers.map((number) => [number, "workspace"]));
    const isNeeded = await packs.consentRule(workspaceId);
    return new Map(numbers.filter(isNeeded).map((number) => [number, "country"]));
  }

  return {
    async judge(question) {
      const { workspaceId, number, channel, at } = question;
      const by = (await rulesFor(question, [number])).get(number);
      if (by === undefined) return { required: false };
      const [standing] = await store.standing(workspaceId, { numbers: [number], channel, at });
      return { required: true, by, ...(standing && { id: standing.id, given_at: standing.givenAt.toISOString() }) };
    },
    async missing({ numbers, ...question }) {
      const missing = new Set((await rulesFor(question, numbers)).keys());
      const { workspaceId, channel, at } = question;
      for (const { number } of await store.standing(workspaceId, { numbers: [...missing], channel, at })) missing.delete(number);
      return missing;
    },
  };
}

function concerns({ required, agent_ids: agents, transfers }: ConsentPolicy, agentId: string, isBeside: boolean): boolean {
  if (required === "off" || (isBeside && !transfers)) return false;
  return agents.length === 0 || agents.includes(agentId);
}
