/** One running call: with whom, since when, who speaks, its strip, its last words, and what can be done. */
import { isFinal, mayActAs, planTimeline, stopCall } from "@ongea/contract";
import { useState } from "react";
import { Link } from "react-router";
import { asSentence } from "../../call/as-sentence.ts";
import { clock } from "../../call/clock.ts";
import { StatusMark } from "../../call/status.tsx";
import { whoCalled } from "../../call/who.ts";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { SIZES, type StripSize } from "../../timeline/draw.ts";
import { Strip } from "../../timeline/strip.tsx";
import { useWidth } from "../../timeline/use-width.ts";
import { useWords } from "../../words/index.ts";
import { lastWords, type RunningCall, STRIP_MS } from "./board.ts";
import type { ListeningIn } from "./use-listening.ts";

interface BoardRowProps {
  running: RunningCall;
  /** By the server's clock. */
  nowMs: number;
  listening: ListeningIn;
  isWall: boolean;
}

const WALL_SIZE = { width: 320, height: 68, pick: 6, ends: 11 } as const satisfies StripSize;
const NARROWEST_PX = 240;

export function BoardRow({ running, nowMs, listening, isWall }: BoardRowProps): React.ReactNode {
  const words = useWords();
  const { call, answeredMs } = running;
  const isOut = call.telephony_data.call_type === "outbound" && call.provider !== "web-call";
  const sinceMs = nowMs - (answeredMs ?? Date.parse(call.created_at));
  const said = lastWords(running);
  const who = whoCalled(call, words);
  return (
    <li className="live-call">
      <div className="live-who">
        <Link className="row-link" to={paths.call(call.id)} aria-label={words.say("live.open", { who, agent: call.agent_name })}>
          <span className="phone-number">{who}</span>
        </Link>
        <span className="live-since phone-number">{clock(sinceMs)}</span>
      </div>
      <div className="live-facts">
        <span className="live-agent">
          {words.say(isOut ? "history.outbound" : "history.inbound")} · <bdi>{call.agent_name}</bdi>
        </span>
        <State running={running} />
      </div>
      <BoardStrip running={running} sinceMs={sinceMs} size={isWall ? WALL_SIZE : SIZES.card} />
      <p className="live-words">
        {said && (
          <>
            <span className="visually-hidden">{words.say(`calls.${said.by}`)}: </span>
            <bdi className={said.by}>
              {said.by === "caller" ? asSentence(said.text) : said.text}
              {said.goesOn && " …"}
            </bdi>
          </>
        )}
      </p>
      {!isWall && <Acts running={running} who={who} listening={listening} />}
    </li>
  );
}

function State({ running: { call, doing, answeredMs } }: { running: RunningCall }): React.ReactNode {
  const words = useWords();
  if (call.status !== "in-progress" || answeredMs === undefined) return <StatusMark status={call.status} />;
  return <span className={`live-doing ${doing}`}>{words.say(`live.${doing}`)}</span>;
}

/** The last two minutes of the call, at the scale of all others; a shorter one ends where it is woven. */
function BoardStrip({ running, sinceMs, size }: { running: RunningCall; sinceMs: number; size: StripSize }): React.ReactNode {
  const { width, measure } = useWidth(size.pick, NARROWEST_PX);
  const { turns, tools, answeredMs } = running;
  const nowMs = answeredMs === undefined ? 0 : Math.max(0, sinceMs);
  const fromMs = Math.max(0, nowMs - STRIP_MS);
  const all = Math.floor(width / size.pick);
  const woven = Math.max(0, Math.min(all - 1, Math.round((Math.min(nowMs, STRIP_MS) / STRIP_MS) * all)));
  const shifted = <One extends { startMs: number; endMs: number }>(list: readonly One[]): One[] =>
    list
      .filter(({ endMs }) => endMs > fromMs)
      .map((one) => ({ ...one, startMs: one.startMs - fromMs, endMs: one.endMs - fromMs }));
  const timeline = { durationMs: Math.max(1, nowMs - fromMs), turns: shifted(turns), tools: shifted(tools) };
  const picks = woven === 0 ? [] : planTimeline(timeline, woven, size.ends);
  return (
    <div className="live-strip" ref={measure}>
      <Strip picks={picks} size={{ ...size, width }} woven={0} />
    </div>
  );
}

function Acts({
  running: { call },
  who,
  listening,
}: Pick<BoardRowProps, "running" | "listening"> & { who: string }): React.ReactNode {
  const words = useWords();
  const [isEnding, setEnding] = useState(false);
  const stop = useAct({
    act: () => server.call(stopCall, { params: { execution_id: call.id } }),
    changes: [["live-board"]],
    // It is off the board when its end has come: until then the button says that it is on its way.
    done: () => {
      setEnding(true);
      toast(words.say("history.stopped"));
    },
  });
  if (!mayActAs(useMe().workspace.role, "agent_manager")) return null;
  const isBusy = (stop.busy || isEnding) && !isFinal(call.status);
  const isHeard = listening.at === call.id;
  const end = listening.problem?.id === call.id ? listening.problem.end : undefined;
  const problem = end && words.say(end === "lost" ? "history.listen_lost" : `refusals.${end}`);
  return (
    <div className="live-acts">
      {call.status === "in-progress" && (
        <Button
          icon={isHeard ? "pause" : "play"}
          aria-pressed={isHeard}
          aria-label={words.say(isHeard ? "live.listen_stop_of" : "live.listen_of", { who })}
          onClick={() => listening.toggle(call.id)}
        >
          {words.say(isHeard ? "history.listen_stop" : "history.listen")}
        </Button>
      )}
      <Button
        icon="phone"
        {...(isBusy ? {} : { "aria-label": words.say("live.end_of", { who }) })}
        busy={isBusy && words.say("live.ending")}
        onClick={() => stop.do()}
      >
        {words.say("live.end")}
      </Button>
      <ProblemLine>{problem ?? stop.problem}</ProblemLine>
    </div>
  );
}
