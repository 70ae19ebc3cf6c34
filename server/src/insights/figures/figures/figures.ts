/** The figures of the home page and its charts, from the days that the database keeps. */
import type { CallDay, HomeFigures } from "@ongea/contract";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { createFigureStore } from "./store.ts";

export interface Figures {
  home(workspaceId: string, uptime: number | null): Promise<HomeFigures>;
  /** The last so many days, today last, those without calls too. */
  days(workspaceId: string, days: number): Promise<CallDay[]>;
}

/** `activeAgents`: how many of the workspace's assistants can answer. */
export function createFigures(tenancy: Tenancy, activeAgents: (workspaceId: string) => Promise<number>): Figures {
  const store = createFigureStore(tenancy);
  return {
    async home(workspaceId, uptime) {
      const [row, active] = await Promise.all([store.home(workspaceId), activeAgents(workspaceId)]);
      const kept = whole(row);
      return {
        active_agents: active,
        total_calls: kept("calls"),
        success_rate: share(kept("completed"), kept("completed") + kept("unanswered") + kept("failed")),
        average_duration_seconds: share(kept("duration_ms"), kept("answered") * 1_000),
        cost_per_minute_usd: share(kept("cost_micros") / 1_000_000, kept("duration_ms") / 60_000),
        uptime,
      };
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
