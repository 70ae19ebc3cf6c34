/** A column a day. What it shows stands in words in each column's title, and in the table below. */
import type { CallDay } from "@ongea/contract";
import { Plot, roundUp } from "../../ui/plot.tsx";
import { useWords, type Words } from "../../words/index.ts";

const CALLS_HEIGHT = 112;
const DELAY_HEIGHT = 64;
const PARTS = [
  { part: "completed", name: "home.completed" },
  { part: "unanswered", name: "home.unanswered" },
  { part: "failed", name: "home.failed" },
  { part: "canceled", name: "calls.canceled" },
] as const;

export function CallsADay({ days }: { days: readonly CallDay[] }): React.ReactNode {
  const words = useWords();
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const top = roundUp(most);
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
  // Room above the slowest day: a steady delay is no line along the top.
  const top = roundUp(1.2 * Math.max(...known));
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

export function sentenceOf(day: CallDay, words: Words): string {
  const { calls, completed, unanswered, failed, canceled } = day;
  const date = words.day(`${day.day}T12:00:00`);
  return words.say("home.day_sentence", { day: date, calls, completed, unanswered, failed, canceled });
}

function delayOf(day: CallDay, words: Words): string {
  const ms = day.average_delay_ms === null ? words.say("home.none_yet") : words.number(Math.round(day.average_delay_ms));
  return words.say("home.delay_sentence", { day: words.day(`${day.day}T12:00:00`), ms });
}
