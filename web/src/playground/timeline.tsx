/** The call along its time: who spoke and how loudly, tools, and the moment that one looks at. */
import type { Entry } from "@ongea/contract";
import { clock } from "../call/clock.ts";
import { Button } from "../ui/button.tsx";
import { useWords } from "../words/index.ts";
import type { LiveEntries, Level } from "./use-entries.ts";

interface TimelineProps {
  heard: LiveEntries;
  /** Undefined: the latest. */
  nowMs: number | undefined;
  look: (ms: number | undefined) => void;
}

const SHORTEST_MS = 10_000;
const STEP_MS = 20;
const LANE_HEIGHT = 24;
/** Of the picture; it is stretched to the page. */
const WIDTH = 1_000;

export function Timeline({ heard, nowMs, look }: TimelineProps): React.ReactNode {
  const words = useWords();
  const spanMs = Math.max(SHORTEST_MS, heard.atMs);
  const shownMs = nowMs ?? heard.atMs;
  return (
    <section className="play-timeline" aria-label={words.say("playground.timeline")}>
      <div className="play-lanes" aria-hidden="true">
        <Lane name="caller" spanMs={spanMs} heard={heard} />
        <Lane name="assistant" spanMs={spanMs} heard={heard} />
        <Lane name="tool" spanMs={spanMs} heard={heard} />
        <i className="play-now" style={{ insetInlineStart: `${(100 * shownMs) / spanMs}%` }} />
      </div>
      <div className="play-scrub">
        <input
          type="range"
          min={0}
          max={Math.ceil(spanMs)}
          step={STEP_MS}
          value={Math.round(shownMs)}
          aria-label={words.say("playground.moment")}
          aria-valuetext={clock(shownMs)}
          onChange={({ target }) => look(Number(target.value))}
        />
        <output dir="ltr">{clock(shownMs)}</output>
        <Button onClick={() => look(undefined)} disabled={nowMs === undefined}>
          {words.say("playground.latest")}
        </Button>
      </div>
    </section>
  );
}

type Lanes = "caller" | "assistant" | "tool";

function Lane({ name, spanMs, heard }: { name: Lanes; spanMs: number; heard: LiveEntries }): React.ReactNode {
  return (
    <svg className={`play-lane ${name}`} viewBox={`0 0 ${WIDTH} ${LANE_HEIGHT}`} preserveAspectRatio="none" height={LANE_HEIGHT}>
      {stretches(name, heard.entries).map(([from, to], index) => (
        <rect
          key={index}
          className="play-said"
          x={(WIDTH * from) / spanMs}
          width={Math.max(1, (WIDTH * (to - from)) / spanMs)}
          y={0}
          height={LANE_HEIGHT}
        />
      ))}
      {name !== "tool" && <path className="play-level" d={pathOf(name, heard.levels, spanMs)} />}
    </svg>
  );
}

function stretches(name: Lanes, entries: readonly Entry[]): (readonly [from: number, to: number])[] {
  return entries.flatMap((entry) => {
    const isOurs = entry.kind === "tool" ? name === "tool" : entry.kind === "turn" && entry.by === name;
    return isOurs && "startMs" in entry ? [[entry.startMs, entry.endMs] as const] : [];
  });
}

/** A line up and down for each that was heard. */
function pathOf(name: "caller" | "assistant", levels: readonly Level[], spanMs: number): string {
  return levels
    .filter((level) => level[name] > 0.01)
    .map((level) => {
      const x = ((WIDTH * level.atMs) / spanMs).toFixed(1);
      const half = (Math.min(1, level[name]) * LANE_HEIGHT) / 2;
      return `M${x} ${(LANE_HEIGHT / 2 - half).toFixed(1)}V${(LANE_HEIGHT / 2 + half).toFixed(1)}`;
    })
    .join("");
}
