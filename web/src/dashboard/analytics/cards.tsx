/** Figures of a period, each beside what it was in the period before. */
import type { CallBoard } from "@ongea/contract";
import { Link, useSearchParams } from "react-router";
import { useWords } from "../../words/index.ts";
import { changed } from "./filter.ts";
import { type Measure, useFigureText } from "./measures.ts";

type Both = Pick<CallBoard, "total" | "before">;

interface CardsProps {
  board: Both;
  measures: readonly Measure[];
  compare: boolean;
}

export function Cards({ board, measures, compare }: CardsProps): React.ReactNode {
  return (
    <dl className="measures">
      {measures.map((measure) => (
        <Card key={measure.id} board={board} measure={measure} compare={compare} />
      ))}
    </dl>
  );
}

interface CardProps {
  board: Both;
  measure: Measure;
  compare: boolean;
}

function Card({ board: { total, before }, measure, compare }: CardProps): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const text = useFigureText();
  const name = words.say(measure.id);
  const { counted } = measure;
  return (
    <div title={words.say(measure.means)}>
      <dt>
        {counted ? (
          <Link className="underline" to={changed(search, { board: "calls", counted })}>
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd className="phone-number">{text(measure.of(total), measure.kind)}</dd>
      {compare && (
        <dd>
          <Change measure={measure} now={measure.of(total)} before={measure.of(before)} />
        </dd>
      )}
    </div>
  );
}

interface ChangeProps {
  measure: Measure;
  now: number | null;
  before: number | null;
}

/** Of what it was: so little is neither better nor worse. */
const SMALL = 0.01;

/** Which way it went, in a word, and from where. */
export function Change({ measure, now, before }: ChangeProps): React.ReactNode {
  const words = useWords();
  const text = useFigureText();
  if (before === null || now === null) return <small>{words.say("analytics.nothing_before")}</small>;
  const [is, was] = [text(now, measure.kind), text(before, measure.kind)];
  if (is === was) return <small>{words.say("analytics.as_before")}</small>;
  const isMore = now > before;
  const isSmall = Math.abs(now - before) <= SMALL * Math.abs(before);
  const isBetter = measure.better === undefined || isSmall ? undefined : isMore === (measure.better === "more");
  const tone = isBetter === undefined ? "" : isBetter ? "text-leaf" : "text-brick";
  return <small className={tone}>{words.say(isMore ? "analytics.up" : "analytics.down", { value: was })}</small>;
}
