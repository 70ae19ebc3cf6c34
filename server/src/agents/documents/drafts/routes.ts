import {
  changeAgentPublishing,
  describeAgentVersion,
  differencesOf,
  discardAgentDraft,
  publishAgent,
  readAgentDraft,
  saveAgentDraft,
  type AgentDraft,
  type AgentPublishing,
} from "@ongea/contract";
import type { Audit } from "../../../accounts/index.ts";
import type { Http } from "../../../platform/http/http.ts";
import { serve } from "../../../platform/http/serve.ts";
import { wireVersion, type Agents } from "../agents.ts";
import type { StoredDraft } from "./store.ts";
import type { StoredAgent } from "../store.ts";

export interface DraftRoutesParts {
  agents: Agents;
  audit: Audit;
  /** Tells the workspace's people. */
  tell(workspaceId: string, kind: "agent.changed", agent: { id: string; name: string }): Promise<void>;
}

export function draftRoutes(app: Http, parts: DraftRoutesParts): void {
  const { agents, audit } = parts;
  serve(app, readAgentDraft, async ({ params }, { principal }) => {
    const { agent, draft } = await agents.readDraft({ workspaceId: principal.workspaceId, id: params.agent_id });
    return { ...wirePublishing(agent), draft: draft ? wireDraft(agent, draft, agents) : null };
  });
  serve(app, saveAgentDraft, async ({ params, body: { revision, ...document } }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const saved = await audit.act(principal, async (write) => {
      const done = await agents.saveDraft(key, document, { by: principal.name, revision });
      const details = { agent: done.id, revision: done.revision };
      if (done.isChanged) await write({ act: "agent.draft_saved", subject: done.name, details });
      return done;
    });
    return { agent_id: saved.id, revision: saved.revision, based_on: saved.basedOn };
  });
  serve(app, discardAgentDraft, async ({ params }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    await audit.act(principal, async (write) => {
      const { name } = await agents.discardDraft(key);
      await write({ act: "agent.draft_discarded", subject: name, details: { agent: key.id } });
    });
    return { message: "success" as const, state: "discarded" as const };
  });
  publishingRoutes(app, parts);
}

function publishingRoutes(app: Http, { agents, audit, tell }: DraftRoutesParts): void {
  serve(app, publishAgent, async ({ params, body: { name, note, ...read } }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const published = await audit.act(principal, async (write) => {
      const done = await agents.publish(key, { by: principal.name, ...read }, { name, note });
      const details = { agent: done.id, version: done.version, ...(name !== "" && { name }) };
      await write({ act: "agent.published", subject: done.name, details });
      return done;
    });
    if (published.isChanged) await tell(key.workspaceId, "agent.changed", published);
    return { agent_id: published.id, version: published.version, state: "published" as const };
  });
  serve(app, changeAgentPublishing, async ({ params, body }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const agent = await audit.act(principal, async (write) => {
      const changed = await agents.setPublishing(key, { savesDrafts: body.saves_drafts });
      const subject = changed.document.agent_config.agent_name;
      await write({ act: "agent.publishing_changed", subject, details: { agent: key.id, drafts: changed.savesDrafts ?? false } });
      return changed;
    });
    return wirePublishing(agent);
  });
  serve(app, describeAgentVersion, async ({ params, body }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    await audit.act(principal, async (write) => {
      const { name } = await agents.describe(key, params.agent_version, body);
      const details = { agent: key.id, version: params.agent_version };
      await write({ act: "agent.version_described", subject: name, details });
    });
    return wireVersion(await agents.version(key, params.agent_version));
  });
}

function wirePublishing({ version, savesDrafts = false }: StoredAgent): Omit<AgentPublishing, "draft"> {
  return { version, saves_drafts: savesDrafts };
}

function wireDraft(agent: StoredAgent, draft: StoredDraft, { hideSecrets }: Pick<Agents, "hideSecrets">): AgentDraft {
  const document = hideSecrets(draft.document);
  return {
    revision: draft.revision,
    based_on: draft.basedOn,
    saved_by: draft.savedBy,
    saved_at: draft.savedAt.toISOString(),
    document,
    differences: differencesOf(hideSecrets(agent.document), document),
  };
}
