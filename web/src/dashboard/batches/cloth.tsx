/** How far a batch is, woven; and how it went, each outcome a line with its share. */
import type { Batch } from "@ongea/contract";
import { useWidth } from "../../timeline/use-width.ts";
import { shareStyle } from "../../ui/share-style.ts";
import { useWords } from "../../words/index.ts";
import { drawCloth, groupsOf, picksOf } from "./batch-strip.ts";

const HEIGHTS = { row: 20, page: 40 } as const;
const PICK = { row: 4, page: 6 } as const;
const NARROWEST_PX = 120;
const THREADS = ["warp", "completed", "seed", "unanswered", "failed", "ringing"] as const;

/** Never scaled: woven at the width that is there. */
export function Cloth({ batch, size, label }: { batch: Batch; size: keyof typeof HEIGHTS; label: string }): React.ReactNode {
  const pick = PICK[size];
  const height = HEIGHTS[size];
  const { width, measure } = useWidth(pick, NARROWEST_PX);
  const paths = drawCloth(picksOf(groupsOf(batch), Math.floor(width / pick)), { width, height, pick });
  return (
    <div ref={measure} className="min-w-30">
      <svg className="weave" width={width} height={height} shapeRendering="crispEdges" role="img" aria-label={label}>
        <rect className="w-ground" width={width} height={height} />
        {THREADS.map((thread) => paths[thread] !== "" && <path key={thread} className={`w-${thread}`} d={paths[thread]} />)}
        <path className="w-selvedge" d={`M0 0h${width}v1h${-width}zM0 ${height - 1}h${width}v1h${-width}z`} />
      </svg>
    </div>
  );
}

/** Of those who can be called; nothing of what did not happen. */
export function Outcomes({ batch }: { batch: Batch }): React.ReactNode {
  const words = useWords();
  const { valid_contacts: all } = batch;
  return (
    <ul className="outcomes" aria-label={words.say("batches.results")}>
      {groupsOf(batch)
        .filter(({ count }) => count > 0)
        .map(({ name, count, thread, shape }) => (
          <li key={name}>
            <span className={`status ${shape}`}>{words.say(name)}</span>
            <span className={`outcome-bar ${thread ?? "nobody"}`} style={shareStyle(all === 0 ? 0 : count / all)} />
            <b className="number">{words.number(count)}</b>
            <span className="hint number">{words.percent(all === 0 ? 0 : count / all)}</span>
          </li>
        ))}
    </ul>
  );
}
