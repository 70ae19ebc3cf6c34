import { revokeKey, type ApiKey } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { KEYS } from "./questions.ts";

export function KeyRows({ keys }: { keys: readonly ApiKey[] }): React.ReactNode {
  const words = useWords();
  return (
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={words.say("developers.keys")}>
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
    </div>
  );
}

function Row({ of: key }: { of: ApiKey }): React.ReactNode {
  const words = useWords();
  const { status, last_used_at: used, expires_at: until } = key;
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
      <td>{words.say(`developers.role_${key.role}`)}</td>
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
      <Button rank="quiet" onClick={() => setAsking(true)} aria-label={`${revoke}: ${name}`}>
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
