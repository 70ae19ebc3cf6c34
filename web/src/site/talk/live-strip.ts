/** A visitor's call as it is woven: it grows with the call. */
import type { Entry } from "@ongea/contract";
import { planTimeline } from "@ongea/contract/timeline";
import { drawTimeline, SIZES, THREADS } from "../../timeline/draw.ts";
import { timelineOf } from "../../timeline/of-call.ts";

/** Of the strip while the call runs: it grows with a call that grows. */
const SHORTEST_STRIP_MS = 60_000;
const SVG = "http://www.w3.org/2000/svg";

export interface LiveStrip {
  add(entry: Entry): void;
  /** The call is over: nothing more is woven. */
  end(): void;
  clear(): void;
}

export function createLiveStrip(place: HTMLElement): LiveStrip {
  let entries: Entry[] = [];
  let atMs = 0;
  let isOver = false;
  let drawn = "";
  const draw = (): void => {
    const { pick, height, ends } = SIZES.card;
    const all = Math.floor(place.clientWidth / pick);
    const spanMs = Math.max(SHORTEST_STRIP_MS, Math.ceil(atMs / SHORTEST_STRIP_MS) * SHORTEST_STRIP_MS);
    const count = Math.max(2, Math.round((all * atMs) / spanMs));
    // Told of often, and rarely changed.
    const now = `${all} ${count} ${entries.length} ${isOver}`;
    if (now === drawn || all === 0) return;
    drawn = now;
    const size = { width: all * pick, height, pick, ends };
    const picks = planTimeline(timelineOf(entries, Math.max(1, atMs)), count, ends);
    place.replaceChildren(strip(drawTimeline(picks, size), size, isOver ? undefined : count * pick));
  };
  return {
    add(entry) {
      atMs = Math.max(atMs, "atMs" in entry ? entry.atMs : entry.endMs);
      if (entry.kind === "turn" || entry.kind === "tool") entries.push(entry);
      draw();
    },
    end() {
      isOver = true;
      draw();
    },
    clear() {
      entries = [];
      atMs = 0;
      isOver = false;
      drawn = "";
      draw();
    },
  };
}

/** `fellAt`: how far it is woven. */
function strip(
  threads: ReturnType<typeof drawTimeline>,
  { width, height }: { width: number; height: number },
  fellAt?: number,
): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "weave");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.ariaHidden = "true";
  const put = (name: string, d: string): void => {
    if (d === "") return;
    const path = svg.appendChild(document.createElementNS(SVG, "path"));
    path.setAttribute("class", `w-${name}`);
    path.setAttribute("d", d);
  };
  put("ground", `M0 0h${width}v${height}h${-width}z`);
  for (const thread of THREADS) put(thread, threads[thread]);
  put("selvedge", `M0 0h${width}v1h${-width}zM0 ${height - 1}h${width}v1h${-width}z`);
  if (fellAt !== undefined) put("fell", `M${fellAt} 0h2v${height}h-2z`);
  return svg;
}
