import { isDeepStrictEqual } from "node:util";
import { type Agent, AgentDocument, asWritten, DELETED_RETENTION_DAYS, laidOver, withoutEnvelope } from "@ongea/contract";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { complaintsOf } from "../../platform/http/check.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { createAgentSecrets } from "./secrets.ts";
import { createAgentStore, type AgentStore, type DeletedAgent, type StoredAgent, type StoredVersion } from "./store.ts";
import { TEMPLATES } from "./templates.ts";

export interface AgentKey {
  workspaceId: string;
  id: string;
}

/** Who saves, and what they had read: where somebody else has saved meanwhile, nothing is overwritten. */
export interface Saving {
  by: string;
  version?: number | undefined;
}

export interface Saved {
  id: string;
  name: string;
  version: number;
  /** False: it was as it is already. */
  isChanged: boolean;
}

export interface Agents {
  all(workspaceId: string): Promise<StoredAgent[]>;
  /** Refuses with "agent.not_found". */
  read(workspaceId: string, id: string): Promise<StoredAgent>;
  /** Undefined: there is none any more. */
  present(workspaceId: string, id: string): Promise<StoredAgent | undefined>;
  /** The same within a transaction: nobody changes or deletes it until that is done. */
  hold(key: AgentKey): Promise<StoredAgent>;
  /** By id, template key or name, as a person types it. */
  find(workspaceId: string, words: string): Promise<StoredAgent | undefined>;
  /** Makes the template assistants in a workspace that has no assistant yet. Returns whether it was so. */
  seed(workspaceId: string): Promise<boolean>;
  /** `id`: of whoever may order the same one twice. */
  create(workspaceId: string, document: AgentDocument, made: { by: string; id?: string | undefined }): Promise<Saved>;
  /** This and the following refuse with "agent.not_found" or "agent.changed_meanwhile". */
  replace(key: AgentKey, document: AgentDocument, saving: Saving): Promise<Saved>;
  change(key: AgentKey, patch: AgentPatch, saving: Saving): Promise<Saved>;
  restore(key: AgentKey, version: number, saving: Saving): Promise<Saved>;
  remove(key: AgentKey, version?: number): Promise<{ name: string }>;
  /** Those that can still be brought back, the last one deleted first. */
  deleted(workspaceId: string): Promise<DeletedAgent[]>;
  /** Refuses with "agent.not_found" and "agent.too_many". One that is there already stays as it is. */
  bringBack(key: AgentKey): Promise<{ name: string; isChanged: boolean }>;
  /** The newest first; the first is in force. */
  versions(key: AgentKey): Promise<StoredVersion[]>;
  version(key: AgentKey, version: number): Promise<StoredVersion & { document: AgentDocument; inForce: AgentDocument }>;
  /** For an answer: references in the place of secrets. */
  hideSecrets<T>(document: T): T;
  /** For another workspace. */
  removeSecrets<T>(document: T): T;
  /** The secrets that its references stand for, of any agent of the workspace. Refuses with "request.invalid". */
  restoreSecrets<T>(workspaceId: string, written: T): Promise<T>;
}

export interface AgentPatch {
  agent_config: Readonly<Record<string, unknown>>;
  agent_prompts: Readonly<Record<string, unknown>>;
}

const MOST_AGENTS = 500;
const VERSIONS_KEPT = 100;
const SEVERAL: ReadonlySet<string> = new Set(["graph_agent", "llm_agent_graph", "multiagent"]);
const MOST_CHARACTERS = 400_000;
/** Of large documents fewer versions are kept: so much an agent, all together. */
const VERSIONS_CHARACTERS = 4_000_000;

/** `secret`: of this installation, to seal the secrets of documents. */
export function createAgents(tenancy: Tenancy, secret: string): Agents {
  const secrets = createAgentSecrets(secret);
  const store = createAgentStore(tenancy, secrets);
  const restoreSecrets: Agents["restoreSecrets"] = (workspaceId, written) =>
    secrets.restore(written, async () => (await store.all(workspaceId)).map(({ document }) => document));
  const { read, held, saving } = createSaving(tenancy, store);
  return {
    all: (workspaceId) => store.all(workspaceId),
    read,
    present: (workspaceId, id) => store.read(workspaceId, id),
    hold: (key) => held(key, undefined),
    async find(workspaceId, words) {
      const wanted = plain(words);
      return (await store.all(workspaceId)).find((agent) =>
        [agent.id, agent.template ?? "", agent.document.agent_config.agent_name].some((name) => plain(name) === wanted),
      );
    },
    async seed(workspaceId) {
      if ((await store.count(workspaceId)) > 0) return false;
      for (const { key: template, document } of TEMPLATES)
        await store.add(workspaceId, { template, document, status: "processed", savedBy: "" });
      return true;
    },
    async create(workspaceId, document, { by, id }) {
      if ((await store.count(workspaceId)) >= MOST_AGENTS) throw refuse("agent.too_many");
      const own = kept(await restoreSecrets(workspaceId, document));
      const made = { id, template: null, document: own, status: statusOf(own), savedBy: by };
      return { id: await store.add(workspaceId, made), name: own.agent_config.agent_name, version: 1, isChanged: true };
    },
    replace: (key, document, by) => saving(key, by, async () => kept(await restoreSecrets(key.workspaceId, document))),
    change: (key, patch, by) =>
      saving(key, by, async ({ document }) => restoreSecrets(key.workspaceId, changed(document, patch))),
    restore: (key, version, by) =>
      saving(key, by, async () => {
        const earlier = await store.version(key, version);
        if (!earlier) throw refuse("agent.version_not_found");
        return kept(earlier.document);
      }),
    remove: (key, version) =>
      tenancy.together(key.workspaceId, async () => {
        const agent = await held(key, version);
        await store.remove(key);
        return { name: agent.document.agent_config.agent_name };
      }),
    hideSecrets: secrets.hide,
    removeSecrets: secrets.remove,
    restoreSecrets,
    deleted: (workspaceId) => store.deleted(workspaceId, DELETED_RETENTION_DAYS),
    bringBack: (key) =>
      tenancy.together(key.workspaceId, async () => {
        const present = await store.hold(key);
        if (present) return { name: present.document.agent_config.agent_name, isChanged: false };
        const gone = (await store.deleted(key.workspaceId, DELETED_RETENTION_DAYS)).find(({ id }) => id === key.id);
        if (!gone) throw refuse("agent.not_found");
        if ((await store.count(key.workspaceId)) >= MOST_AGENTS) throw refuse("agent.too_many");
        await store.bringBack(key);
        return { name: gone.name, isChanged: true };
      }),
    async versions(key) {
      const agent = await read(key.workspaceId, key.id);
      return [{ version: agent.version, savedBy: agent.savedBy, savedAt: agent.updatedAt }, ...(await store.versions(key))];
    },
    async version(key, version) {
      const { document: inForce, ...agent } = await read(key.workspaceId, key.id);
      if (version === agent.version) return { ...agent, savedAt: agent.updatedAt, document: inForce, inForce };
      const earlier = await store.version(key, version);
      if (!earlier) throw refuse("agent.version_not_found");
      return { ...earlier, inForce };
    },
  };
}

/** Saves are taken one after the other: whoever saves sees what stands, and nobody changes it before they are done. */
function createSaving(tenancy: Tenancy, store: AgentStore) {
  async function read(workspaceId: string, id: string): Promise<StoredAgent> {
    const agent = await store.read(workspaceId, id);
    if (!agent) throw refuse("agent.not_found");
    return agent;
  }

  function saving(
    key: AgentKey,
    { by, version }: Saving,
    next: (before: StoredAgent) => AgentDocument | Promise<AgentDocument>,
  ): Promise<Saved> {
    return tenancy.together(key.workspaceId, async () => {
      const before = await held(key, version);
      const document = await next(before);
      const { agent_name: name } = document.agent_config;
      if (isDeepStrictEqual(document, before.document)) return { id: key.id, name, version: before.version, isChanged: false };
      const made = { document, status: statusOf(document), savedBy: by };
      return { id: key.id, name, version: await store.save(before, made, versionsKept(document)), isChanged: true };
    });
  }

  async function held(key: AgentKey, version: number | undefined): Promise<StoredAgent> {
    const agent = await store.hold(key);
    if (!agent) throw refuse("agent.not_found");
    if (version === undefined || version === agent.version) return agent;
    const saved = `Version ${agent.version} was saved by ${agent.savedBy || "the installation"} at ${agent.updatedAt.toISOString()}`;
    throw refuse("agent.changed_meanwhile", [{ type: "version", loc: ["body", "version"], msg: saved }]);
  }

  return { read, held, saving };
}

/** As the wire names it. */
export function wireAgent(
  { document, ...agent }: StoredAgent,
  numbers: readonly string[],
  { hideSecrets }: Pick<Agents, "hideSecrets">,
): Agent {
  return {
    ...hideSecrets(document.agent_config),
    id: agent.id,
    agent_status: agent.status,
    agent_prompts: document.agent_prompts,
    version: agent.version,
    created_at: agent.createdAt.toISOString(),
    updated_at: agent.updatedAt.toISOString(),
    phone_numbers: [...numbers],
  };
}

/** Without what the server itself adds when it is read. However many small changes made it, it does not grow without end. */
function kept({ agent_config, agent_prompts }: AgentDocument): AgentDocument {
  checkKind(agent_config);
  const document = { agent_config: withoutEnvelope(agent_config), agent_prompts };
  if (JSON.stringify(document).length > MOST_CHARACTERS) throw refuse("request.too_large");
  return document;
}

/** A call has one prompt: what leads through several would be taken and then left undone. */
function checkKind({ tasks }: AgentDocument["agent_config"]): void {
  tasks.forEach(({ tools_config }, at) => {
    const kind = tools_config?.llm_agent?.["agent_type"];
    if (typeof kind !== "string" || !SEVERAL.has(kind)) return;
    const loc = ["body", "agent_config", "tasks", at, "tools_config", "llm_agent", "agent_type"];
    const msg = `${kind} is not run here: a call follows one prompt, so use simple_llm_agent or knowledgebase_agent`;
    throw refuse("request.invalid", [{ type: "agent_type", loc, msg }]);
  });
}

/** `synthesizer` beside the name, where older clients write it, is the voice of the call. */
function changed(
  document: AgentDocument,
  { agent_config: { synthesizer, ...config }, agent_prompts }: AgentPatch,
): AgentDocument {
  const voice = synthesizer === undefined ? {} : { tasks: [{ tools_config: { synthesizer } }] };
  const merged = laidOver(laidOver(document, { agent_config: voice }), { agent_config: config, agent_prompts });
  const result = AgentDocument.safeParse(asWritten(AgentDocument, merged));
  if (result.success) return kept(result.data);
  throw refuse("request.invalid", complaintsOf(result.error, "body"));
}

function versionsKept(document: AgentDocument): number {
  return Math.min(VERSIONS_KEPT, Math.floor(VERSIONS_CHARACTERS / JSON.stringify(document).length));
}

function statusOf(document: AgentDocument): Agent["agent_status"] {
  return document.agent_prompts.task_1.system_prompt.trim() === "" ? "draft" : "processed";
}

function plain(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]/g, "");
}
