/** A column a day. What it shows stands in words in each column's title, and in the table below. */
import type { CallDay } from "@ongea/contract";
import { useId } from "react";
import { useWidth } from "../../weave/use-width.ts";
import { useWords, type Words } from "../../words/index.ts";

const CALLS_HEIGHT = 112;
const DELAY_HEIGHT = 64;
const LABEL_HEIGHT = 20;
const NARROWEST_PX = 240;
/** For the figures at the start. */
const AXIS_PX = 44;
const LABEL_PX = 72;
const PARTS = [
  { part: "completed", name: "home.completed" },
  { part: "unanswered", name: "home.unanswered" },
  { part: "failed", name: "home.failed" },
  { part: "canceled", name: "calls.canceled" },
] as const;

export function CallsADay({ days }: { days: readonly CallDay[] }): React.ReactNode {
  const words = useWords();
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const top = rounded(most);
  return (
    <figure>
      <figcaption className="legend">
        <b className="text-ink">{words.say("home.calls_a_day")}</b>
        {PARTS.map(({ part, name }) => (
          <span key={part}>
            <i className={`swatch day-${part}`} />
            {words.say(name)}
          </span>
        ))}
      </figcaption>
      <Plot days={days} height={CALLS_HEIGHT} top={words.number(top)} label={words.say("home.calls_a_day")} sentence={sentenceOf}>
        {(day, column) => {
          let y = CALLS_HEIGHT;
          return PARTS.map(({ part }) => {
            const height = day[part] === 0 ? 0 : Math.max(2, Math.round((day[part] / top) * CALLS_HEIGHT));
            y -= height;
            return (
              height > 0 && <rect key={part} className={`day-${part}`} x={column.x} y={y} width={column.width} height={height} />
            );
          });
        }}
      </Plot>
    </figure>
  );
}

export function DelayADay({ days }: { days: readonly CallDay[] }): React.ReactNode {
  const words = useWords();
  const known = days.flatMap(({ average_delay_ms: ms }) => ms ?? []);
  if (known.length === 0) return null;
  const top = rounded(Math.max(...known));
  const label = words.say("home.delay_a_day");
  const topWords = words.say("home.milliseconds", { ms: words.number(top) });
  return (
    <figure>
      <figcaption className="legend">
        <b className="text-ink">{label}</b>
      </figcaption>
      <Plot days={days} height={DELAY_HEIGHT} top={topWords} label={label} sentence={delayOf}>
        {({ average_delay_ms: ms }, { x, width }) =>
          ms !== null && (
            <rect className="day-delay" x={x} y={DELAY_HEIGHT - Math.round((ms / top) * DELAY_HEIGHT)} width={width} height={3} />
          )
        }
      </Plot>
    </figure>
  );
}

interface PlotProps {
  days: readonly CallDay[];
  height: number;
  top: string;
  label: string;
  sentence: (day: CallDay, words: Words) => string;
  children: (day: CallDay, column: { x: number; width: number }) => React.ReactNode;
}

function Plot({ days, height, top, label, sentence, children }: PlotProps): React.ReactNode {
  const words = useWords();
  const id = useId();
  // Time begins where reading begins.
  const rightToLeft = words.direction === "rtl";
  const { width, measure } = useWidth(1, NARROWEST_PX);
  const step = (width - AXIS_PX) / days.length;
  const every = Math.max(1, Math.ceil(LABEL_PX / step));
  const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
  const columns = days.map((_, index) => {
    const from = Math.round(AXIS_PX + index * step);
    const wide = Math.max(1, Math.round(AXIS_PX + (index + 1) * step) - from - gap);
    return { from, x: rightToLeft ? width - from - wide : from, width: wide };
  });
  const place = (from: number): number => (rightToLeft ? width - from : from);
  return (
    <div ref={measure} className="plot">
      <svg width={width} height={height + LABEL_HEIGHT} role="img" aria-labelledby={id} shapeRendering="crispEdges">
        <title id={id}>{label}</title>
        <path
          className="day-line"
          d={`M${place(AXIS_PX)} .5H${place(width)}M${place(AXIS_PX)} ${height + 0.5}H${place(width)}`}
        />
        <text x={place(0)} y="12">
          {top}
        </text>
        {days.map((day, index) => (
          <g key={day.day}>
            <title>{sentence(day, words)}</title>
            <rect className="day-hit" x={columns[index]!.x} width={columns[index]!.width + gap} height={height} />
            {children(day, columns[index]!)}
            {index % every === 0 && columns[index]!.from < width - LABEL_PX / 2 && (
              <text x={place(columns[index]!.from)} y={height + 15}>
                {words.day(`${day.day}T12:00:00`).replace(/\s*\d{4}$/u, "")}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

export function sentenceOf(day: CallDay, words: Words): string {
  const { calls, completed, unanswered, failed, canceled } = day;
  const date = words.day(`${day.day}T12:00:00`);
  return words.say("home.day_sentence", { day: date, calls, completed, unanswered, failed, canceled });
}

function delayOf(day: CallDay, words: Words): string {
  const ms = day.average_delay_ms === null ? words.say("home.none_yet") : words.number(Math.round(day.average_delay_ms));
  return words.say("home.delay_sentence", { day: words.day(`${day.day}T12:00:00`), ms });
}

/** The next round figure. */
function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 1.5, 2, 3, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}
