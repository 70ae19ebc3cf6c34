/** The sound of a recording: the caller above the line, the other side below it. Seen only: the strip's slider is its handle. */
import type { Answer, readPeaks } from "@ongea/contract";
import { useMemo } from "react";

export type Peaks = Answer<typeof readPeaks>;

const HEIGHT_PX = 56;
/** A bar and the gap behind it. */
const BAR_PX = 2;
const STEP_PX = 3;

export function Waveform({ peaks, width }: { peaks: Peaks; width: number }): React.ReactNode {
  const [caller, assistant] = useMemo(
    () => [barsOf(peaks.caller, width, "up"), barsOf(peaks.assistant, width, "down")],
    [peaks, width],
  );
  if (peaks.caller.length === 0) return null;
  return (
    <svg className="waveform" width={width} height={HEIGHT_PX} viewBox={`0 0 ${width} ${HEIGHT_PX}`} aria-hidden="true">
      <rect className="middle" y={HEIGHT_PX / 2} width={width} height={1} />
      <path className="caller" d={caller} />
      <path className="assistant" d={assistant} />
    </svg>
  );
}

/** One path for a side: of the moments that a bar stands for, the loudest. */
function barsOf(peaks: readonly number[], width: number, way: "up" | "down"): string {
  const bars = Math.floor(width / STEP_PX);
  const middle = HEIGHT_PX / 2;
  let path = "";
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.floor(((bar + 1) * peaks.length) / bars);
    const loudest = Math.max(0, ...peaks.slice(from, Math.max(to, from + 1)));
    // Ears count loudness by ratios: quiet speech is still seen.
    const height = Math.round(Math.sqrt(loudest / 255) * (middle - 1));
    if (height > 0) path += `M${bar * STEP_PX} ${way === "up" ? middle - height : middle}h${BAR_PX}v${height}h-${BAR_PX}z`;
  }
  return path;
}
