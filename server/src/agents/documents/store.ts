/** All the SQL of assistants. */
import { randomUUID } from "node:crypto";
import { type Agent, type AgentDocument, CHOSEN_EVENTS, type ChosenEvent } from "@ongea/contract";
import { and, asc, count, desc, eq, gt, inArray, isNull, lte, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { chosenVersions } from "./choices/store.ts";
import { triedVersions } from "./splits/store.ts";
import type { AgentSecrets } from "./secrets.ts";
import { agents, agentVersions } from "./tables.ts";

export interface StoredAgent {
  id: string;
  workspaceId: string;
  template: string | null;
  status: Agent["agent_status"];
  document: AgentDocument;
  version: number;
  savedBy: string;
  createdAt: Date;
  updatedAt: Date;
  /** Of the version; absent: it has none. */
  versionName?: string;
  versionNote?: string;
  savesDrafts?: boolean;
  needsTests?: boolean;
  /** The document is its draft, which is not live. */
  isDraft?: true;
  /** Another version that is tried where this one is used, for so many percent of the people. */
  split?: { id: string; share: number; tried: StoredAgent };
  /** Which of both a call got. */
  arm?: { split: string; isTried: boolean };
}

export interface StoredVersion {
  version: number;
  savedBy: string;
  savedAt: Date;
  name: string;
  note: string;
}

/** As people call a version, and what it is for. */
export interface VersionWords {
  name: string;
  note: string;
}

/** What is absent stays. */
export interface VersionChange {
  name?: string | undefined;
  note?: string | undefined;
}

/** What is absent stays. */
export interface PublishingChange {
  savesDrafts?: boolean | undefined;
  needsTests?: boolean | undefined;
}

export interface NewAgent {
  id?: string | undefined;
  template: string | null;
  status: Agent["agent_status"];
  document: AgentDocument;
  savedBy: string;
}

export interface NewVersion extends Pick<NewAgent, "status" | "document" | "savedBy"> {
  words?: VersionWords | undefined;
}

export interface DeletedAgent {
  id: string;
  name: string;
  deletedAt: Date;
}

interface AgentKey {
  workspaceId: string;
  id: string;
}

export interface AgentStore {
  all(workspaceId: string): Promise<StoredAgent[]>;
  count(workspaceId: string): Promise<number>;
  read(workspaceId: string, id: string): Promise<StoredAgent | undefined>;
  /** As `read`; until the transaction around it ends, nobody else changes it. */
  hold(key: AgentKey): Promise<StoredAgent | undefined>;
  /** One of a template a workspace has once: a second one is not added. */
  add(workspaceId: string, made: NewAgent): Promise<string>;
  /** The next version; the one before is kept, and those before the newest `keep` of them are not. */
  save(before: StoredAgent, next: NewVersion, keep: number): Promise<number>;
  /** Returns whether there is such a version. */
  describe(agent: StoredAgent, version: number, words: VersionChange): Promise<boolean>;
  setPublishing(key: AgentKey, change: PublishingChange): Promise<void>;
  remove(key: AgentKey): Promise<void>;
  /** Those deleted so lately, the last one first. */
  deleted(workspaceId: string, days: number): Promise<DeletedAgent[]>;
  bringBack(key: AgentKey): Promise<void>;
  /** Without the one in force, the newest first. */
  versions(key: AgentKey): Promise<StoredVersion[]>;
  version(key: AgentKey, version: number): Promise<(StoredVersion & { document: AgentDocument }) | undefined>;
}

/** Documents are sealed on their way in and opened on their way out. `changed`: told of an agent when its change holds. */
export function createAgentStore(
  tenancy: Tenancy,
  secrets: AgentSecrets,
  changed: (key: AgentKey) => void = () => undefined,
): AgentStore {
  const stored = ({ config, prompts, ...row }: typeof agents.$inferSelect): StoredAgent => ({
    ...row,
    document: { agent_config: secrets.open(config), agent_prompts: prompts },
  });
  const the = ({ workspaceId, id }: AgentKey) => and(present(workspaceId), eq(agents.id, id));
  return {
    async all(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(agents)
        .where(present(workspaceId))
        .orderBy(asc(agents.createdAt), asc(agents.id));
      return rows.map(stored);
    },
    async count(workspaceId) {
      const [row] = await tenancy.of(workspaceId).select({ agents: count() }).from(agents).where(present(workspaceId));
      return row?.agents ?? 0;
    },
    async read(workspaceId, id) {
      const [row] = await tenancy.of(workspaceId).select().from(agents).where(the({ workspaceId, id }));
      return row && stored(row);
    },
    async hold(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(agents).where(the(key)).for("update");
      return row && stored(row);
    },
    async add(workspaceId, { id = randomUUID(), template, status, document, savedBy }) {
      const { agent_config, agent_prompts: prompts } = document;
      const config = secrets.seal(agent_config);
      const row = { id, workspaceId, template, status, config, prompts, savedBy };
      await tenancy.of(workspaceId).insert(agents).values(row).onConflictDoNothing();
      return id;
    },
    async save(before, { status, document, savedBy, words }, keep) {
      const { id, workspaceId, version, versionName: name, versionNote: note } = before;
      const db = tenancy.of(workspaceId);
      const { agent_config: inForce, agent_prompts: prompts } = before.document;
      const config = secrets.seal(inForce);
      const saved = { savedBy: before.savedBy, savedAt: before.updatedAt, name, note };
      await db
        .insert(agentVersions)
        .values({ agentId: id, workspaceId, version, config, prompts, ...saved })
        .onConflictDoNothing();
      const isOld = and(earlier({ workspaceId, id }), lte(agentVersions.version, version - keep));
      const isUnused = [chosenVersions, triedVersions].map((used) =>
        notInArray(agentVersions.version, used(tenancy, workspaceId, id)),
      );
      await db.delete(agentVersions).where(and(isOld, ...isUnused));
      const next = { status, config: secrets.seal(document.agent_config), prompts: document.agent_prompts, savedBy };
      const described = { versionName: words?.name ?? "", versionNote: words?.note ?? "" };
      const set = { ...next, ...described, version: version + 1, updatedAt: sql`now()` };
      await db.update(agents).set(set).where(the({ workspaceId, id }));
      tenancy.committed(() => changed({ workspaceId, id }));
      return version + 1;
    },
    async remove(key) {
      await tenancy
        .of(key.workspaceId)
        .update(agents)
        .set({ deletedAt: sql`now()` })
        .where(the(key));
      tenancy.committed(() => changed(key));
    },
    ...deletedAgents(tenancy, changed),
    ...earlierVersions(tenancy, secrets),
  };
}

function present(workspaceId: string) {
  return and(eq(agents.workspaceId, workspaceId), isNull(agents.deletedAt));
}

function deletedAgents(tenancy: Tenancy, changed: (key: AgentKey) => void): Pick<AgentStore, "deleted" | "bringBack"> {
  return {
    async deleted(workspaceId, days) {
      const { id, deletedAt } = agents;
      const rows = await tenancy
        .of(workspaceId)
        .select({ id, name: nameIn, deletedAt })
        .from(agents)
        .where(and(eq(agents.workspaceId, workspaceId), gt(deletedAt, sql`now() - make_interval(days => ${days})`)))
        .orderBy(desc(deletedAt), asc(id));
      return rows.flatMap((row) => (row.deletedAt ? [{ ...row, deletedAt: row.deletedAt }] : []));
    },
    async bringBack({ workspaceId, id }) {
      await tenancy
        .of(workspaceId)
        .update(agents)
        .set({ deletedAt: null })
        .where(and(eq(agents.workspaceId, workspaceId), eq(agents.id, id)));
      tenancy.committed(() => changed({ workspaceId, id }));
    },
  };
}

const nameIn = sql<string>`coalesce(${agents.config} ->> 'agent_name', '')`;

function earlierVersions(
  tenancy: Tenancy,
  { open }: AgentSecrets,
): Pick<AgentStore, "versions" | "version" | "describe" | "setPublishing"> {
  return {
    async describe({ id, workspaceId, version: inForce }, version, { name, note }) {
      const db = tenancy.of(workspaceId);
      if (version === inForce) {
        // Its id with them: nothing at all cannot be set.
        const set = { id, ...(name !== undefined && { versionName: name }), ...(note !== undefined && { versionNote: note }) };
        await db
          .update(agents)
          .set(set)
          .where(and(present(workspaceId), eq(agents.id, id)));
        return true;
      }
      const set = { version, ...(name !== undefined && { name }), ...(note !== undefined && { note }) };
      const rows = await db
        .update(agentVersions)
        .set(set)
        .where(and(earlier({ workspaceId, id }), eq(agentVersions.version, version)))
        .returning({ version: agentVersions.version });
      return rows.length > 0;
    },
    async setPublishing({ workspaceId, id }, { savesDrafts, needsTests }) {
      const set = { ...(savesDrafts !== undefined && { savesDrafts }), ...(needsTests !== undefined && { needsTests }) };
      if (Object.keys(set).length === 0) return;
      await tenancy
        .of(workspaceId)
        .update(agents)
        .set(set)
        .where(and(present(workspaceId), eq(agents.id, id)));
    },
    async versions(key) {
      const { version, savedBy, savedAt, name, note } = agentVersions;
      return tenancy
        .of(key.workspaceId)
        .select({ version, savedBy, savedAt, name, note })
        .from(agentVersions)
        .where(earlier(key))
        .orderBy(desc(version));
    },
    async version(key, version) {
      const [row] = await tenancy
        .of(key.workspaceId)
        .select()
        .from(agentVersions)
        .where(and(earlier(key), eq(agentVersions.version, version)));
      return row && { ...row, document: { agent_config: open(row.config), agent_prompts: row.prompts } };
    },
  };
}

function earlier({ workspaceId, id }: AgentKey) {
  return and(eq(agentVersions.workspaceId, workspaceId), eq(agentVersions.agentId, id));
}

/** Those that can answer. */
export async function countActiveAgents(tenancy: Tenancy, workspaceId: string): Promise<number> {
  const [row] = await tenancy
    .of(workspaceId)
    .select({ active: count() })
    .from(agents)
    .where(and(present(workspaceId), eq(agents.status, "processed")));
  return row?.active ?? 0;
}

/** The oldest first, without their documents. */
export async function agentNames(tenancy: Tenancy, workspaceId: string, most: number): Promise<{ id: string; name: string }[]> {
  return tenancy
    .of(workspaceId)
    .select({ id: agents.id, name: nameIn })
    .from(agents)
    .where(present(workspaceId))
    .orderBy(asc(agents.createdAt))
    .limit(most);
}

/** Of these, those with tasks behind the call itself, and those with a webhook. */
export async function agentsAfterCalls(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ tasks: ReadonlySet<string>; webhooks: ReadonlySet<string> }> {
  const rows = await db
    .select({
      id: agents.id,
      // A document is stored as it came: what is no list has no second task, and holds up no call's end.
      hasTasks: sql<boolean>`coalesce(jsonb_path_exists(${agents.config}, '$.tasks[1]'), false)`,
      hasWebhook: sql<boolean>`coalesce(${agents.config} ->> 'webhook_url', '') <> ''`,
    })
    .from(agents)
    .where(and(eq(agents.workspaceId, workspaceId), inArray(agents.id, [...ids])));
  const those = (has: "hasTasks" | "hasWebhook") => new Set(rows.filter((row) => row[has]).map(({ id }) => id));
  return { tasks: those("hasTasks"), webhooks: those("hasWebhook") };
}

/** Beside the statuses of calls, what an agent's webhook receives; nothing where it has no address. */
export async function webhookEventsOf(db: Db, workspaceId: string, id: string): Promise<readonly ChosenEvent[]> {
  const hasWebhook = sql`coalesce(${agents.config} ->> 'webhook_url', '') <> ''`;
  const [row] = await db
    .select({ events: sql<unknown>`${agents.config} -> 'webhook_events'` })
    .from(agents)
    .where(and(present(workspaceId), eq(agents.id, id), hasWebhook));
  const events = row?.events;
  return Array.isArray(events) ? CHOSEN_EVENTS.filter((one) => events.includes(one)) : [];
}
