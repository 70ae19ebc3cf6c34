/** Every call that runs now, for the desk of a supervisor and, in full screen, for the wall of a room. */
import { MOST_ON_BOARD, type LiveBoard } from "@ongea/contract";
import { useEffect, useState } from "react";
import { PageHead, PageTitle } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Figure } from "../../ui/figure.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useRowKeys } from "../../ui/row-keys.ts";
import { useWords } from "../../words/index.ts";
import { BoardRow } from "./board-row.tsx";
import { useBoard, type LiveCallsBoard } from "./use-board.ts";
import { useListening } from "./use-listening.ts";
import { useWall } from "./use-wall.ts";

export function Live(): React.ReactNode {
  const words = useWords();
  const live = useBoard();
  const wall = useWall();
  const title = words.say("shell.live");
  return (
    <div className={wall.isOn ? "live-board wall" : "live-board"}>
      {wall.isOn ? (
        <div className="wall-head">
          <PageTitle title={title} />
          <h1>{title}</h1>
          <Clock aheadMs={live.aheadMs} />
          <Button rank="quiet" icon="close" onClick={wall.leave}>
            {words.say("live.wall_leave")}
          </Button>
        </div>
      ) : (
        <PageHead title={title} subtitle={words.say("live.subtitle")}>
          <Button onClick={wall.enter}>{words.say("live.wall")}</Button>
        </PageHead>
      )}
      <Lost {...live} />
      <Loaded query={live.query} rows={3}>
        {(data) => (
          <>
            <BoardFigures data={data} />
            <Calls live={live} running={data.running} isWall={wall.isOn} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** What stands here is old, and from when. */
function Lost({ connected, query, aheadMs }: LiveCallsBoard): React.ReactNode {
  const words = useWords();
  const [wasConnected, setWasConnected] = useState(connected);
  useEffect(() => {
    if (connected) setWasConnected(true);
  }, [connected]);
  return (
    <div role="status">
      {wasConnected && !connected && (
        <p className="status under-way live-lost">
          {words.say("live.lost", { time: timeOf(new Date(query.dataUpdatedAt + aheadMs), words.language) })}
        </p>
      )}
    </div>
  );
}

function BoardFigures({ data }: { data: LiveBoard }): React.ReactNode {
  const words = useWords();
  const { lines } = data;
  return (
    <dl className="figures live-figures">
      <Figure name={words.say("live.running")}>{words.number(data.running)}</Figure>
      <Figure name={words.say("live.waiting")}>{words.number(data.waiting)}</Figure>
      <Figure name={words.say("live.answered_today")}>{words.number(data.answered)}</Figure>
      {lines && (
        <Figure name={words.say("live.lines")}>
          {words.number(lines.used)}
          <small>{lines.limit === null ? "" : ` ${words.say("live.lines_of", { limit: lines.limit })}`}</small>
        </Figure>
      )}
    </dl>
  );
}

function Calls({ live, running, isWall }: { live: LiveCallsBoard; running: number; isWall: boolean }): React.ReactNode {
  const words = useWords();
  const nowMs = useNow() + live.aheadMs;
  const keys = useRowKeys();
  const listening = useListening();
  const calls = [...live.board.calls.values()];
  if (calls.length === 0) return <Empty title={words.say("live.none")}>{words.say("live.none_note")}</Empty>;
  const more = calls.length >= MOST_ON_BOARD ? running - calls.length : 0;
  return (
    <>
      <ol className="live-calls" ref={keys} aria-label={words.say("shell.live")}>
        {calls.map((one) => (
          <BoardRow key={one.call.id} running={one} nowMs={nowMs} listening={listening} isWall={isWall} />
        ))}
      </ol>
      {more > 0 && <p className="hint pt-3">{words.say("live.more", { count: more })}</p>}
    </>
  );
}

function Clock({ aheadMs }: { aheadMs: number }): React.ReactNode {
  const words = useWords();
  return <time className="wall-clock">{timeOf(new Date(useNow() + aheadMs), words.language)}</time>;
}

/** Once a second: nothing on the board moves faster but words. */
function useNow(): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

function timeOf(moment: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(moment);
}
