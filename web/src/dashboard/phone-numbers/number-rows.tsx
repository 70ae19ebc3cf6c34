import {
  EXAMPLE_NUMBER,
  mayActAs,
  NUMBER_PRICE,
  releasePhoneNumber,
  setUpInbound,
  unlinkInbound,
  type Agent,
  type PhoneNumber,
} from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { ConfirmedButton } from "../../ui/confirmed-button.tsx";
import { toast } from "../../ui/toast.ts";
import { WideTable } from "../../ui/wide-table.tsx";
import { VersionChoice } from "../../versions/version-choice.tsx";
import { useWords } from "../../words/index.ts";
import { carrierName, isCarrier } from "./carriers.ts";
import { NUMBERS } from "./keys.ts";
import { MissedCalls } from "./missed-calls.tsx";
import { useTrunks } from "./use-trunks.ts";

export function NumberRows({ numbers, agents }: { numbers: readonly PhoneNumber[]; agents: readonly Agent[] }): React.ReactNode {
  const words = useWords();
  const { data: trunks = [] } = useTrunks();
  return (
    <WideTable label={words.say("numbers.title")}>
      <table className="cards">
        <thead>
          <tr>
            <th>{words.say("numbers.number")}</th>
            <th className="min-w-48">{words.say("numbers.agent")}</th>
            <th>{words.say("numbers.carrier")}</th>
            <th>{words.say("numbers.rent")}</th>
            <th>{words.say("numbers.renewal")}</th>
            <th>{words.say("numbers.status")}</th>
            <th>
              <span className="visually-hidden">{words.say("numbers.release")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {numbers.map((one) => (
            <Row key={one.id} one={one} agents={agents} trunk={trunks.find(({ id }) => id === one.trunk_id)?.name} />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

interface RowProps {
  one: PhoneNumber;
  agents: readonly Agent[];
  /** The name of the workspace's own trunk that leads to it. */
  trunk: string | undefined;
}

function Row({ one, agents, trunk }: RowProps): React.ReactNode {
  const words = useWords();
  // A telephone company's own price is told as it said it.
  const rent = one.renews_at === null ? one.price : words.money(NUMBER_PRICE.monthMinor, NUMBER_PRICE.currency);
  const isActive = one.rented || one.telephony_provider === EXAMPLE_NUMBER;
  const carrier = trunk ?? carrierName(words, one.telephony_provider);
  const price = rent === null ? words.say("numbers.no_rent") : words.say("numbers.per_month", { rent });
  return (
    <tr>
      <td className="card-title">
        <bdi className="whitespace-nowrap font-bold">{one.phone_number}</bdi>
      </td>
      <td data-name={words.say("numbers.agent")}>
        <div className="grid justify-items-start gap-1 py-1">
          <Answering one={one} agents={agents} />
          {one.agent_id !== null && (
            <VersionChoice kind="number" target={one.phone_number} agentId={one.agent_id} name={one.phone_number} />
          )}
          {one.agent_id !== null && <MissedCalls one={one} />}
        </div>
      </td>
      <td>{carrier}</td>
      <td className="whitespace-nowrap" data-name={words.say("numbers.rent")}>
        {price}
      </td>
      <td className="whitespace-nowrap" data-name={words.say("numbers.renewal")}>
        {one.renews_at !== null && words.day(one.renews_at)}
      </td>
      <td className="card-beside">
        <span className={`status ${isActive ? "good" : "still"}`}>
          {words.say(isActive ? "numbers.active" : "numbers.inactive")}
        </span>
      </td>
      <td>{(one.renews_at !== null || isCarrier(one.telephony_provider)) && <Release one={one} />}</td>
    </tr>
  );
}

function Answering({ one, agents }: { one: PhoneNumber; agents: readonly Agent[] }): React.ReactNode {
  const words = useWords();
  const mayAssign = mayActAs(useMe().workspace.role, "agent_manager");
  const assign = useAct({
    act: (agentId: string) =>
      agentId === ""
        ? server.call(unlinkInbound, { body: { phone_number_id: one.id } })
        : server.call(setUpInbound, { body: { phone_number_id: one.id, agent_id: agentId } }),
    changes: [NUMBERS, ["agents"]],
    done: () => toast(words.say("numbers.assigned")),
    failed: (problem) => toast(words.say("numbers.assign_failed"), problem, "bad"),
  });
  const name = agents.find(({ id }) => id === one.agent_id)?.agent_name;
  if (!mayAssign) return name ?? words.say("numbers.unassigned");
  return (
    <select
      className="input select"
      aria-label={words.say("numbers.agent_of", { number: one.phone_number })}
      value={one.agent_id ?? ""}
      disabled={assign.busy}
      onChange={({ target }) => assign.do(target.value)}
    >
      <option value="">{words.say("numbers.unassigned")}</option>
      {agents.map(({ id, agent_name: each }) => (
        <option key={id} value={id}>
          {each}
        </option>
      ))}
    </select>
  );
}

function Release({ one }: { one: PhoneNumber }): React.ReactNode {
  const words = useWords();
  const mayRelease = mayActAs(useMe().workspace.role, "admin");
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(releasePhoneNumber, { params: { phone_number_id: one.id } }),
    changes: [NUMBERS, ["agents"]],
    done: () => {
      setAsking(false);
      toast(words.say("numbers.released"), one.phone_number);
    },
  });
  const question = words.say("numbers.release_title", { number: one.phone_number });
  if (!mayRelease) return null;
  return (
    <ConfirmedButton
      name={words.say("numbers.release")}
      question={question}
      note={words.say("numbers.release_note")}
      busy={words.say("numbers.releasing")}
      act={act}
      asking={asking}
      ask={setAsking}
    />
  );
}
