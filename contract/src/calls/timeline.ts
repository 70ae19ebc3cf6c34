/**
 * The voice weave's plan: a call cut into picks along time, and how wide each voice lies in each pick. Server and page share it, so that a
 * list needs 48 letters of a call and not the call. (docs/guides/design.md says how it is drawn.)
 */

export interface TimelineCall {
  durationMs: number;
  turns: readonly TimelineTurn[];
  tools: readonly { startMs: number; endMs: number }[];
}

export interface TimelineTurn {
  by: "caller" | "assistant";
  startMs: number;
  endMs: number;
  /** 0…1, evenly spaced; empty for a written message. */
  loudness: readonly number[];
}

export interface Pick {
  kind: "pause" | "both" | "tool" | "caller" | "assistant";
  /** Ends to each side of the middle that are covered. */
  reach: number;
  /** A tool begins or ends in this pick. */
  edge?: boolean;
}

/** Picks of the strip that a list row shows. */
export const ROW_PICKS = 48;
export const ROW_ENDS = 7;

/** An interruption shows from this overlap on, or from a third of a pick where picks are shorter. */
const OVERLAP_MS = 150;
/** A voice must fill this share of a pick. */
const FILLS = 0.3;
const WRITTEN = [0.6];
/** Where a pick is long, a turn starts wider, so that one of this length can still become full. */
const FULL_AFTER_MS = 4_000;

interface Row extends Pick {
  loud: number;
  turn: number;
}

export function planTimeline(call: TimelineCall, picks: number, ends: number): Pick[] {
  const half = (ends - 1) / 2;
  const step = Math.max(1, call.durationMs) / picks;
  const overlaps = overlapsOf(call.turns);
  const callers = voicesIn(call.turns, "caller", picks, step);
  const assistants = voicesIn(call.turns, "assistant", picks, step);
  const rows = callers.flatMap((caller, i) => {
    const assistant = assistants[i];
    return assistant ? [rowAt(call, overlaps, [caller, assistant], i * step, step)] : [];
  });
  for (const { fromMs } of overlaps) markOverlap(rows, fromMs, step);
  const loudest = Math.max(0.05, ...rows.filter(isVoice).map((row) => row.loud));
  for (const row of rows) row.reach = fullReach(row, loudest, half);
  taper(rows, ends > 9 ? 1 : Math.max(1, Math.min(half - 1, Math.round(half - FULL_AFTER_MS / step))));
  return rows.map(({ kind, reach, edge }) => ({ kind, reach, ...(edge ? { edge } : {}) }));
}

/** One letter a pick: "." pause, "x" both, "t" tool, 1–9 caller, A–I assistant. */
export function encodeTimeline(picks: readonly Pick[]): string {
  return picks.map(letterOf).join("");
}

/** The strip of a list row: 48 letters. */
export function timelineRow(call: TimelineCall): string {
  return encodeTimeline(planTimeline(call, ROW_PICKS, ROW_ENDS));
}

export function decodeTimeline(text: string, ends = ROW_ENDS): Pick[] {
  const half = (ends - 1) / 2;
  return text.split("").map((letter): Pick => {
    if (letter === "x" || letter === "t") return { kind: letter === "x" ? "both" : "tool", reach: half };
    if (/[1-9]/.test(letter)) return { kind: "caller", reach: Number(letter) };
    if (/[A-I]/.test(letter)) return { kind: "assistant", reach: letter.charCodeAt(0) - 64 };
    return { kind: "pause", reach: 0 };
  });
}

export function isVoice<One extends Pick>(pick: One): pick is One & { kind: "caller" | "assistant" } {
  return pick.kind === "caller" || pick.kind === "assistant";
}

function letterOf({ kind, reach }: Pick): string {
  if (kind === "pause") return ".";
  if (kind === "both") return "x";
  if (kind === "tool") return "t";
  return (kind === "caller" ? "0123456789" : "@ABCDEFGHI").charAt(Math.min(9, reach));
}

interface Overlap {
  fromMs: number;
  toMs: number;
}

function rowAt(
  call: TimelineCall,
  overlaps: readonly Overlap[],
  [caller, assistant]: readonly [Voice, Voice],
  ...[fromMs, step]: [fromMs: number, step: number]
): Row {
  const toMs = fromMs + step;
  const voice = caller.ms > assistant.ms ? caller : assistant;
  const tool = call.tools.find((one) => one.startMs < toMs && one.endMs > fromMs);
  const both = overlaps.reduce((ms, over) => ms + Math.max(0, Math.min(over.toMs, toMs) - Math.max(over.fromMs, fromMs)), 0);
  const { turn } = voice;
  const loud = voice.count > 0 ? voice.sum / voice.count : 0;
  if (both >= Math.min(OVERLAP_MS, step / 3)) return { kind: "both", reach: 0, loud, turn };
  if (tool) return { kind: "tool", reach: 0, loud, turn, edge: tool.startMs >= fromMs || tool.endMs <= toMs };
  return { kind: voice.ms >= step * FILLS ? voice.by : "pause", reach: 0, loud, turn };
}

/** An interruption never vanishes, however small the strip. */
function markOverlap(rows: Row[], fromMs: number, step: number): void {
  const at = Math.max(0, Math.min(rows.length - 2, Math.floor(fromMs / step)));
  for (const row of rows.slice(at, at + 2)) row.kind = "both";
}

function fullReach(row: Row, loudest: number, half: number): number {
  if (row.kind === "both" || row.kind === "tool") return half;
  return isVoice(row) ? 1 + Math.round((row.loud / loudest) ** 0.7 * (half - 1)) : 0;
}

/** The loom's rule: one end per pick, from both sides, and a turn begins and ends narrow. */
function taper(rows: Row[], lead: number): void {
  const limit = (i: number, neighbour: number): void => {
    const row = rows[i];
    const other = rows[neighbour];
    if (!row || !isVoice(row)) return;
    const tied = !other || other.kind !== row.kind || other.turn !== row.turn;
    row.reach = Math.min(row.reach, tied ? lead : other.reach + 1);
  };
  for (let i = 0; i < rows.length; i++) limit(i, i - 1);
  for (let i = rows.length - 1; i >= 0; i--) limit(i, i + 1);
}

/** A voice within one pick. */
interface Voice {
  by: TimelineTurn["by"];
  ms: number;
  /** Of its loudness. */
  sum: number;
  count: number;
  /** The last turn in it; -1: none. */
  turn: number;
}

/** How a voice lies in each pick, in one walk along its turns. */
function voicesIn(turns: readonly TimelineTurn[], by: TimelineTurn["by"], picks: number, step: number): Voice[] {
  const voices = Array.from({ length: picks }, (): Voice => ({ by, ms: 0, sum: 0, count: 0, turn: -1 }));
  for (const [index, turn] of turns.entries()) {
    if (turn.by !== by) continue;
    const loudness = turn.loudness.length > 0 ? turn.loudness : WRITTEN;
    const every = (turn.endMs - turn.startMs) / loudness.length;
    const last = Math.min(picks - 1, Math.floor(turn.endMs / step));
    for (let i = Math.max(0, Math.floor(turn.startMs / step)); i <= last; i++) {
      const fromMs = i * step;
      const toMs = fromMs + step;
      if (turn.endMs <= fromMs || turn.startMs >= toMs) continue;
      const voice = voices[i];
      if (!voice) break;
      const from = Math.max(fromMs, turn.startMs);
      const to = Math.min(toMs, turn.endMs);
      voice.ms += to - from;
      voice.turn = index;
      const end = Math.min(loudness.length, Math.ceil((to - turn.startMs) / every));
      for (let k = Math.floor((from - turn.startMs) / every); k < end; k++) {
        voice.sum += loudness[k] ?? 0;
        voice.count++;
      }
    }
  }
  return voices;
}

/** When both voices sound at once. A hand-over inside one pick is not an interruption. */
function overlapsOf(turns: readonly TimelineTurn[]): Overlap[] {
  const found: Overlap[] = [];
  turns.forEach((a, i) => {
    for (const b of turns.slice(i + 1, i + 4)) {
      const fromMs = Math.max(a.startMs, b.startMs);
      const toMs = Math.min(a.endMs, b.endMs);
      if (a.by !== b.by && fromMs < toMs) found.push({ fromMs, toMs });
    }
  });
  return found;
}
