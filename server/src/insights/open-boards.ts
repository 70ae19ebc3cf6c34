import { agentNames } from "../agents/index.ts";
import type { Archive } from "../calls/index.ts";
import { batchNames } from "../campaigns/index.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { createBoards, type Boards } from "./analytics/boards/boards.ts";
import { topicNames } from "./topics/store.ts";
import { createBoardStore } from "./analytics/boards/store.ts";

/** Those after them are listed by their ids. */
const MOST_NAMED = 10_000;

export function openBoards(tenancy: Tenancy, { these }: Pick<Archive, "these">): Boards {
  return createBoards({
    store: createBoardStore(tenancy),
    topics: (workspaceId) => topicNames(tenancy, workspaceId),
    agents: (workspaceId) => agentNames(tenancy, workspaceId, MOST_NAMED),
    batches: (workspaceId) => batchNames(tenancy, workspaceId, MOST_NAMED),
    ended: these,
  });
}
