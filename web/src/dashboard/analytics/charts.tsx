/** A board's days, as columns of what their calls are made up of. */
import type { CallBoard, CallFigures } from "@ongea/contract";
import { Plot, roundUp } from "../../ui/plot.tsx";
import { type SentenceId, useWords, type Words } from "../../words/index.ts";
import { type FigureText, useFigureText } from "./measures.ts";

const HEIGHT = 128;
const LOW_HEIGHT = 72;
const MARK = 3;

interface Day {
  day: string;
  figures: CallFigures;
}

interface Part {
  name: SentenceId;
  className: string;
  of: (figures: CallFigures) => number;
}

const OUTCOMES: readonly Part[] = [
  { name: "analytics.contained", className: "day-completed", of: ({ contained }) => contained },
  { name: "analytics.otherwise", className: "part-ochre", of: ({ answered, contained }) => answered - contained },
  { name: "analytics.not_answered", className: "day-unanswered", of: ({ calls, answered }) => calls - answered },
];
export const COST_PARTS: readonly Part[] = [
  { name: "history.transcriber", className: "part-clay", of: ({ cost }) => cost.stt },
  { name: "history.llm", className: "day-completed", of: ({ cost }) => cost.llm },
  { name: "history.voice", className: "part-ochre", of: ({ cost }) => cost.tts },
  { name: "history.telephony", className: "day-unanswered", of: ({ cost }) => cost.telephony },
  { name: "history.platform", className: "part-leaf", of: ({ cost }) => cost.platform },
];

export function OutcomesADay({ board }: { board: CallBoard }): React.ReactNode {
  return <Stack days={daysOf(board)} parts={OUTCOMES} of="home.calls_a_day" kind="count" />;
}

export function CostADay({ board }: { board: CallBoard }): React.ReactNode {
  return <Stack days={daysOf(board)} parts={COST_PARTS} of="analytics.cost_a_day" kind="dollars" />;
}

interface StackProps {
  days: readonly Day[];
  parts: readonly Part[];
  of: SentenceId;
  kind: "count" | "dollars";
}

function Stack({ days, parts, of: title, kind }: StackProps): React.ReactNode {
  const words = useWords();
  const text = useFigureText();
  const sumOf = ({ figures }: Day): number => parts.reduce((sum, part) => sum + part.of(figures), 0);
  const most = Math.max(...days.map(sumOf));
  // Less than a dollar is read in cents.
  const top = kind === "dollars" ? roundUp(Math.max(1, most * 100)) / 100 : roundUp(Math.max(1, most));
  const label = words.say(title);
  const sentence = (day: Day): string =>
    [dayWords(day, words), ...parts.map((part) => `${words.say(part.name)}: ${text(part.of(day.figures), kind)}`)].join(" · ");
  return (
    <figure>
      <Legend label={label} parts={parts} />
      <Plot days={days} height={HEIGHT} top={text(top, kind)} label={label} sentence={sentence}>
        {({ figures }, column) => {
          let y = HEIGHT;
          return parts.map((part) => {
            const value = part.of(figures);
            const height = value <= 0 ? 0 : Math.max(2, Math.round((value / top) * HEIGHT));
            y -= height;
            return (
              height > 0 && (
                <rect key={part.name} className={part.className} x={column.x} y={y} width={column.width} height={height} />
              )
            );
          });
        }}
      </Plot>
    </figure>
  );
}

const DELAYS = [
  { name: "analytics.delay", className: "day-delay", of: (figures: CallFigures) => figures.delay_p50_ms },
  { name: "analytics.slow_delay", className: "day-unanswered", of: (figures: CallFigures) => figures.delay_p95_ms },
] as const;

export function DelaysADay({ board }: { board: CallBoard }): React.ReactNode {
  const words = useWords();
  const text = useFigureText();
  const days = daysOf(board);
  const known = days.flatMap(({ figures }) => DELAYS.flatMap(({ of }) => of(figures) ?? []));
  if (known.length === 0) return null;
  const top = roundUp(Math.max(...known));
  const label = words.say("home.delay_a_day");
  return (
    <figure>
      <Legend label={label} parts={DELAYS} />
      <Plot
        days={days}
        height={LOW_HEIGHT}
        top={text(top, "ms")}
        label={label}
        sentence={(day) => delaySentence(day, words, text)}
      >
        {({ figures }, { x, width }) =>
          DELAYS.map(({ name, className, of }) => {
            const ms = of(figures);
            const y = LOW_HEIGHT - Math.round(((ms ?? 0) / top) * LOW_HEIGHT);
            return ms !== null && <rect key={name} className={className} x={x} y={y} width={width} height={MARK} />;
          })
        }
      </Plot>
    </figure>
  );
}

function delaySentence(day: Day, words: Words, text: FigureText): string {
  const parts = DELAYS.map(({ name, of }) => `${words.say(name)}: ${text(of(day.figures), "ms")}`);
  return [dayWords(day, words), ...parts].join(" · ");
}

function Legend({ label, parts }: { label: string; parts: readonly { name: SentenceId; className: string }[] }): React.ReactNode {
  const words = useWords();
  return (
    <figcaption className="legend">
      <b className="text-ink">{label}</b>
      {parts.map(({ name, className }) => (
        <span key={name}>
          <i className={`swatch ${className}`} />
          {words.say(name)}
        </span>
      ))}
    </figcaption>
  );
}

const dayWords = ({ day }: Day, words: Words): string => words.day(`${day}T12:00:00`);

function daysOf({ groups }: CallBoard): Day[] {
  return groups.map(({ key, figures }) => ({ day: key ?? "", figures }));
}
