/**
 * A call as a strip of picks (columns), for drawing: what happens in each and how far its yarn reaches from the middle. The server keeps
 * a short strip of every call so that lists need not send whole calls.
 */
export interface WovenCall {
  durationMs: number;
  turns: readonly { by: "caller" | "assistant"; startMs: number; endMs: number; loudness: readonly number[] }[];
  tools: readonly { startMs: number; endMs: number }[];
}

export interface Pick {
  kind: "caller" | "assistant" | "tool" | "both" | "pause";
  /** 0 … half of the ends. */
  reach: number;
  /** Index of the turn, where one speaks. */
  turn?: number;
  /** Of a tool: its first or last pick. */
  first: boolean;
  last: boolean;
}

/** The strip of list rows: this many picks, one letter each. */
export const ROW_PICKS = 48;
export const ROW_ENDS = 7;
const SHORTEST_OVERLAP_MS = 150;

/** Lays a call out on a strip of `picks` columns and `ends` (odd) rows. */
export function weavePlan(call: WovenCall, picks: number, ends: number): Pick[] {
  const half = (ends - 1) / 2;
  const stepMs = Math.max(1, call.durationMs) / picks;
  const overlaps = overlapsOf(call.turns);
  const loud: number[] = [];
  const rows = Array.from({ length: picks }, (_, index): Pick => {
    const fromMs = index * stepMs;
    const toMs = fromMs + stepMs;
    const caller = voiceIn(call.turns, "caller", fromMs, toMs);
    const assistant = voiceIn(call.turns, "assistant", fromMs, toMs);
    const voice = caller.ms > assistant.ms ? caller : assistant;
    const tool = call.tools.find((candidate) => candidate.startMs < toMs && candidate.endMs > fromMs);
    const overlapMs = overlaps.reduce((sum, span) => sum + shared(span.startMs, span.endMs, fromMs, toMs), 0);
    loud.push(voice.loud);
    let kind: Pick["kind"] = "pause";
    if (overlapMs >= Math.min(SHORTEST_OVERLAP_MS, stepMs / 3)) kind = "both";
    else if (tool) kind = "tool";
    else if (voice.ms >= stepMs * 0.3) kind = voice === caller ? "caller" : "assistant";
    const turn = voice.turn === undefined ? {} : { turn: voice.turn };
    return {
      kind,
      reach: 0,
      ...turn,
      first: tool !== undefined && tool.startMs >= fromMs,
      last: tool !== undefined && tool.endMs <= toMs,
    };
  });
  for (const span of overlaps) keepVisible(rows, Math.min(picks - 2, Math.floor(span.startMs / stepMs)));
  reachOut(rows, loud, half);
  narrow(rows, ends > 9 ? 1 : Math.max(1, Math.min(half - 1, Math.round(half - 4_000 / stepMs))));
  return rows;
}

/** One letter a pick: `.` pause, `x` both, `t` tool, `0`–`9` the caller's reach, `@`–`I` the assistant's. */
export function encodeWeave(rows: readonly Pick[]): string {
  return rows
    .map(({ kind, reach }) => {
      if (kind === "pause") return ".";
      if (kind === "both") return "x";
      if (kind === "tool") return "t";
      return (kind === "caller" ? "0123456789" : "@ABCDEFGHI")[Math.min(9, reach)];
    })
    .join("");
}

/** The opposite of {@link encodeWeave}; letters that it does not know are pauses. */
export function decodeWeave(text: string, ends: number): Pick[] {
  const half = (ends - 1) / 2;
  return [...text].map((letter): Pick => {
    const plain = { first: false, last: false };
    if (letter === "x") return { kind: "both", reach: half, ...plain };
    if (letter === "t") return { kind: "tool", reach: half, ...plain };
    if (letter >= "0" && letter <= "9") return { kind: "caller", reach: Number(letter), ...plain };
    if (letter >= "@" && letter <= "I") return { kind: "assistant", reach: letter.charCodeAt(0) - 64, ...plain };
    return { kind: "pause", reach: 0, ...plain };
  });
}

type Turns = WovenCall["turns"];

function overlapsOf(turns: Turns): { startMs: number; endMs: number }[] {
  const sorted = [...turns].sort((a, b) => a.startMs - b.startMs);
  return sorted.flatMap((turn, index) => {
    const next = sorted[index + 1];
    if (!next || next.by === turn.by || next.startMs >= turn.endMs) return [];
    return [{ startMs: next.startMs, endMs: Math.min(turn.endMs, next.endMs) }];
  });
}

function voiceIn(
  turns: Turns,
  by: "caller" | "assistant",
  fromMs: number,
  toMs: number,
): { ms: number; loud: number; turn: number | undefined } {
  const heard = { ms: 0, loud: 0, turn: undefined as number | undefined };
  turns.forEach((turn, index) => {
    const ms = turn.by === by ? shared(turn.startMs, turn.endMs, fromMs, toMs) : 0;
    if (ms <= 0) return;
    heard.ms += ms;
    heard.turn = index;
    const firstValue = Math.floor((Math.max(fromMs, turn.startMs) - turn.startMs) / 100);
    const lastValue = Math.ceil((Math.min(toMs, turn.endMs) - turn.startMs) / 100);
    for (const value of turn.loudness.slice(firstValue, Math.max(firstValue + 1, lastValue)))
      heard.loud = Math.max(heard.loud, value);
  });
  return heard;
}

function shared(aStart: number, aEnd: number, bStart: number, bEnd: number): number {
  return Math.max(0, Math.min(aEnd, bEnd) - Math.max(aStart, bStart));
}

/** An interruption takes two picks, so that it never vanishes. */
function keepVisible(rows: Pick[], at: number): void {
  for (const row of rows.slice(Math.max(0, at), Math.max(0, at) + 2)) row.kind = "both";
}

function reachOut(rows: Pick[], loud: readonly number[], half: number): void {
  const voices = rows.map((row, index) => (isVoice(row) ? (loud[index] ?? 0) : 0));
  const loudest = Math.max(0.05, ...voices);
  rows.forEach((row, index) => {
    if (row.kind === "both" || row.kind === "tool") row.reach = half;
    else if (isVoice(row)) row.reach = 1 + Math.round(((voices[index] ?? 0) / loudest) ** 0.7 * (half - 1));
  });
}

/** At most one end more or less from pick to pick, and a turn begins and ends narrow. */
function narrow(rows: Pick[], lead: number): void {
  const limit = (index: number, neighbour: number): void => {
    const row = rows[index];
    const beside = rows[neighbour];
    if (!row || !isVoice(row)) return;
    const isEdge = !beside || beside.kind !== row.kind || beside.turn !== row.turn;
    row.reach = Math.min(row.reach, isEdge ? lead : beside.reach + 1);
  };
  for (let index = 0; index < rows.length; index++) limit(index, index - 1);
  for (let index = rows.length - 1; index >= 0; index--) limit(index, index + 1);
}

function isVoice(row: Pick): boolean {
  return row.kind === "caller" || row.kind === "assistant";
}
