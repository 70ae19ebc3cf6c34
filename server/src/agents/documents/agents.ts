import { createHash } from "node:crypto";
import {
  type Agent,
  AgentDocument,
  type AgentVersion,
  asWritten,
  type ChosenEvent,
  DELETED_RETENTION_DAYS,
  type Language,
  laidOver,
  withoutEnvelope,
} from "@ongea/contract";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { canonicalJson } from "../../platform/canonical-json.ts";
import { complaintsOf } from "../../platform/http/check.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { createChoices, type Choices } from "./choices/choices.ts";
import { type Chooser, createChoiceStore } from "./choices/store.ts";
import { createSplits, type Splits } from "./splits/splits.ts";
import { createSplitStore } from "./splits/store.ts";
import { createDrafts, type Drafts } from "./drafts/drafts.ts";
import { createDraftStore } from "./drafts/store.ts";
import { type AgentKey, createSaving, type PublishGate, type Saved, type Saving, statusOf } from "./saving.ts";
import { translateTemplate } from "./translate-template.ts";
import { createAgentSecrets } from "./secrets.ts";
import { createAgentStore, type DeletedAgent, type StoredAgent, type StoredVersion, webhookEventsOf } from "./store.ts";
import { TEMPLATES } from "./templates.ts";

/** Absent: as it is live. */
export interface AgentAt {
  /** As its draft has it; one without a draft as it is live. */
  isDraft?: boolean | undefined;
  /** As this number, widget, batch or sender uses it. */
  chooser?: Chooser | undefined;
  /** The shipped front desk in this language, where it has not been changed. */
  language?: Language | undefined;
}

export interface Agents extends Drafts {
  all(workspaceId: string): Promise<StoredAgent[]>;
  /** As it is live, or as `at` says. Refuses with "agent.not_found". */
  read(workspaceId: string, id: string, at?: AgentAt): Promise<StoredAgent>;
  /** The same for what happens often: another server's change may be a moment old. */
  recent(workspaceId: string, id: string, chooser: Chooser | undefined): Promise<StoredAgent>;
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
  /** Which version is used where. */
  choices: Choices;
  /** Which versions are compared. */
  splits: Splits;
  /** The same for the same document, whatever the order of its keys; it tells nothing of its secrets. */
  fingerprint(document: AgentDocument): string;
  /** Beside the statuses of calls, what its webhook receives. Another server's change may be a moment old. */
  webhookEvents(workspaceId: string, id: string): Promise<readonly ChosenEvent[]>;
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

/** Another server may have changed something. */
const FRESH_MS = 2_000;
const MOST_AGENTS = 500;
const SEVERAL: ReadonlySet<string> = new Set(["graph_agent", "llm_agent_graph", "multiagent"]);
const MOST_CHARACTERS = 400_000;

/** `secret`: of this installation, to seal the secrets of documents. `gate`: of agents that are published after their tests only. */
export function createAgents(tenancy: Tenancy, secret: string, gate?: PublishGate): Agents {
  const secrets = createAgentSecrets(secret);
  const eventsOf = memoizeFor(FRESH_MS, (key) => {
    const [workspaceId = "", id = ""] = key.split(" ");
    return webhookEventsOf(tenancy.of(workspaceId), workspaceId, id);
  });
  const store = createAgentStore(tenancy, secrets, ({ workspaceId, id }) => {
    eventsOf.forget(`${workspaceId} ${id}`);
    recent.forget(`${workspaceId} ${id}`);
  });
  const recent = memoizeFor(FRESH_MS, (key) => {
    const [workspaceId = "", id = ""] = key.split(" ");
    return store.read(workspaceId, id);
  });
  const drafts = createDraftStore(tenancy, secrets);
  const restoreSecrets: Agents["restoreSecrets"] = (workspaceId, written) =>
    secrets.restore(written, async () => [
      ...(await store.all(workspaceId)).map(({ document }) => document),
      ...(await drafts.documents(workspaceId)),
    ]);
  const fingerprint = (document: AgentDocument): string =>
    createHash("sha256")
      .update(canonicalJson(secrets.hide(document)))
      .digest("hex");
  const { read, held, saving } = createSaving(tenancy, store, { gate, fingerprint });
  const storable = async (workspaceId: string, document: AgentDocument): Promise<AgentDocument> =>
    kept(await restoreSecrets(workspaceId, document));
  const choices = createChoices({ tenancy, agents: store, choices: createChoiceStore(tenancy), held });
  const splits = createSplits({ tenancy, splits: createSplitStore(tenancy), choices, held, read });
  const usedBy = async (agent: StoredAgent, { kind, target }: Chooser): Promise<StoredAgent> => {
    const used = await choices.usedBy(agent, { kind, target });
    return kind === "number" || kind === "batch" ? splits.triedBeside(used, { kind, target }) : used;
  };
  return {
    choices,
    splits,
    ...createDrafts({ tenancy, store, drafts, storable, read, held, saving }),
    all: (workspaceId) => store.all(workspaceId),
    async read(workspaceId, id, at = {}) {
      const agent = translateTemplate(await read(workspaceId, id), at.language);
      if (at.chooser) return usedBy(agent, at.chooser);
      const draft = at.isDraft ? await drafts.read({ workspaceId, id }) : undefined;
      return draft ? { ...agent, document: draft.document, isDraft: true } : agent;
    },
    async recent(workspaceId, id, chooser) {
      const agent = await recent(`${workspaceId} ${id}`);
      if (!agent) throw refuse("agent.not_found");
      if (chooser?.kind === "sender") return choices.recentlyUsedBySender(agent, chooser.target);
      return chooser ? usedBy(agent, chooser) : agent;
    },
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
      const own = await storable(workspaceId, document);
      const made = { id, template: null, document: own, status: statusOf(own), savedBy: by };
      return { id: await store.add(workspaceId, made), name: own.agent_config.agent_name, version: 1, isChanged: true };
    },
    replace: (key, document, by) => saving(key, by, () => storable(key.workspaceId, document)),
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
    webhookEvents: (workspaceId, id) => eventsOf(`${workspaceId} ${id}`),
    fingerprint,
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
      return [inForceOf(agent), ...(await store.versions(key))];
    },
    async version(key, version) {
      const agent = await read(key.workspaceId, key.id);
      const { document: inForce } = agent;
      if (version === agent.version) return { ...inForceOf(agent), document: inForce, inForce };
      const earlier = await store.version(key, version);
      if (!earlier) throw refuse("agent.version_not_found");
      return { ...earlier, inForce };
    },
  };
}

function inForceOf({ version, savedBy, updatedAt, versionName = "", versionNote = "" }: StoredAgent): StoredVersion {
  return { version, savedBy, savedAt: updatedAt, name: versionName, note: versionNote };
}

export function wireVersion({ version, savedAt, savedBy, name, note }: StoredVersion): AgentVersion {
  return { version, saved_at: savedAt.toISOString(), saved_by: savedBy, name, note };
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

function plain(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]/g, "");
}
