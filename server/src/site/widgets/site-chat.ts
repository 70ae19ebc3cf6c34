/** The chat of the public site: anyone may write to the installation's front desk, as in a widget of somebody's page. */
import type { Agents } from "../../agents/index.ts";
import { SITE_AGENT } from "../visitors/demo-calls.ts";
import type { ChatPlace } from "./widget-chats.ts";

export interface SiteChatParts {
  agents: Pick<Agents, "find">;
  /** The workspace whose front desk answers. */
  workspaceId: string;
  /** Visitors may talk to it, too. */
  isOpen: boolean;
}

/** New chats an hour of one network. */
const CHATS_AN_HOUR = 10;

/** Where it is written; undefined: there is no front desk. */
export async function siteChat({ agents, workspaceId, isOpen }: SiteChatParts): Promise<ChatPlace | undefined> {
  const agent = await agents.find(workspaceId, SITE_AGENT);
  if (!agent) return undefined;
  return {
    id: workspaceId,
    workspaceId,
    agentId: agent.id,
    callsPerHour: CHATS_AN_HOUR,
    isActive: isOpen,
    chat: true,
    origins: "own",
  };
}
