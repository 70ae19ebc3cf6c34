import type { Entry, Replay, ReplayTurn, TestLine } from "@ongea/contract";
import { LONGEST_TURN_MS, testLineOf } from "../../agents/index.ts";
import type { RecordedTurn } from "./recorded-turns.ts";
import type { ReplayRow } from "./store.ts";

/** No turn takes longer. */
const LOST_AFTER_MS = LONGEST_TURN_MS + 30_000;

export function sideBySide(then: readonly RecordedTurn[], { played, turns }: ReplayRow): ReplayTurn[] {
  return then.slice(0, turns + 1).map(({ sound, entries }, at) => {
    const now = played[at];
    return { at_ms: sound?.startMs ?? null, before: partOf(entries), now: now ? partOf(now) : null };
  });
}

function partOf(entries: readonly Entry[]): ReplayTurn["before"] {
  const lines = entries.flatMap((entry): TestLine | [] => testLineOf(entry) ?? []);
  const heard = lines.flatMap(({ by, text }) => (by === "caller" ? [text] : [])).join(" ");
  return { heard, lines: lines.filter(({ by }) => by !== "caller") };
}

export function wireReplay(row: ReplayRow): Replay {
  const isLost = row.state === "running" && Date.now() - row.beatAt.getTime() > LOST_AFTER_MS;
  return {
    id: row.id,
    state: isLost ? "interrupted" : row.state,
    version: row.version,
    model: row.model,
    stt: row.stt,
    turns: row.turns,
    turns_of_call: row.turnsOfCall,
    played: Math.max(0, row.played.length - 1),
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
