import type { AgentsDomain } from "../agents/index.ts";
import type { Archive } from "../calls/index.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { createBoards, type Boards } from "./analytics/boards/boards.ts";
import type { CampaignsPort } from "./ports.ts";
import { topicNames } from "./topics/store.ts";
import { createBoardStore } from "./analytics/boards/store.ts";

/** Those after them are listed by their ids. */
const MOST_NAMED = 10_000;

export interface OpenBoardsParts {
  archive: Pick<Archive, "these">;
  agents: Pick<AgentsDomain, "names">;
  campaigns: Pick<CampaignsPort, "names">;
}

export function openBoards(tenancy: Tenancy, { archive, agents, campaigns }: OpenBoardsParts): Boards {
  return createBoards({
    store: createBoardStore(tenancy),
    topics: (workspaceId) => topicNames(tenancy, workspaceId),
    agents: (workspaceId) => agents.names(workspaceId, MOST_NAMED),
    batches: (workspaceId) => campaigns.names(workspaceId, MOST_NAMED),
    ended: archive.these,
  });
}
