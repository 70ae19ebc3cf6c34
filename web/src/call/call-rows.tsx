/** Calls as rows of a table, each with its strip. */
import { decodeWeave, type Execution, isFinal } from "@ongea/contract";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { StatusMark } from "../ui/status.tsx";
import { duration, started } from "../ui/times.ts";
import { SIZES } from "../weave/draw.ts";
import { BareStrip, Strip } from "../weave/strip.tsx";
import { whoCalled } from "./who.ts";

export function CallRows({ calls }: { calls: readonly Execution[] }): React.ReactNode {
  return (
    <div className="overflow-x-auto">
      <table>
        <thead>
          <tr>
            <th>Conversation</th>
            <th>From</th>
            <th className="wide-only">Agent</th>
            <th className="wide-only">Started</th>
            <th className="number">Duration</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td>
                <Link className="row-link" to={paths.call(call.id)} aria-label={`Open the call of ${started(call.created_at)}`}>
                  {call.weave ? <Strip picks={decodeWeave(call.weave)} size={SIZES.row} /> : <BareStrip size={SIZES.row} />}
                </Link>
              </td>
              <td>
                <span className="phone-number">{whoCalled(call)}</span>
              </td>
              <td className="wide-only">{call.agent_name}</td>
              <td className="wide-only text-ink-2">{started(call.created_at)}</td>
              <td className="number">{isFinal(call.status) ? duration(call.conversation_time) : ""}</td>
              <td>
                <StatusMark status={call.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
