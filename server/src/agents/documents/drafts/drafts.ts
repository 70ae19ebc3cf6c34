/** Drafts: what is written of an agent and not live, and how it becomes the next version. */
import { isDeepStrictEqual } from "node:util";
import type { AgentDocument } from "@ongea/contract";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import type { AgentKey, Saved, Saving } from "../saving.ts";
import type { DraftStore, StoredDraft } from "./store.ts";
import type { AgentStore, PublishingChange, StoredAgent, VersionChange, VersionWords } from "../store.ts";

export interface DraftSaving {
  by: string;
  /** Of the draft that was read; 0: there was none. Absent: it does not matter. */
  revision?: number | undefined;
}

export interface SavedDraft {
  id: string;
  name: string;
  revision: number;
  basedOn: number;
  /** False: it was as it is already. */
  isChanged: boolean;
}

export interface Drafts {
  /** The agent as it is live, and its draft. Refuses with "agent.not_found". */
  readDraft(key: AgentKey): Promise<{ agent: StoredAgent; draft: StoredDraft | undefined }>;
  /** Refuses with "agent.draft_changed_meanwhile". */
  saveDraft(key: AgentKey, document: AgentDocument, saving: DraftSaving): Promise<SavedDraft>;
  /** An earlier version becomes the draft. */
  restoreAsDraft(key: AgentKey, version: number, saving: DraftSaving): Promise<SavedDraft>;
  /** Refuses with "agent.no_draft". */
  discardDraft(key: AgentKey): Promise<{ name: string }>;
  /** Refuses with "agent.no_draft", "agent.changed_meanwhile" and "agent.draft_changed_meanwhile". */
  publish(key: AgentKey, saving: Saving & { revision?: number | undefined }, words: VersionWords): Promise<Saved>;
  /** Refuses with "agent.version_not_found". */
  describe(key: AgentKey, version: number, words: VersionChange): Promise<{ name: string }>;
  setPublishing(key: AgentKey, change: PublishingChange): Promise<StoredAgent>;
}

export interface DraftsParts {
  tenancy: Tenancy;
  store: AgentStore;
  drafts: DraftStore;
  /** A document that may be stored, with the secrets that its references stand for. */
  storable(workspaceId: string, document: AgentDocument): Promise<AgentDocument>;
  held(key: AgentKey, version: number | undefined): Promise<StoredAgent>;
  read(workspaceId: string, id: string): Promise<StoredAgent>;
  saving(
    key: AgentKey,
    saving: Saving & { words?: VersionWords | undefined },
    next: (before: StoredAgent) => Promise<AgentDocument>,
  ): Promise<Saved>;
}

export function createDrafts(parts: DraftsParts): Drafts {
  const { tenancy, store, drafts, held, read } = parts;
  const save = (
    key: AgentKey,
    { by, revision }: DraftSaving,
    next: (agent: StoredAgent) => Promise<AgentDocument>,
  ): Promise<SavedDraft> =>
    tenancy.together(key.workspaceId, async () => {
      const agent = await held(key, undefined);
      const before = await drafts.read(key);
      checkRevision(before, revision);
      const document = await next(agent);
      const of = { id: key.id, name: agent.document.agent_config.agent_name };
      if (before && isDeepStrictEqual(document, before.document))
        return { ...of, revision: before.revision, basedOn: before.basedOn, isChanged: false };
      const basedOn = before?.basedOn ?? agent.version;
      return { ...of, basedOn, revision: await drafts.save(key, { document, basedOn, savedBy: by }), isChanged: true };
    });
  return {
    async readDraft(key) {
      return { agent: await read(key.workspaceId, key.id), draft: await drafts.read(key) };
    },
    saveDraft: (key, document, saving) => save(key, saving, () => parts.storable(key.workspaceId, document)),
    restoreAsDraft: (key, version, saving) =>
      save(key, saving, async (agent) => {
        if (version === agent.version) return agent.document;
        const earlier = await store.version(key, version);
        if (!earlier) throw refuse("agent.version_not_found");
        return earlier.document;
      }),
    discardDraft: (key) =>
      tenancy.together(key.workspaceId, async () => {
        const agent = await held(key, undefined);
        if (!(await drafts.read(key))) throw refuse("agent.no_draft");
        await drafts.clear(key);
        return { name: agent.document.agent_config.agent_name };
      }),
    publish: (key, { revision, ...saving }, words) =>
      tenancy.together(key.workspaceId, async () => {
        const saved = await parts.saving(key, { ...saving, words }, async () => {
          const draft = await drafts.read(key);
          if (!draft) throw refuse("agent.no_draft");
          checkRevision(draft, revision);
          return draft.document;
        });
        await drafts.clear(key);
        return saved;
      }),
    describe: (key, version, words) =>
      tenancy.together(key.workspaceId, async () => {
        const agent = await held(key, undefined);
        if (!(await store.describe(agent, version, words))) throw refuse("agent.version_not_found");
        return { name: agent.document.agent_config.agent_name };
      }),
    async setPublishing(key, change) {
      await read(key.workspaceId, key.id);
      await store.setPublishing(key, change);
      return read(key.workspaceId, key.id);
    },
  };
}

function checkRevision(draft: StoredDraft | undefined, revision: number | undefined): void {
  if (revision === undefined || revision === (draft?.revision ?? 0)) return;
  const msg = draft
    ? `Revision ${draft.revision} was saved by ${draft.savedBy || "the installation"} at ${draft.savedAt.toISOString()}`
    : "The draft was published or discarded";
  throw refuse("agent.draft_changed_meanwhile", [{ type: "revision", loc: ["body", "revision"], msg }]);
}
