import { revokeKey, type ApiKey } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords } from "../../words/index.ts";
import { agents, KEYS } from "./questions.ts";

/** Assistants that a row names; of more it says how many. */
const MOST_NAMED = 3;

export function KeyRows({ keys }: { keys: readonly ApiKey[] }): React.ReactNode {
  const words = useWords();
  return (
    <WideTable label={words.say("developers.keys")}>
      <table>
        <thead>
          <tr>
            <th>{words.say("developers.name")}</th>
            <th>{words.say("developers.key")}</th>
            <th>{words.say("developers.access")}</th>
            <th>{words.say("developers.status")}</th>
            <th className="number">{words.say("developers.calls_month")}</th>
            <th>{words.say("developers.last_used")}</th>
            <th>
              <span className="visually-hidden">{words.say("developers.revoke")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <Row key={key.id} of={key} />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function Row({ of: key }: { of: ApiKey }): React.ReactNode {
  const words = useWords();
  const { status, last_used_at: used, expires_at: until } = key;
  const names = new Map(useQuery(agents).data?.map(({ id, agent_name: name }) => [id, name]));
  const heldTo = (ids: readonly string[]): string => {
    const known = ids.flatMap((id) => names.get(id) ?? []);
    const isShort = known.length === ids.length && known.length <= MOST_NAMED;
    return isShort ? known.join(" · ") : words.say("developers.held_count", { count: ids.length });
  };
  return (
    <tr>
      <td className="max-w-64 min-w-40 whitespace-normal [overflow-wrap:anywhere]">
        <b>{key.name}</b>
        <small className="block text-ink-2">
          {words.say("developers.made", { day: words.day(key.created_at) })}
          {key.owner !== null && ` · ${key.owner}`}
        </small>
      </td>
      <td>
        <code className="code whitespace-nowrap" dir="ltr">
          {key.prefix}…{key.last_four}
        </code>
      </td>
      <td className="min-w-40 whitespace-normal">
        {words.say(`developers.scope_${key.scope}`)}
        {key.agent_ids !== null && <small className="block text-ink-2">{heldTo(key.agent_ids)}</small>}
      </td>
      <td className="whitespace-nowrap">
        <span className={`status ${status === "active" ? "good" : "still"}`}>{words.say(`developers.status_${status}`)}</span>
        {until !== null && <small className="block text-ink-2">{words.say("developers.ends", { day: words.day(until) })}</small>}
      </td>
      <td className="number">{words.number(key.calls_30_days)}</td>
      <td className="whitespace-nowrap">{used === null ? words.say("developers.never") : words.ago(used)}</td>
      <td className="number">
        <Revoke of={key} />
      </td>
    </tr>
  );
}

function Revoke({ of: { id, name } }: { of: ApiKey }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(revokeKey, { params: { key_id: id } }),
    changes: [KEYS],
    done: () => toast(words.say("developers.revoked"), name),
  });
  const revoke = words.say("developers.revoke");
  return (
    <>
      <Button rank="bad" onClick={() => setAsking(true)} aria-label={`${revoke}: ${name}`}>
        {revoke}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("developers.revoke_title")}
        description={words.say("developers.revoke_note", { name })}
        act={revoke}
        busy={act.busy && words.say("developers.revoking")}
        problem={act.problem}
        onConfirm={() => act.do()}
      />
    </>
  );
}
