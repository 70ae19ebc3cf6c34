/** How a version is saved: one after the other, nothing overwritten that was not read. */
import { isDeepStrictEqual } from "node:util";
import type { Agent, AgentDocument } from "@ongea/contract";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { AgentStore, StoredAgent, VersionWords } from "./store.ts";

export interface AgentKey {
  workspaceId: string;
  id: string;
}

/** Who saves, and what they had read: where somebody else has saved meanwhile, nothing is overwritten. */
export interface Saving {
  by: string;
  version?: number | undefined;
  /** Of an admin, with a reason: also where its tests have not passed. */
  isOverridden?: boolean | undefined;
}

/** Refuses what must not go live: "agent.tests_needed", "agent.tests_running", "agent.tests_failed", "agent_test.none". */
export type PublishGate = (key: AgentKey, fingerprint: string) => Promise<void>;

interface SavingRules {
  gate: PublishGate | undefined;
  fingerprint(document: AgentDocument): string;
}

export interface Saved {
  id: string;
  name: string;
  version: number;
  /** False: it was as it is already. */
  isChanged: boolean;
}

const VERSIONS_KEPT = 100;
/** Of large documents fewer versions are kept: so much an agent, all together. */
const VERSIONS_CHARACTERS = 4_000_000;

/** Saves are taken one after the other: whoever saves sees what stands, and nobody changes it before they are done. */
export function createSaving(tenancy: Tenancy, store: AgentStore, { gate, fingerprint }: SavingRules) {
  async function read(workspaceId: string, id: string): Promise<StoredAgent> {
    const agent = await store.read(workspaceId, id);
    if (!agent) throw refuse("agent.not_found");
    return agent;
  }

  function saving(
    key: AgentKey,
    { by, version, words, isOverridden }: Saving & { words?: VersionWords | undefined },
    next: (before: StoredAgent) => AgentDocument | Promise<AgentDocument>,
  ): Promise<Saved> {
    return tenancy.together(key.workspaceId, async () => {
      const before = await held(key, version);
      const document = await next(before);
      const { agent_name: name } = document.agent_config;
      if (isDeepStrictEqual(document, before.document)) return { id: key.id, name, version: before.version, isChanged: false };
      if (before.needsTests && !isOverridden) await gate?.(key, fingerprint(document));
      const made = { document, status: statusOf(document), savedBy: by, words };
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

function versionsKept(document: AgentDocument): number {
  return Math.min(VERSIONS_KEPT, Math.floor(VERSIONS_CHARACTERS / JSON.stringify(document).length));
}

export function statusOf(document: AgentDocument): Agent["agent_status"] {
  return document.agent_prompts.task_1.system_prompt.trim() === "" ? "draft" : "processed";
}
