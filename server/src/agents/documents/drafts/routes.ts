import {
  changeAgentPublishing,
  describeAgentVersion,
  differencesOf,
  discardAgentDraft,
  mayActAs,
  publishAgent,
  readAgentDraft,
  saveAgentDraft,
  type AgentDraft,
  type AgentPublishing,
} from "@ongea/contract";
import type { Audit } from "../../../accounts/index.ts";
import type { Http } from "../../../platform/http/http.ts";
import { refuse, Refusal } from "../../../platform/http/refuse.ts";
import { serve } from "../../../platform/http/serve.ts";
import { wireVersion, type Agents } from "../agents.ts";
import type { AgentKey, Saved } from "../saving.ts";
import type { StoredDraft } from "./store.ts";
import type { StoredAgent } from "../store.ts";

export interface DraftRoutesParts {
  agents: Agents;
  audit: Audit;
  /** A version of it is live; within the transaction that makes it so. */
  live(workspaceId: string, saved: Saved): Promise<void>;
  /** Begins a run of its tests on its draft; the run's id. */
  testDraft(key: AgentKey): Promise<string>;
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

function publishingRoutes(app: Http, parts: DraftRoutesParts): void {
  const { agents, audit, live, tell } = parts;
  serve(app, publishAgent, async ({ params, body: { name, note, override, ...read } }, { principal }) => {
    if (override && !mayActAs(principal.role, "admin")) throw refuse("access.forbidden");
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const publication = audit.act(principal, async (write) => {
      const saving = { by: principal.name, isOverridden: override !== undefined, ...read };
      const done = await agents.publish(key, saving, { name, note });
      if (done.isChanged) await live(key.workspaceId, done);
      const why = { ...(name !== "" && { name }), ...(override && { reason: override.reason }) };
      await write({ act: "agent.published", subject: done.name, details: { agent: done.id, version: done.version, ...why } });
      return done;
    });
    const published = await publication.catch((error: unknown) => testedFirst(error, key, parts));
    if (published.isChanged) await tell(key.workspaceId, "agent.changed", published);
    return { agent_id: published.id, version: published.version, state: "published" as const };
  });
  serve(app, changeAgentPublishing, async ({ params, body }, { principal }) => {
    if (body.needs_tests !== undefined && !mayActAs(principal.role, "admin")) throw refuse("access.forbidden");
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const agent = await audit.act(principal, async (write) => {
      const changed = await agents.setPublishing(key, { savesDrafts: body.saves_drafts, needsTests: body.needs_tests });
      const subject = changed.document.agent_config.agent_name;
      await write({ act: "agent.publishing_changed", subject, details: { agent: key.id, ...wirePublishing(changed) } });
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

/** Nothing has tried this draft yet: its tests begin, and whoever publishes comes again. */
async function testedFirst(error: unknown, key: AgentKey, { testDraft }: DraftRoutesParts): Promise<never> {
  if (!(error instanceof Refusal) || error.code !== "agent.tests_needed") throw error;
  const running = refuse("agent.tests_running");
  running.fields = { test_run_id: await testDraft(key) };
  throw running;
}

function wirePublishing({ version, savesDrafts = false, needsTests = false }: StoredAgent): Omit<AgentPublishing, "draft"> {
  return { version, saves_drafts: savesDrafts, needs_tests: needsTests };
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
