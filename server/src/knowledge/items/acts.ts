/** What people do to the knowledge, written down with it. */
import type { AuditAct, KnowledgeItem } from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import type { Knowledge } from "./knowledge.ts";

export interface KnowledgeActs {
  /** Something is added, and is worked on when it is stored. */
  add(actor: Actor, add: () => Promise<KnowledgeItem>): Promise<KnowledgeItem>;
  retry(actor: Actor, id: string): Promise<KnowledgeItem>;
  embed(actor: Actor, id: string, given: Parameters<Knowledge["embed"]>[1]): Promise<KnowledgeItem>;
  setAgents(actor: Actor, id: string, agentIds: readonly string[]): Promise<KnowledgeItem>;
  remove(actor: Actor, id: string): Promise<void>;
}

export function createKnowledgeActs(knowledge: Knowledge, audit: Audit, wake: () => void): KnowledgeActs {
  const written = async (actor: Actor, act: AuditAct, work: () => Promise<KnowledgeItem>): Promise<KnowledgeItem> =>
    audit.act(actor, async (write) => {
      const item = await work();
      await write({ act, subject: item.title });
      return item;
    });
  return {
    async add(actor, add) {
      const item = await written(actor, "knowledge.added", add);
      wake();
      return item;
    },
    async retry(actor, id) {
      const item = await written(actor, "knowledge.retried", () => knowledge.retry({ id, workspaceId: actor.workspaceId }));
      wake();
      return item;
    },
    embed: (actor, id, given) =>
      written(actor, "knowledge.embedding_changed", () => knowledge.embed({ id, workspaceId: actor.workspaceId }, given)),
    setAgents: (actor, id, agentIds) =>
      written(actor, "knowledge.agents_changed", () => knowledge.setAgents({ id, workspaceId: actor.workspaceId }, agentIds)),
    async remove(actor, id) {
      await written(actor, "knowledge.removed", () => knowledge.remove({ id, workspaceId: actor.workspaceId }));
    },
  };
}
