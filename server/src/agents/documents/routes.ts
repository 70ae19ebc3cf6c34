import {
  changeAgent,
  createAgent,
  differencesOf,
  listAgents,
  listAgentTemplates,
  listAgentVersions,
  readAgent,
  readAgentVersion,
  replaceAgent,
  restoreAgentVersion,
} from "@ongea/contract";
import type { Actor } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { GALLERY } from "./gallery/gallery.ts";
import { wireAgent, wireVersion } from "./agents.ts";
import type { SavedDraft } from "./drafts/drafts.ts";
import { draftRoutes } from "./drafts/routes.ts";
import { olderAgentRoutes } from "./older-routes.ts";
import type { AgentKey, Saved } from "./saving.ts";
import { versionIn } from "./if-match.ts";
import { type DeletedAgentRoutesParts, deletedAgentRoutes } from "./deleted-routes.ts";

export interface AgentRoutesParts extends DeletedAgentRoutesParts {
  /** A version of it is live; within the transaction that makes it so. */
  live(workspaceId: string, saved: Saved): Promise<void>;
  /** Begins a run of its tests on its draft; the run's id. */
  testDraft(key: AgentKey): Promise<string>;
  /** The numbers of a workspace's assistants, by assistant. */
  numbersOf(workspaceId: string): Promise<Map<string, string[]>>;
  /** Tells the workspace's people. */
  tell(workspaceId: string, kind: "agent.created" | "agent.changed", agent: { id: string; name: string }): Promise<void>;
}

export function agentRoutes(app: Http, parts: AgentRoutesParts): void {
  const { agents, audit, numbersOf } = parts;
  serve(app, listAgents, async (_given, { principal }) => {
    const numbers = await numbersOf(principal.workspaceId);
    return (await agents.all(principal.workspaceId)).map((agent) => wireAgent(agent, numbers.get(agent.id) ?? [], agents));
  });
  serve(app, readAgent, async ({ params }, { principal, reply }) => {
    const agent = await agents.read(principal.workspaceId, params.agent_id);
    void reply.header("etag", `"${agent.version}"`);
    return wireAgent(agent, (await numbersOf(principal.workspaceId)).get(agent.id) ?? [], agents);
  });
  serve(app, listAgentTemplates, async () => ({ data: [...GALLERY] }));
  serve(app, createAgent, async ({ body }, { principal, requestId }) => {
    const made = await audit.act(principal, async (write) => {
      const agent = await agents.create(principal.workspaceId, body, { by: principal.name, id: requestId });
      await write({ act: "agent.created", subject: agent.name, details: { agent: agent.id } });
      return agent;
    });
    await parts.tell(principal.workspaceId, "agent.created", made);
    return { agent_id: made.id, version: made.version, state: "created" as const, status: "created" as const };
  });
  savingRoutes(app, parts);
  olderAgentRoutes(app, parts, (actor, work) => save(parts, actor, work));
  deletedAgentRoutes(app, parts);
  versionRoutes(app, parts);
  draftRoutes(app, parts);
}

const UPDATED = { state: "updated", status: "updated" } as const;

function savingRoutes(app: Http, parts: AgentRoutesParts): void {
  const { agents } = parts;
  serve(app, replaceAgent, async ({ params, body: { version, ...document } }, { principal, request }) => {
    const read = version ?? versionIn(request.headers["if-match"]);
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const saved = await save(parts, principal, () => agents.replace(key, document, { by: principal.name, version: read }));
    return { ...UPDATED, agent_id: saved.id, version: saved.version };
  });
  serve(app, changeAgent, async ({ params, body: { version, ...patch } }, { principal, request }) => {
    const read = version ?? versionIn(request.headers["if-match"]);
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const saved = await save(parts, principal, () => agents.change(key, patch, { by: principal.name, version: read }));
    return {
      agent_id: saved.id,
      version: saved.version,
      message: "success" as const,
      state: "updated" as const,
      status: "success" as const,
    };
  });
  serve(app, restoreAgentVersion, async ({ params, body }, { principal, request }) => {
    const read = body.version ?? versionIn(request.headers["if-match"]);
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    if (body.as_draft) {
      const draft = await restoreAsDraft(parts, principal, key, params.agent_version);
      return { ...UPDATED, agent_id: draft.id, version: draft.basedOn };
    }
    const saved = await save(parts, principal, () =>
      agents.restore(key, params.agent_version, { by: principal.name, version: read }),
    );
    return { ...UPDATED, agent_id: saved.id, version: saved.version };
  });
}

/** A save and its entry in the log stand together or not at all. */
async function save({ audit, tell, live }: AgentRoutesParts, principal: Actor, work: () => Promise<Saved>): Promise<Saved> {
  const saved = await audit.act(principal, async (write) => {
    const done = await work();
    const details = { agent: done.id, version: done.version };
    if (!done.isChanged) return done;
    await live(principal.workspaceId, done);
    await write({ act: "agent.changed", subject: done.name, details });
    return done;
  });
  if (saved.isChanged) await tell(principal.workspaceId, "agent.changed", saved);
  return saved;
}

function restoreAsDraft({ agents, audit }: AgentRoutesParts, actor: Actor, key: AgentKey, version: number): Promise<SavedDraft> {
  return audit.act(actor, async (write) => {
    const draft = await agents.restoreAsDraft(key, version, { by: actor.name });
    const details = { agent: draft.id, revision: draft.revision, version };
    if (draft.isChanged) await write({ act: "agent.draft_saved", subject: draft.name, details });
    return draft;
  });
}

function versionRoutes(app: Http, { agents }: AgentRoutesParts): void {
  serve(app, listAgentVersions, async ({ params }, { principal }) => {
    const versions = await agents.versions({ workspaceId: principal.workspaceId, id: params.agent_id });
    return { data: versions.map(wireVersion) };
  });
  serve(app, readAgentVersion, async ({ params }, { principal }) => {
    const key = { workspaceId: principal.workspaceId, id: params.agent_id };
    const found = await agents.version(key, params.agent_version);
    const document = agents.hideSecrets(found.document);
    return { ...wireVersion(found), document, differences: differencesOf(document, agents.hideSecrets(found.inForce)) };
  });
}
