/** The latest calls as strips at one time scale: the chart of calls. */
import { decodeWeave, type Execution, isFinal } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { lengthClock } from "../../call/clock.ts";
import { statusWords } from "../../call/status.tsx";
import { paths } from "../../paths.ts";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SIZES } from "../../weave/draw.ts";
import { resample } from "../../weave/resample.ts";
import { BareStrip, Strip } from "../../weave/strip.tsx";
import { useWidth } from "../../weave/use-width.ts";
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
          <Row key={call.id} call={call} width={(call.conversation_time * width) / longest} />
        ))}
      </ol>
    </div>
  );
}

function Row({ call, width }: { call: Execution; width: number }): React.ReactNode {
  const words = useWords();
  const [shape, word] = statusWords(call.status, words);
  const ended = isFinal(call.status);
  const duration = lengthClock(call.conversation_time * 1_000);
  const picks = Math.max(2, Math.round(width / SIZES.row.pick));
  const size = { ...SIZES.row, width: picks * SIZES.row.pick };
  return (
    <li>
      <Link to={paths.call(call.id)}>
        <span className="name" dir="auto">
          {call.agent_name}
        </span>
        <span>
          {call.weave ? (
            <Strip picks={resample(decodeWeave(call.weave), picks)} size={size} />
          ) : (
            ended || <BareStrip size={SIZES.row} />
          )}
        </span>
        <span className="number">
          {ended && shape === "good" ? (
            <>
              <span className="visually-hidden">{word}, </span>
              {duration}
            </>
          ) : (
            <span className={`status ${shape}${ended ? "" : " live"}`}>
              {ended ? <span className="visually-hidden">{word}</span> : words.say("calls.live")}
              {ended && duration}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
