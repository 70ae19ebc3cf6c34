/** Figures of sums: what the contract promises of each is here, once. Pure. */
import type { CallFigures } from "@ongea/contract";
import { toStep } from "./delay-steps.ts";

const MICROS_A_UNIT = 1_000_000;

/** Sums by name, as the database has them; what is absent is nothing. */
type Row = Readonly<Record<string, unknown>>;

const DELAYS: ReadonlySet<string> = new Set(["delay_p50_ms", "delay_p95_ms"]);

/** Of all groups together: counts add up, and percentiles do not. */
export function totalOf(rows: readonly Row[], delays: Row | undefined): CallFigures {
  const total: Record<string, unknown> = { ...delays };
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (!DELAYS.has(name)) total[name] = Number(total[name] ?? 0) + Number(value);
  return figuresOf(total);
}

/** `row`: absent where no call was counted. */
export function figuresOf(row: Row | undefined): CallFigures {
  const of = (name: string): number => Number(row?.[name] ?? 0);
  const delay = (name: string): number | null =>
    row?.[name] === undefined || row[name] === null ? null : toStep(Number(row[name]));
  const [calls, attempted, answered, spoken] = [of("calls"), of("attempted"), of("answered"), of("spoken")];
  const [goal, reached] = [of("goal"), of("reached")];
  const parts = {
    stt: of("stt_micros"),
    llm: of("llm_micros"),
    tts: of("tts_micros"),
    telephony: of("telephony_micros"),
    platform: of("platform_micros"),
  };
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  const { stt, llm, tts, telephony, platform } = parts;
  return {
    calls,
    attempted,
    answered,
    contained: of("contained"),
    transferred: of("transferred"),
    abandoned: of("abandoned"),
    goal,
    reached,
    minutes: of("duration_ms") / 60_000,
    answer_rate: share(answered, attempted),
    containment_rate: share(of("contained"), answered),
    transfer_rate: share(of("transferred"), answered),
    abandonment_rate: share(of("abandoned"), answered),
    goal_rate: share(reached, goal),
    delay_p50_ms: delay("delay_p50_ms"),
    delay_p95_ms: delay("delay_p95_ms"),
    interruptions: share(of("interruptions"), spoken),
    dead_air_seconds: share(of("dead_air_ms") / 1_000, spoken),
    talk_share: share(of("agent_ms"), of("agent_ms") + of("caller_ms")),
    cost: {
      stt: units(stt),
      llm: units(llm),
      tts: units(tts),
      telephony: units(telephony),
      platform: units(platform),
      total: units(total),
    },
    cost_per_call_usd: share(units(total), answered),
    cost_per_goal_usd: share(units(of("goal_micros")), reached),
  };
}

const units = (micros: number): number => micros / MICROS_A_UNIT;

function share(part: number, all: number): number | null {
  return all > 0 ? part / all : null;
}
