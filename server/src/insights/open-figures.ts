import { countActiveAgents } from "../agents/index.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { createFigures, type Figures } from "./analytics/figures.ts";

export function openFigures(tenancy: Tenancy): Figures {
  return createFigures(tenancy, (workspaceId) => countActiveAgents(tenancy, workspaceId));
}
