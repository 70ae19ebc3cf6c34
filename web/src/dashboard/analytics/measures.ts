/** The figures of boards: what each is called, how it is written, and whether more of it is better. */
import type { CallFigures, CountedCalls } from "@ongea/contract";
import { useDollars } from "../../shell/money.ts";
import { type SentenceId, useWords } from "../../words/index.ts";

export type Kind = "count" | "tenths" | "share" | "ms" | "seconds" | "dollars" | "length";

export interface Measure {
  id: Extract<SentenceId, `analytics.${string}`>;
  /** What it means, in a sentence. */
  means: Extract<SentenceId, `analytics.${string}`>;
  kind: Kind;
  of: (figures: CallFigures) => number | null;
  better?: "more" | "less";
  /** The calls behind it. */
  counted?: CountedCalls;
}

const CALLS: Measure = { id: "analytics.calls", means: "analytics.calls_means", kind: "count", of: ({ calls }) => calls };
const MINUTES: Measure = {
  id: "analytics.minutes",
  means: "analytics.minutes_means",
  kind: "length",
  of: ({ minutes }) => minutes * 60,
};
const share = (
  id: "answer_rate" | "containment_rate" | "transfer_rate" | "abandonment_rate" | "goal_rate",
  more: Pick<Measure, "better" | "counted">,
): Measure => ({ id: `analytics.${id}`, means: `analytics.${id}_means`, kind: "share", of: (figures) => figures[id], ...more });

const ANSWER_RATE = share("answer_rate", { better: "more", counted: "answered" });
const CONTAINMENT = share("containment_rate", { better: "more", counted: "contained" });
const GOAL_RATE = share("goal_rate", { better: "more", counted: "reached" });
const TRANSFERS = share("transfer_rate", { counted: "transferred" });
const ABANDONED = share("abandonment_rate", { better: "less", counted: "abandoned" });
const DELAY: Measure = {
  id: "analytics.delay",
  means: "analytics.delay_means",
  kind: "ms",
  of: (figures) => figures.delay_p50_ms,
  better: "less",
};
const SLOW_DELAY: Measure = {
  id: "analytics.slow_delay",
  means: "analytics.slow_delay_means",
  kind: "ms",
  of: (figures) => figures.delay_p95_ms,
  better: "less",
};
const COST: Measure = { id: "analytics.cost", means: "analytics.cost_means", kind: "dollars", of: ({ cost }) => cost.total };
const CALL_COST: Measure = {
  id: "analytics.cost_per_call",
  means: "analytics.cost_per_call_means",
  kind: "dollars",
  of: (figures) => figures.cost_per_call_usd,
  better: "less",
};
const GOAL_COST: Measure = {
  id: "analytics.cost_per_goal",
  means: "analytics.cost_per_goal_means",
  kind: "dollars",
  of: (figures) => figures.cost_per_goal_usd,
  better: "less",
};

export const QUALITY: readonly Measure[] = [
  CALLS,
  ANSWER_RATE,
  CONTAINMENT,
  GOAL_RATE,
  TRANSFERS,
  ABANDONED,
  DELAY,
  SLOW_DELAY,
  {
    id: "analytics.interruptions",
    means: "analytics.interruptions_means",
    kind: "tenths",
    of: (figures) => figures.interruptions,
    better: "less",
  },
  {
    id: "analytics.dead_air",
    means: "analytics.dead_air_means",
    kind: "seconds",
    of: (figures) => figures.dead_air_seconds,
    better: "less",
  },
  { id: "analytics.talk_share", means: "analytics.talk_share_means", kind: "share", of: (figures) => figures.talk_share },
  MINUTES,
];
export const COSTS: readonly Measure[] = [COST, CALL_COST, GOAL_COST, MINUTES];
export const COLUMNS: readonly Measure[] = [
  CALLS,
  ANSWER_RATE,
  CONTAINMENT,
  GOAL_RATE,
  TRANSFERS,
  ABANDONED,
  DELAY,
  SLOW_DELAY,
  CALL_COST,
  COST,
];
export const ALL: readonly Measure[] = [...QUALITY, COST, CALL_COST, GOAL_COST];

export type FigureText = (value: number | null, kind: Kind) => string;

export function useFigureText(): FigureText {
  const words = useWords();
  const dollars = useDollars();
  const tenths = (value: number): string => words.number(Math.round(value * 10) / 10);
  return (value, kind) => {
    if (value === null) return words.say("home.none_yet");
    switch (kind) {
      case "count":
        return words.number(value);
      case "tenths":
        return tenths(value);
      case "share":
        return words.percent(value);
      case "ms":
        return words.say("home.milliseconds", { ms: words.number(value) });
      case "seconds":
        return words.say("analytics.seconds", { seconds: tenths(value) });
      case "dollars":
        return dollars(value);
      case "length":
        return words.duration(value);
    }
  };
}
