/** Which version of its agent a number, a widget, a batch or a sender uses. */
import type { VersionChoiceKind } from "@ongea/contract";
import { memoizeFor } from "../../../platform/async/memoize.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import type { AgentKey } from "../saving.ts";
import type { AgentStore, StoredAgent } from "../store.ts";
import type { Chooser, ChoiceStore, StoredChoice } from "./store.ts";

/** The agent that answers there; null, undefined: nobody does, or there is no such thing. */
export type AgentOf = (workspaceId: string, target: string) => Promise<string | null | undefined>;

export interface Choices {
  list(workspaceId: string): Promise<StoredChoice[]>;
  /** Refuses with "version_choice.no_target" and "agent.version_not_found". Null: the live version again. */
  choose(workspaceId: string, chooser: Chooser, chosen: { version: number | null; by: string }): Promise<Chosen>;
  /** The agent as it is used there. */
  usedBy(agent: StoredAgent, chooser: Chooser): Promise<StoredAgent>;
  /** The same by a sender; a choice that another server has made may be missed for a moment. */
  recentlyUsedBySender(agent: StoredAgent, senderId: string): Promise<StoredAgent>;
  /** Whose agent answers there, and how that is named. Refuses with "version_choice.no_target". */
  agentAt(workspaceId: string, written: Chooser): Promise<{ agentId: string; chooser: Chooser }>;
  /** Undefined: it is not kept. */
  versionOf(agent: StoredAgent, version: number): Promise<StoredAgent | undefined>;
  /** A later domain says whose agent answers at what it keeps. */
  join(kind: VersionChoiceKind, agentOf: AgentOf): void;
}

export interface Chosen {
  agentId: string;
  name: string;
  choice: StoredChoice | undefined;
}

interface ChoicesParts {
  tenancy: Tenancy;
  agents: Pick<AgentStore, "version">;
  choices: ChoiceStore;
  held(key: AgentKey, version: undefined): Promise<StoredAgent>;
}

const MOST_LISTED = 2_000;
const FRESH_MS = 2_000;

export function createChoices({ tenancy, agents, choices, held }: ChoicesParts): Choices {
  const joined = new Map<VersionChoiceKind, AgentOf>();
  const versionOf = async (agent: StoredAgent, version: number): Promise<StoredAgent | undefined> => {
    if (version === agent.version) return agent;
    const earlier = await agents.version(agent, version);
    return earlier && { ...agent, document: earlier.document, version };
  };
  const agentAt: Choices["agentAt"] = async (workspaceId, { kind, target }) => {
    const chooser = { kind, target: kind === "number" ? target : idIn(target) };
    const agentId = await joined.get(kind)?.(workspaceId, chooser.target);
    if (agentId == null) throw refuse("version_choice.no_target");
    return { agentId, chooser };
  };
  const ofSender = memoizeFor(FRESH_MS, (key) => {
    const [workspaceId = "", target = ""] = key.split(" ");
    return choices.read(workspaceId, { kind: "sender", target });
  });
  const asChosen = async (agent: StoredAgent, choice: StoredChoice | undefined): Promise<StoredAgent> =>
    choice?.agentId === agent.id ? ((await versionOf(agent, choice.version)) ?? agent) : agent;
  return {
    list: (workspaceId) => choices.all(workspaceId, MOST_LISTED),
    agentAt,
    versionOf,
    choose: (workspaceId, written, { version, by }) =>
      tenancy.together(workspaceId, async () => {
        const { agentId, chooser } = await agentAt(workspaceId, written);
        tenancy.committed(() => ofSender.forget(`${workspaceId} ${chooser.target}`));
        const agent = await held({ workspaceId, id: agentId }, undefined);
        const { agent_name: name } = agent.document.agent_config;
        if (version === null) {
          await choices.remove(workspaceId, chooser);
          return { agentId, name, choice: undefined };
        }
        if (!(await versionOf(agent, version))) throw refuse("agent.version_not_found");
        return { agentId, name, choice: await choices.save({ ...chooser, workspaceId, agentId, version, savedBy: by }) };
      }),
    usedBy: async (agent, chooser) => asChosen(agent, await choices.read(agent.workspaceId, chooser)),
    recentlyUsedBySender: async (agent, senderId) => asChosen(agent, await ofSender(`${agent.workspaceId} ${senderId}`)),
    join: (kind, agentOf) => void joined.set(kind, agentOf),
  };
}

/** With dashes or without them. */
function idIn(target: string): string {
  const digits = target.toLowerCase().replaceAll("-", "");
  const [, ...parts] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(digits) ?? [];
  if (parts.length === 0) throw refuse("version_choice.no_target");
  return parts.join("-");
}
