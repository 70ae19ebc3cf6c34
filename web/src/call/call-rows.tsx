/** Calls as rows of a table, each with its strip. */
import { decodeWeave, type Execution, isFinal, isPlanned } from "@ongea/contract";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { useMoney } from "../shell/money.ts";
import { useRowKeys } from "../ui/row-keys.ts";
import { SIZES } from "../weave/draw.ts";
import { BareStrip, Strip } from "../weave/strip.tsx";
import { useWords } from "../words/index.ts";
import { StatusMark } from "./status.tsx";
import { calledFrom, calledTo } from "./who.ts";

export function CallRows({ calls }: { calls: readonly Execution[] }): React.ReactNode {
  const words = useWords();
  const keys = useRowKeys();
  return (
    <div className="overflow-x-auto">
      <table ref={keys}>
        <thead>
          <tr>
            <th>{words.say("history.conversation")}</th>
            <th>{words.say("history.from")}</th>
            <th className="wide-only">{words.say("history.agent")}</th>
            <th className="wide-only">{words.say("history.started")}</th>
            <th className="number wide-only">{words.say("history.duration")}</th>
            <th className="number wider-only">{words.say("history.cost")}</th>
            <th>{words.say("history.status")}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <Row key={call.id} call={call} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ call }: { call: Execution }): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  const time = words.moment(isPlanned(call.status) ? (call.scheduled_at ?? call.created_at) : call.created_at);
  const ended = isFinal(call.status);
  const to = calledTo(call, words);
  const length = ended && words.duration(call.conversation_time);
  return (
    <tr>
      <td>
        <Link className="row-link" to={paths.call(call.id)} aria-label={words.say("history.open_from", { time })}>
          {call.weave ? <Strip picks={decodeWeave(call.weave)} size={SIZES.row} /> : <BareStrip size={SIZES.row} />}
        </Link>
      </td>
      <td className="max-[700px]:py-2">
        <span className="phone-number">{calledFrom(call, words)}</span>
        {to !== undefined && <small className="hint block">{words.say("history.to", { number: to })}</small>}
        <small className="hint hidden max-[700px]:block" dir="auto">
          {call.agent_name}
        </small>
        <small className="hint hidden max-[700px]:block">{[time, length].filter(Boolean).join(" · ")}</small>
      </td>
      <td className="wide-only">{call.agent_name}</td>
      <td className="wide-only text-ink-2">{time}</td>
      <td className="number wide-only">{length}</td>
      <td className="number wider-only">{ended && <span className="phone-number">{money(call.total_cost, "USD")}</span>}</td>
      <td>
        <StatusMark status={call.status} />
      </td>
    </tr>
  );
}
