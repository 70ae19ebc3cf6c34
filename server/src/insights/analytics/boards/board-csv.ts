/** A board as CSV (RFC 4180) and as Parquet, a row a group. Pure. */
import type { CallBoard, CallFigures } from "@ongea/contract";
import { type Cell, csvHead, csvRow } from "../../../platform/csv/rows.ts";
import type { ParquetColumn } from "../../exports/parquet.ts";

const FIGURES: readonly (readonly [string, (figures: CallFigures) => Cell])[] = [
  ["calls", ({ calls }) => calls],
  ["attempted", ({ attempted }) => attempted],
  ["answered", ({ answered }) => answered],
  ["contained", ({ contained }) => contained],
  ["transferred", ({ transferred }) => transferred],
  ["abandoned", ({ abandoned }) => abandoned],
  ["with_goal", ({ goal }) => goal],
  ["goal_reached", ({ reached }) => reached],
  ["minutes", ({ minutes }) => rounded(minutes)],
  ["answer_rate", ({ answer_rate: rate }) => rounded(rate)],
  ["containment_rate", ({ containment_rate: rate }) => rounded(rate)],
  ["transfer_rate", ({ transfer_rate: rate }) => rounded(rate)],
  ["abandonment_rate", ({ abandonment_rate: rate }) => rounded(rate)],
  ["goal_rate", ({ goal_rate: rate }) => rounded(rate)],
  ["delay_p50_ms", (figures) => figures.delay_p50_ms],
  ["delay_p95_ms", (figures) => figures.delay_p95_ms],
  ["interruptions_per_call", ({ interruptions }) => rounded(interruptions)],
  ["dead_air_seconds_per_call", (figures) => rounded(figures.dead_air_seconds)],
  ["talk_share", (figures) => rounded(figures.talk_share)],
  ["stt_cost_usd", ({ cost }) => rounded(cost.stt)],
  ["llm_cost_usd", ({ cost }) => rounded(cost.llm)],
  ["tts_cost_usd", ({ cost }) => rounded(cost.tts)],
  ["telephony_cost_usd", ({ cost }) => rounded(cost.telephony)],
  ["platform_cost_usd", ({ cost }) => rounded(cost.platform)],
  ["cost_usd", ({ cost }) => rounded(cost.total)],
  ["cost_per_call_usd", (figures) => rounded(figures.cost_per_call_usd)],
  ["cost_per_goal_usd", (figures) => rounded(figures.cost_per_goal_usd)],
];

export function boardCsv({ group, groups }: CallBoard): string {
  const head = csvHead([group, "name", ...FIGURES.map(([name]) => name)]);
  const rows = groups.map(({ key, name, figures }) => csvRow([key, name, ...FIGURES.map(([, read]) => read(figures))]));
  return [head, ...rows].join("");
}

type GroupRow = CallBoard["groups"][number];

export function boardColumns(group: CallBoard["group"]): readonly ParquetColumn<GroupRow>[] {
  return [
    { name: group, type: "STRING", read: ({ key }) => key },
    { name: "name", type: "STRING", read: ({ name }) => name },
    ...FIGURES.map(([name, read]): ParquetColumn<GroupRow> => ({
      name,
      type: "DOUBLE",
      read: ({ figures }) => {
        const value = read(figures);
        return value === null || value === undefined ? null : Number(value);
      },
    })),
  ];
}

/** To a millionth. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1_000_000) / 1_000_000;
}
