/** The figures of the home page and its charts, from the days that the database keeps. */
import type { CallDay, CallTotals, HomeFigures, Outcome } from "@ongea/contract";
import type { CallSums } from "../../calls/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { createFigureStore } from "./store.ts";
import { totalsOf } from "./totals.ts";

export interface TotalsFilter {
  agentId?: string | undefined;
  tag?: string | undefined;
  topicId?: string | undefined;
  status?: string | undefined;
  outcome?: Outcome | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface Figures {
  /** Of some calls, whose sums are known. */
  totals(workspaceId: string, wanted: TotalsFilter, sums: CallSums): Promise<CallTotals>;
  home(workspaceId: string, uptime: number | null): Promise<HomeFigures>;
  /** The last so many days, today last, those without calls too. */
  days(workspaceId: string, days: number): Promise<CallDay[]>;
}

/** `activeAgents`: how many of the workspace's assistants can answer. */
export function createFigures(tenancy: Tenancy, activeAgents: (workspaceId: string) => Promise<number>): Figures {
  const store = createFigureStore(tenancy);
  return {
    async home(workspaceId, uptime) {
      const [row, lost, active] = await Promise.all([
        store.home(workspaceId),
        store.lost(workspaceId, {}),
        activeAgents(workspaceId),
      ]);
      return { active_agents: active, ...totalsOf(row, lost), uptime };
    },
    async totals(workspaceId, { status = "completed", outcome = "completed", ...wanted }, { row, ids, hasMore }) {
      const hasCompleted = status === "completed" && outcome === "completed";
      const lost = hasCompleted ? await store.lost(workspaceId, { ...wanted, ids }) : undefined;
      return { ...totalsOf(row, lost), has_more: hasMore };
    },
    async days(workspaceId, days) {
      const rows = await store.days(workspaceId, days);
      return rows.map((row) => {
        const kept = whole(row);
        return {
          day: row.day,
          calls: kept("calls"),
          completed: kept("completed"),
          unanswered: kept("unanswered"),
          failed: kept("failed"),
          canceled: kept("ended") - kept("completed") - kept("unanswered") - kept("failed"),
          in_progress: kept("calls") - kept("ended"),
          average_duration_seconds: share(kept("duration_ms"), kept("answered") * 1_000),
          average_delay_ms: share(kept("delay_ms"), kept("answers")),
        };
      });
    },
  };
}

/** PostgreSQL's driver gives large whole numbers as text. */
function whole<Row extends Record<string, unknown>>(row: Row | undefined): (name: keyof Row) => number {
  return (name) => Number(row?.[name] ?? 0);
}

function share(part: number, all: number): number | null {
  return all > 0 ? part / all : null;
}
