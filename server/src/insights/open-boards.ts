import type { AgentsDomain } from "../agents/index.ts";
import type { Archive } from "../calls/index.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { createBoards, type Boards } from "./analytics/boards/boards.ts";
import type { CampaignsPort } from "./ports.ts";
import { topicNames } from "./topics/store.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Log } from "../platform/log/log.ts";
import { createRollups, FEWEST_CALLS } from "./analytics/boards/rollups/rollups.ts";
import { createRollupStore } from "./analytics/boards/rollups/store.ts";
import { createBoardUpkeep } from "./analytics/boards/rollups/upkeep.ts";
import { createBoardStore } from "./analytics/boards/store.ts";

/** Those after them are listed by their ids. */
const MOST_NAMED = 10_000;

export interface OpenBoardsParts {
  archive: Pick<Archive, "these">;
  agents: Pick<AgentsDomain, "names">;
  campaigns: Pick<CampaignsPort, "names">;
  jobs: Pick<Jobs, "send" | "work" | "every">;
  log: Pick<Log, "warn">;
}

export interface OpenBoards extends Boards {
  /** From now on this server adds boards up before somebody looks. */
  start(): void;
}

export function openBoards(tenancy: Tenancy, { archive, agents, campaigns, jobs, log }: OpenBoardsParts): OpenBoards {
  const now = (): Date => new Date();
  const direct = createBoardStore(tenancy);
  const store = createRollupStore(tenancy);
  const rollups = createRollups({ direct, store, log, now });
  const upkeep = createBoardUpkeep({ rollups, store, jobs, log, fewestCalls: FEWEST_CALLS, now });
  const boards = createBoards({
    store: { ...direct, sums: rollups.sums },
    topics: (workspaceId) => topicNames(tenancy, workspaceId),
    agents: (workspaceId) => agents.names(workspaceId, MOST_NAMED),
    batches: (workspaceId) => campaigns.names(workspaceId, MOST_NAMED),
    ended: archive.these,
  });
  return {
    ...boards,
    async read(workspaceId, query) {
      const [board] = await Promise.all([boards.read(workspaceId, query), upkeep.see(workspaceId, query.time_zone)]);
      return board;
    },
    start: upkeep.start,
  };
}
