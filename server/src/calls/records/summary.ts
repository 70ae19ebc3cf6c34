/** What a call's journal says in short, for lists and for the wire. Pure. */
import { timelineRow, type Delays, type Entry, type Execution, type Turn } from "@ongea/contract";
import { type CallMeasures, measure } from "./measures.ts";
import type { CallRow } from "./store.ts";

export interface Summary {
  transcript: string | null;
  latency: Execution["latency_data"];
  weave: string | null;
  transfer: CallRow["transfer"];
  measures: CallMeasures | null;
}

export function summarise(entries: readonly Entry[], durationMs: number): Summary {
  const turns = entries.filter((entry): entry is Turn => entry.kind === "turn");
  return {
    transcript: transcriptOf(turns),
    latency: latencyOf(turns),
    weave: weaveOf(entries, turns, durationMs),
    transfer: transferOf(entries),
    measures: measure(entries),
  };
}

function transferOf(entries: readonly Entry[]): CallRow["transfer"] {
  const put = entries.findLast((entry) => entry.kind === "transfer");
  return put ? { to: put.to, seconds: (put.endMs - put.startMs) / 1_000 } : null;
}

/** Lines `assistant: …` and `user: …`, as clients of the wire read them. */
export function transcriptOf(turns: readonly Turn[]): string | null {
  const spoken = turns.toSorted((a, b) => a.startMs - b.startMs).filter((turn) => turn.text.trim() !== "");
  if (spoken.length === 0) return null;
  return spoken
    .map((turn) => `${turn.by === "assistant" ? "assistant" : "user"}: ${turn.text.replace(/\s+/g, " ").trim()}`)
    .join("\n");
}

function latencyOf(turns: readonly Turn[]): Execution["latency_data"] {
  const answers = turns.filter((turn) => turn.by === "assistant");
  const first = answers[0];
  if (!first) return null;
  const timed = answers.filter((turn) => turn.delays);
  return {
    time_to_first_audio: Math.round(first.startMs),
    ...stagesOf(timed),
    turns: timed.map(({ index, delays }) => ({
      turn: index,
      overhead_ms: rounded(delays?.overheadMs),
      speech_end_to_first_sound_ms: rounded(
        delays?.firstSoundMs === undefined || delays.speechEndMs === undefined
          ? undefined
          : delays.firstSoundMs - delays.speechEndMs,
      ),
    })),
  };
}

/** What each stage took, by turn, as the wire names them. A turn that a stage had no part in is left out. */
function stagesOf(turns: readonly Turn[]): Pick<NonNullable<Execution["latency_data"]>, "transcriber" | "llm" | "synthesizer"> {
  const took = (from: keyof Delays, to: keyof Delays): { turn: number; ms: number }[] =>
    turns.flatMap(({ index, delays }) => {
      const ms = rounded((delays?.[to] ?? Number.NaN) - (delays?.[from] ?? Number.NaN));
      return ms === null || Number.isNaN(ms) ? [] : [{ turn: index, ms: Math.max(0, ms) }];
    });
  const first = (from: keyof Delays, to: keyof Delays) => ({
    time_to_connect: null,
    turns: took(from, to).map(({ turn, ms }) => ({ turn, time_to_first_token: ms, time_to_last_token: null })),
  });
  return {
    transcriber: {
      time_to_connect: null,
      turns: took("speechEndMs", "wordsFinalMs").map(({ turn, ms }) => ({
        turn,
        turn_latency: [{ sequence_id: turn, audio_to_text_latency: ms }],
      })),
    },
    llm: first("thinkStartMs", "firstTokenMs"),
    synthesizer: first("firstClauseMs", "firstAudioMs"),
  };
}

function weaveOf(entries: readonly Entry[], turns: readonly Turn[], durationMs: number): string | null {
  if (turns.length === 0) return null;
  const tools = entries.filter((entry) => entry.kind === "tool");
  const lastMs = Math.max(durationMs, ...turns.map((turn) => turn.endMs));
  return timelineRow({ durationMs: lastMs, turns, tools });
}

function rounded(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms * 10) / 10;
}
