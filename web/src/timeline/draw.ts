/** Draws a plan as paths, one per class of thread. Colours come from the style sheet (`w-…`), so themes and forced colours just work. */
import { isVoice, type Pick } from "@ongea/contract/timeline";

export interface StripSize {
  width: number;
  height: number;
  /** Width of a pick. */
  pick: number;
  /** Rows, an odd number; the height is whole threads between two selvedges: ends × n + 2. */
  ends: number;
}

export const SIZES = {
  row: { width: 96, height: 16, pick: 2, ends: 7 },
  line: { width: 240, height: 20, pick: 2, ends: 9 },
  card: { width: 320, height: 46, pick: 4, ends: 11 },
  page: { width: 960, height: 121, pick: 6, ends: 17 },
} as const satisfies Record<string, StripSize>;

type Thread = "warp" | "caller" | "assistant" | "callerBound" | "assistantBound" | "tool" | "motif";
export const THREADS: readonly Thread[] = ["warp", "caller", "assistant", "callerBound", "assistantBound", "tool", "motif"];

/** Path data by thread; empty where a thread does not occur. */
export function drawTimeline(picks: readonly Pick[], size: StripSize): Record<Thread, string> {
  const { width, height, pick, ends } = size;
  const end = Math.floor((height - 2) / ends);
  const top = Math.round((height - end * ends) / 2);
  const middle = (ends - 1) / 2;
  // Large enough for bound weft and air between the threads.
  const fine = end >= 4;
  const air = pick >= 5 ? 1 : 0;
  const paths: Record<Thread, string> = {
    warp: "",
    caller: "",
    assistant: "",
    callerBound: "",
    assistantBound: "",
    tool: "",
    motif: "",
  };
  const box = (thread: Thread, column: number, row: number, rows: number): void => {
    paths[thread] += `M${column * pick} ${top + row * end}h${pick - air}v${rows * end}h${air - pick}z`;
  };
  for (let row = 0; row < ends; row += fine ? 1 : 2) {
    paths.warp += `M0 ${top + row * end + Math.floor((end - 1) / 2)}h${width}v1h${-width}z`;
  }
  picks.forEach((one, column) => {
    if (one.kind === "both") box(column % 2 ? "assistant" : "caller", column, 0, ends);
    else if (one.kind === "tool") {
      box("tool", column, 0, ends);
      if (fine && !one.edge)
        for (let row = 0; row < ends; row++) if ((Math.abs(row - middle) + column) % 4 === 0) box("motif", column, row, 1);
    } else if (isVoice(one)) {
      const voice = one.kind;
      box(voice, column, middle - one.reach, one.reach * 2 + 1);
      for (let row = 0; row < ends; row++) {
        if (isBound(voice, one.reach, { column, row, middle, fine, ends })) box(`${voice}Bound`, column, row, 1);
      }
    }
  });
  return paths;
}

/**
 * Where the yarn is bound down in its lighter shade. Each voice has a weave of its own, so that colour is never the only sign: the assistant's
 * diamonds lie inside one another on a chequer; the caller's are crossed by a twill on stripes.
 */
function isBound(
  voice: "caller" | "assistant",
  reach: number,
  at: { column: number; row: number; middle: number; fine: boolean; ends: number },
): boolean {
  const far = Math.abs(at.row - at.middle);
  const inside = reach - far;
  if (!at.fine) return inside < 0 && at.ends > 7;
  if (voice === "assistant") return inside < 0 ? (at.column + at.row) % 2 === 1 : inside % 4 === 2;
  return inside < 0 ? far % 2 === 0 : inside > 0 && (at.column + far) % 4 === 0;
}
