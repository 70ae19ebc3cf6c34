import type { Pick } from "@ongea/contract";
import { drawTimeline, type StripSize, THREADS } from "./draw.ts";

interface StripProps {
  picks: readonly Pick[];
  size: StripSize;
  /** Share of the strip that is woven: 1 for a call that has ended, duration ÷ time limit while it runs. */
  woven?: number;
  /** A sentence for screen readers; without one the strip is hidden from them. */
  label?: string;
  bare?: boolean;
}

/** A call as a woven strip. Never scaled: draw it at the width that is there. */
export function Strip({ picks, size, woven = 1, label, bare = false }: StripProps): React.ReactNode {
  const { width, height, pick } = size;
  const paths = drawTimeline(picks, size);
  const fellAt = picks.length * pick;
  return (
    <svg
      className={bare ? "weave weave-bare" : "weave"}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      shapeRendering="crispEdges"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <rect className="w-ground" width={width} height={height} />
      {THREADS.map((thread) => paths[thread] !== "" && <path key={thread} className={`w-${thread}`} d={paths[thread]} />)}
      <path className="w-selvedge" d={`M0 0h${width}v1h${-width}zM0 ${height - 1}h${width}v1h${-width}z`} />
      {woven < 1 && <path className="w-fell" d={`M${fellAt} 0h2v${height}h-2z`} />}
    </svg>
  );
}

/** Nothing woven yet: the skeleton of a strip, and the empty state. */
export function BareStrip({ size, label }: { size: StripSize; label?: string }): React.ReactNode {
  return <Strip picks={[]} size={size} bare {...(label ? { label } : {})} />;
}
