/** Calls as rows of a table, each with its strip; every row is a link, and shows where the looked-for words were said. */
import { decodeTimeline, type Execution, isFinal, isPlanned, type MissedCall } from "@ongea/contract";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { useMoney } from "../shell/money.ts";
import { useRowKeys } from "../ui/row-keys.ts";
import { SIZES } from "../timeline/draw.ts";
import { BareStrip, Strip } from "../timeline/strip.tsx";
import { WideTable } from "../ui/wide-table.tsx";
import { type SentenceId, useWords } from "../words/index.ts";
import { matchingSentence, type MatchingSentence } from "./matching-sentence.ts";
import { StatusMark } from "./status.tsx";
import { calledFrom, calledTo } from "./who.ts";

interface CallRowsProps {
  calls: readonly Execution[];
  /** What was looked for. */
  q?: string;
  /** By the ids of calls, the note in which it stands. */
  notes?: Readonly<Record<string, string>>;
  /** By the ids of calls, the name of their topic; undefined: not shown. */
  topics?: Readonly<Record<string, string>> | undefined;
}

export function CallRows({ calls, q = "", notes = {}, topics }: CallRowsProps): React.ReactNode {
  const words = useWords();
  const keys = useRowKeys();
  return (
    <WideTable label={words.say("history.title")}>
      <table ref={keys}>
        <thead>
          <tr>
            <th>{words.say("history.conversation")}</th>
            <th>{words.say("history.from")}</th>
            <th className="wide-only">{words.say("history.agent")}</th>
            {topics && <th className="wide-only">{words.say("history.topic")}</th>}
            <th className="wide-only">{words.say("history.started")}</th>
            <th className="number wide-only">{words.say("history.duration")}</th>
            <th className="number wider-only">{words.say("history.cost")}</th>
            <th className="wide-only">{words.say("history.status")}</th>
          </tr>
        </thead>
        {calls.map((call) => (
          <Row
            key={call.id}
            call={call}
            topic={topics && (topics[call.id] ?? "")}
            match={matchingSentence(call.transcript, q, notes[call.id])}
          />
        ))}
      </table>
    </WideTable>
  );
}

interface RowProps {
  call: Execution;
  /** Empty: it has none. */
  topic: string | undefined;
  match: MatchingSentence | undefined;
}

function Row({ call, topic, match }: RowProps): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  const time = words.moment(isPlanned(call.status) ? (call.scheduled_at ?? call.created_at) : call.created_at);
  const ended = isFinal(call.status);
  const to = calledTo(call, words);
  const length = ended && words.duration(call.conversation_time);
  const way = [
    words.say(to === undefined ? "history.inbound" : "history.outbound"),
    to && words.say("history.to", { number: to }),
  ];
  return (
    <tbody className="row-whole">
      <tr className={match && "matched"}>
        <td>
          <Link className="row-link" to={paths.call(call.id)} aria-label={words.say("history.open_from", { time })}>
            {call.weave ? <Strip picks={decodeTimeline(call.weave)} size={SIZES.row} /> : <BareStrip size={SIZES.row} />}
          </Link>
        </td>
        <td className="max-[700px]:py-2">
          <span className="phone-number">{calledFrom(call, words)}</span>
          <small className="hint block">{way.filter(Boolean).join(" · ")}</small>
          {call.missed_call && <small className="hint block">{words.say(missedWord(call.missed_call))}</small>}
          <Labels call={call} />
          <small className="hint hidden max-[700px]:block" dir="auto">
            {call.agent_name}
          </small>
          {topic && <small className="hint hidden whitespace-normal max-[700px]:block">{topic}</small>}
          <small className="hint hidden max-[700px]:block">{[time, length].filter(Boolean).join(" · ")}</small>
          <span className="hidden max-[700px]:inline-flex">
            <StatusMark status={call.status} />
          </span>
        </td>
        <td className="wide-only">{call.agent_name}</td>
        {topic !== undefined && (
          <td className="wide-only">
            <bdi>{topic}</bdi>
          </td>
        )}
        <td className="wide-only text-ink-2">{time}</td>
        <td className="number wide-only">{length}</td>
        <td className="number wider-only">{ended && <span className="phone-number">{money(call.total_cost, "USD")}</span>}</td>
        <td className="wide-only">
          <StatusMark status={call.status} />
        </td>
      </tr>
      {match && <Match {...match} />}
    </tbody>
  );
}

function missedWord({ state, answer }: MissedCall): SentenceId {
  if (state === "nothing") return "calls.missed_nothing";
  return state === "waiting" ? "calls.missed_waiting" : `calls.missed_${answer}`;
}

/** What people have put on it. */
function Labels({ call: { tags, notes } }: { call: Execution }): React.ReactNode {
  const words = useWords();
  if (tags.length === 0 && notes === 0) return null;
  return (
    <small className="flex max-w-80 flex-wrap gap-x-3 whitespace-normal">
      {tags.map((tag) => (
        <span key={tag} className="status tag">
          <bdi className="truncate max-w-40">{tag}</bdi>
        </span>
      ))}
      {notes > 0 && <span className="hint">{words.say("calls.notes", { count: words.number(notes) })}</span>}
    </small>
  );
}

const MATCHED = { caller: "calls.caller", agent: "calls.assistant", note: "calls.note" } as const satisfies Record<
  MatchingSentence["by"],
  SentenceId
>;

function Match({ by, parts }: MatchingSentence): React.ReactNode {
  const words = useWords();
  return (
    <tr>
      <td className="hint pb-2 whitespace-normal [overflow-wrap:anywhere]" colSpan={8}>
        {words.say(MATCHED[by])}:{" "}
        <q dir="auto">{parts.map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text))}</q>
      </td>
    </tr>
  );
}
