import type { AgentsDomain } from "../agents/index.ts";
import type { Archive } from "../calls/index.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { createBoards, type Boards } from "./analytics/boards/boards.ts";
import type { CampaignsPort } from "./ports.ts";
import { topicNames } from "./topics/store.ts";
import type { Log } from "../platform/log/log.ts";
import { createRollups } from "./analytics/boards/rollups/rollups.ts";
import { createRollupStore } from "./analytics/boards/rollups/store.ts";
import { createBoardStore } from "./analytics/boards/store.ts";

/** Those after them are listed by their ids. */
const MOST_NAMED = 10_000;

export interface OpenBoardsParts {
  archive: Pick<Archive, "these">;
  agents: Pick<AgentsDomain, "names">;
  campaigns: Pick<CampaignsPort, "names">;
  log: Pick<Log, "warn">;
}

export function openBoards(tenancy: Tenancy, { archive, agents, campaigns, log }: OpenBoardsParts): Boards {
  const direct = createBoardStore(tenancy);
  const rollups = createRollups({ direct, store: createRollupStore(tenancy), log, now: () => new Date() });
  return createBoards({
    store: { ...direct, sums: rollups.sums },
    topics: (workspaceId) => topicNames(tenancy, workspaceId),
    agents: (workspaceId) => agents.names(workspaceId, MOST_NAMED),
    batches: (workspaceId) => campaigns.names(workspaceId, MOST_NAMED),
    ended: archive.these,
  });
}
