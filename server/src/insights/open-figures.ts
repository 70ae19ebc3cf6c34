import type { AgentsDomain } from "../agents/index.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { createFigures, type Figures } from "./analytics/figures.ts";

export function openFigures(tenancy: Tenancy, agents: Pick<AgentsDomain, "countActive">): Figures {
  return createFigures(tenancy, (workspaceId) => agents.countActive(workspaceId));
}
