/** The call replayed against its agent as it is now: what was heard, said and done then and now, side by side. */
import {
  listAgentVersions,
  listReplays,
  readReplay,
  type Replay,
  replayCall,
  type ReplayTurn,
  type TestLine,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clock } from "../../call/clock.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import "./replays.css";
import { type FurtherArea, useAreas, useWords, type Words } from "../../words/index.ts";

const AREAS: readonly FurtherArea[] = ["history", "tests"];
const WHILE_RUNNING_MS = 700;

interface ReplaysProps {
  callId: string;
  agentId: string;
  hasRecording: boolean;
  mayReplay: boolean;
  /** Absent: there is no recording to be heard. */
  goTo?: ((ms: number) => void) | undefined;
}

export function Replays({ callId, agentId, hasRecording, mayReplay, goTo }: ReplaysProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const [version, setVersion] = useState("");
  const [chosen, choose] = useState<string>();
  const params = { execution_id: callId };
  const replays = useQuery({
    queryKey: ["call", callId, "replays"],
    queryFn: () => server.call(listReplays, { params }),
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === "running" ? WHILE_RUNNING_MS : false),
  });
  const versions = useQuery({
    queryKey: ["agent", agentId, "versions"],
    queryFn: () => server.call(listAgentVersions, { params: { agent_id: agentId } }),
    enabled: mayReplay && hasRecording,
  });
  const start = useAct({
    act: () => server.call(replayCall, { params, body: version === "" ? {} : { version: Number(version) } }),
    changes: [["call", callId, "replays"]],
    done: () => choose(undefined),
  });
  const all = replays.data?.data ?? [];
  const [last] = all;
  const shown = all.find(({ id }) => id === chosen) ?? last;
  if (!mayReplay && all.length === 0) return null;
  const running = last?.state === "running" && words.say("history.replay_running", { played: last.played, turns: last.turns });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-6" aria-labelledby="call-replays">
      <div className="section-head">
        <h2 id="call-replays">{words.say("history.replay")}</h2>
      </div>
      <p className="hint m-0">{words.say(hasRecording ? "history.replay_note" : "history.replay_no_recording")}</p>
      {mayReplay && hasRecording && (
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={words.say("history.replay_against")}
            value={version}
            onChange={({ target }) => setVersion(target.value)}
          >
            <option value="">{words.say("history.replay_draft")}</option>
            {versions.data?.data.map((one) => (
              <option key={one.version} value={one.version}>
                {words.say("tests.version", { version: one.version })}
              </option>
            ))}
          </SelectField>
          <Button busy={running || (start.busy && words.say("history.replay_begins"))} onClick={() => start.do()}>
            {version === "" ? words.say("history.replay_start") : words.say("history.replay_start_version", { version })}
          </Button>
        </div>
      )}
      <ProblemLine>{start.problem}</ProblemLine>
      {all.length > 1 && (
        <div className="justify-self-start">
          <SelectField
            label={words.say("history.replay_shown")}
            value={shown?.id}
            onChange={({ target }) => choose(target.value)}
          >
            {all.map((one) => (
              <option key={one.id} value={one.id}>
                {words.moment(one.started_at)} · {nameOf(one, words)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {shown && <SideBySide callId={callId} replay={shown} goTo={goTo} />}
    </section>
  );
}

function SideBySide({ callId, replay, goTo }: Pick<ReplaysProps, "callId" | "goTo"> & { replay: Replay }): React.ReactNode {
  const words = useWords();
  const { data } = useQuery({
    queryKey: ["call", callId, "replays", replay.id, replay.played, replay.state],
    queryFn: () => server.call(readReplay, { params: { execution_id: callId, replay_id: replay.id } }),
    placeholderData: (before) => (before?.id === replay.id ? before : undefined),
  });
  const reached = data?.results.filter(({ now }) => now !== null) ?? [];
  const spoken = reached.filter(({ at_ms }) => at_ms !== null);
  return (
    <>
      <p className="m-0" role="status">
        {replay.state === "interrupted" && <span className="status bad">{words.say("history.replay_interrupted")} </span>}
        {words.say("history.replay_differs", {
          heard: spoken.filter(heardDiffers).length,
          answered: reached.filter(answerDiffers).length,
          turns: spoken.length,
        })}{" "}
        <span className="hint">
          {nameOf(replay, words)} · <bdi>{replay.model}</bdi> · <bdi>{replay.stt}</bdi> ·{" "}
          <time dateTime={replay.started_at}>{words.moment(replay.started_at)}</time>
        </span>
      </p>
      {replay.turns < replay.turns_of_call && (
        <p className="hint m-0">{words.say("history.replay_part", { turns: replay.turns, all: replay.turns_of_call })}</p>
      )}
      {data && (
        <table className="replay-compare">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{words.say("history.replay_turn")}</span>
              </th>
              <th scope="col">{words.say("history.replay_then")}</th>
              <th scope="col">{words.say("history.replay_now")}</th>
            </tr>
          </thead>
          <tbody>
            {data.results.map((turn, at) => (
              <TurnRow key={at} turn={turn} isRunning={replay.state === "running"} goTo={goTo} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface TurnRowProps extends Pick<ReplaysProps, "goTo"> {
  turn: ReplayTurn;
  /** What has not come yet may still come. */
  isRunning: boolean;
}

function TurnRow({ turn, isRunning, goTo }: TurnRowProps): React.ReactNode {
  const words = useWords();
  const { at_ms: atMs, before, now } = turn;
  const time = atMs === null ? "" : clock(atMs);
  const differs = now !== null && (heardDiffers(turn) || answerDiffers(turn));
  return (
    <tr className={differs ? "differs" : undefined}>
      <th scope="row">
        {atMs !== null && goTo ? (
          <button type="button" className="link" onClick={() => goTo(atMs)}>
            {time}
          </button>
        ) : (
          time
        )}
        {differs && (
          <span title={words.say("history.replay_other")}>
            <span aria-hidden="true"> ≠</span>
            <span className="sr-only"> {words.say("history.replay_other")}</span>
          </span>
        )}
      </th>
      <td>
        <Part isSpoken={atMs !== null} {...before} />
      </td>
      <td>
        {now ? (
          <Part isSpoken={atMs !== null} {...now} />
        ) : (
          <span className="hint">{isRunning ? "…" : words.say("history.replay_not_reached")}</span>
        )}
      </td>
    </tr>
  );
}

function Part({ isSpoken, heard, lines }: ReplayTurn["before"] & { isSpoken: boolean }): React.ReactNode {
  const words = useWords();
  const all: TestLine[] = [
    ...(isSpoken ? [{ by: "caller" as const, text: heard === "" ? words.say("tests.unheard") : heard }] : []),
    ...lines,
  ];
  return (
    <dl className="m-0 grid gap-1">
      {all.map(({ by, text }, at) => (
        <div key={at}>
          <dt className="hint">{words.say(`tests.by_${by}`)}</dt>
          <dd className={`m-0 [overflow-wrap:anywhere] ${by === "tool" || by === "note" ? "hint" : ""}`}>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function heardDiffers({ before, now }: ReplayTurn): boolean {
  return now !== null && plain(before.heard) !== plain(now.heard);
}

/** Of what the agent said and its tools did; what stands beside it says why. */
function answerDiffers({ before, now }: ReplayTurn): boolean {
  const told = ({ lines }: ReplayTurn["before"]): string =>
    lines.flatMap(({ by, text }) => (by === "note" ? [] : [plain(text)])).join("\n");
  return now !== null && told(before) !== told(now);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function nameOf({ version }: Replay, words: Words): string {
  return version === null ? words.say("history.replay_of_draft") : words.say("tests.version", { version });
}
