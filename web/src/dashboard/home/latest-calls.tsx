/** The latest calls as strips at one time scale: the chart of calls. */
import { decodeTimeline, type Execution, isFinal, planTimeline } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { lengthClock } from "../../call/clock.ts";
import { statusWords } from "../../call/status.tsx";
import { useJournal } from "../../call/use-journal.ts";
import { paths } from "../../paths.ts";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SIZES, type StripSize } from "../../timeline/draw.ts";
import { timelineOf } from "../../timeline/of-call.ts";
import { resample } from "../../timeline/resample.ts";
import { Strip } from "../../timeline/strip.tsx";
import { useWidth } from "../../timeline/use-width.ts";
import { useWords } from "../../words/index.ts";
import { LATEST_CALLS, latestCalls } from "./questions.ts";

const NARROWEST_PX = 120;
const SHORTEST_SPAN_SECONDS = 60;
const MARKS = 6;

export function LatestCalls(): React.ReactNode {
  const words = useWords();
  const calls = useQuery(latestCalls);
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("home.latest_calls")}</h2>
        <span className="hint">{words.say("home.one_scale")}</span>
      </div>
      <Loaded query={calls} rows={LATEST_CALLS}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.say("home.no_calls")}>{words.say("home.no_calls_note")}</Empty>
          ) : (
            <Chart calls={data} />
          )
        }
      </Loaded>
    </section>
  );
}

function Chart({ calls }: { calls: readonly Execution[] }): React.ReactNode {
  const words = useWords();
  const { width, measure } = useWidth(SIZES.row.pick, NARROWEST_PX);
  const longest = Math.max(SHORTEST_SPAN_SECONDS, ...calls.map((call) => call.conversation_time));
  const every = Math.max(1, Math.ceil(longest / 60 / MARKS));
  const marks = Array.from({ length: Math.floor(longest / 60 / every) + 1 }, (_, index) => index * every);
  return (
    <div className="call-chart">
      <div className="scale" aria-hidden="true" ref={measure}>
        {marks.map((minutes) => (
          <i key={minutes} style={{ insetInlineStart: Math.floor((minutes * 60 * width) / longest) }}>
            {minutes === 0 ? words.number(0) : words.say("home.minutes_mark", { minutes })}
          </i>
        ))}
      </div>
      <ol>
        {calls.map((call) => (
          <Row key={call.id} call={call} widthOf={(seconds) => Math.min(width, (seconds * width) / longest)} />
        ))}
      </ol>
    </div>
  );
}

interface RowProps {
  call: Execution;
  widthOf: (seconds: number) => number;
}

function Row({ call, widthOf }: RowProps): React.ReactNode {
  const words = useWords();
  const [shape, word] = statusWords(call.status, words);
  const ended = isFinal(call.status);
  const duration = lengthClock(call.conversation_time * 1_000);
  return (
    <li>
      <Link to={paths.call(call.id)}>
        <span className="name" dir="auto" title={call.agent_name}>
          {call.agent_name}
        </span>
        <span>{ended ? <WovenStrip call={call} widthOf={widthOf} /> : <LiveStrip call={call} widthOf={widthOf} />}</span>
        <span className="number">
          {ended && shape === "good" ? (
            <>
              <span className="visually-hidden">{word}, </span>
              {duration}
            </>
          ) : (
            <span className={`status ${shape}${ended ? "" : " live"}`}>
              {ended ? <span className="visually-hidden">{word}</span> : word}
              {ended && duration}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

function WovenStrip({ call, widthOf }: RowProps): React.ReactNode {
  if (!call.weave) return null;
  const picks = picksIn(widthOf(call.conversation_time));
  return <Strip picks={resample(decodeTimeline(call.weave), picks)} size={sizeOf(picks)} />;
}

/** Woven as it goes on, with the edge at which it grows. */
function LiveStrip({ call, widthOf }: RowProps): React.ReactNode {
  const { entries, atMs } = useJournal(call.id);
  const picks = picksIn(widthOf(atMs / 1_000));
  const size = sizeOf(picks + 1);
  return <Strip picks={planTimeline(timelineOf(entries, Math.max(1, atMs)), picks, size.ends)} size={size} woven={0} />;
}

function picksIn(width: number): number {
  return Math.max(2, Math.round(width / SIZES.row.pick));
}

function sizeOf(picks: number): StripSize {
  return { ...SIZES.row, width: picks * SIZES.row.pick };
}
