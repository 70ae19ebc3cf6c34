/** All the SQL of drafts. */
import type { AgentDocument } from "@ongea/contract";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { AgentSecrets } from "../secrets.ts";
import { agentDrafts } from "../tables.ts";

export interface StoredDraft {
  revision: number;
  basedOn: number;
  savedBy: string;
  savedAt: Date;
  document: AgentDocument;
}

interface AgentKey {
  workspaceId: string;
  id: string;
}

export interface DraftStore {
  read(key: AgentKey): Promise<StoredDraft | undefined>;
  /** Of all agents of the workspace. */
  documents(workspaceId: string): Promise<AgentDocument[]>;
  /** In the place of the one before. */
  save(key: AgentKey, draft: Pick<StoredDraft, "document" | "basedOn" | "savedBy">): Promise<number>;
  clear(key: AgentKey): Promise<void>;
}

/** Documents are sealed on their way in and opened on their way out. */
export function createDraftStore(tenancy: Tenancy, secrets: Pick<AgentSecrets, "open" | "seal">): DraftStore {
  const present = (workspaceId: string) => and(eq(agentDrafts.workspaceId, workspaceId), isNotNull(agentDrafts.config));
  const draftIn = ({ config, prompts, ...row }: typeof agentDrafts.$inferSelect): StoredDraft[] =>
    config && prompts ? [{ ...row, document: { agent_config: secrets.open(config), agent_prompts: prompts } }] : [];
  return {
    async read({ workspaceId, id }) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(agentDrafts)
        .where(and(present(workspaceId), eq(agentDrafts.agentId, id)));
      return rows.flatMap(draftIn)[0];
    },
    async documents(workspaceId) {
      const rows = await tenancy.of(workspaceId).select().from(agentDrafts).where(present(workspaceId));
      return rows.flatMap(draftIn).map(({ document }) => document);
    },
    async save({ workspaceId, id }, { document, basedOn, savedBy }) {
      const next = { config: secrets.seal(document.agent_config), prompts: document.agent_prompts, basedOn, savedBy };
      const [row] = await tenancy
        .of(workspaceId)
        .insert(agentDrafts)
        .values({ agentId: id, workspaceId, revision: 1, ...next })
        .onConflictDoUpdate({
          target: agentDrafts.agentId,
          set: { ...next, revision: sql`${agentDrafts.revision} + 1`, savedAt: sql`now()` },
        })
        .returning({ revision: agentDrafts.revision });
      if (!row) throw new Error("A draft was saved and is not there");
      return row.revision;
    },
    async clear({ workspaceId, id }) {
      await tenancy
        .of(workspaceId)
        .update(agentDrafts)
        .set({ config: null, prompts: null })
        .where(and(eq(agentDrafts.workspaceId, workspaceId), eq(agentDrafts.agentId, id)));
    },
  };
}
