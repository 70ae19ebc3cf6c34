/** Figures of sums of calls, the same for all calls and for some. Pure. */
import type { HomeFigures } from "@ongea/contract";
import type { LostRow } from "./store.ts";

type Row = Readonly<Record<string, unknown>>;

/** `row`: absent where there are no calls; `lost`: absent where none were completed. */
export function totalsOf(row: Row | undefined, lost: LostRow | undefined): Omit<HomeFigures, "active_agents" | "uptime"> {
  const of = (name: string): number => Number(row?.[name] ?? 0);
  const [completed, unanswered, failed] = [of("completed"), of("unanswered"), of("failed")];
  const [abandoned, silent, missed] = [lost?.abandoned, lost?.silent, lost?.missed].map((count) => Number(count ?? 0));
  const reasons = { unanswered, abandoned: abandoned ?? 0, silent: silent ?? 0, missed: missed ?? 0, failed };
  const succeeded = completed - reasons.abandoned - reasons.silent - reasons.missed;
  return {
    total_calls: of("calls"),
    success_rate: share(succeeded, completed + unanswered + failed),
    lost: reasons,
    average_duration_seconds: share(of("duration_ms"), of("answered") * 1_000),
    cost_per_minute_usd: share(of("cost_micros") / 1_000_000, of("duration_ms") / 60_000),
  };
}

function share(part: number, all: number): number | null {
  return all > 0 ? part / all : null;
}
