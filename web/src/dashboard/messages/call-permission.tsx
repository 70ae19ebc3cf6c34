/** Whether the person of a WhatsApp thread lets the number call them: they are asked for it here, and called. */
import { askCallPermission, type CallPermission, mayActAs, placeCall, readCallPermission } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { newId } from "../../ui/new-id.ts";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { callsKey, THREADS } from "./keys.ts";

interface CallsProps {
  threadId: string;
  agentId: string;
  /** Their number. */
  number: string;
  /** The newest message of the person: what they have answered is read anew. */
  newest: string | undefined;
}

export function Calls({ threadId, agentId, number, newest }: CallsProps): React.ReactNode {
  const words = useWords();
  const mayAct = mayActAs(useMe().workspace.role, "agent_manager");
  const found = useQuery({
    queryKey: [...callsKey(threadId), newest],
    queryFn: () => server.call(readCallPermission, { params: { thread_id: threadId } }),
    staleTime: 60_000,
    retry: false,
  });
  return (
    <section className="grid gap-3 pt-6" aria-labelledby="whatsapp-calls">
      <h2 id="whatsapp-calls">{words.say("messages.calls_title")}</h2>
      <Loaded query={found} rows={1}>
        {(permission) => (
          <>
            <Standing permission={permission} />
            {mayAct && permission.may_call && <CallNow {...{ agentId, number }} from={permission.from_phone_number} />}
            {mayAct && permission.is_offered && permission.state === "none" && (
              <Ask threadId={threadId} mayAsk={permission.may_ask} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Standing({ permission }: { permission: CallPermission }): React.ReactNode {
  const words = useWords();
  const { state, expires_at: until, may_call: mayCall, is_offered: isOffered } = permission;
  const said = (): string => {
    if (!isOffered) return words.say("messages.calls_not_offered");
    if (state === "none") return words.say("messages.calls_none");
    if (!mayCall) return words.say("messages.calls_used_up");
    if (until === null) return words.say("messages.calls_permanent");
    return words.say("messages.calls_temporary", { moment: words.moment(until) });
  };
  return <p role="status">{said()}</p>;
}

function CallNow({ agentId, number, from }: { agentId: string; number: string; from: string }): React.ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const call = useAct({
    act: () => server.call(placeCall, { body: { agent_id: agentId, recipient_phone_number: number, from_phone_number: from } }),
    changes: [["calls"]],
    done: ({ execution_id }) => void navigate(paths.call(execution_id)),
  });
  return (
    <>
      <ProblemLine>{call.problem}</ProblemLine>
      <div>
        <Button rank="first" busy={call.busy && words.say("messages.working")} onClick={() => call.do()}>
          {words.say("messages.calls_call")}
        </Button>
      </div>
    </>
  );
}

function Ask({ threadId, mayAsk }: { threadId: string; mayAsk: boolean }): React.ReactNode {
  const words = useWords();
  const [text, setText] = useState("");
  /** The same again after a failure is the same message. */
  const [id, setId] = useState(newId);
  const ask = useAct({
    act: () => server.call(askCallPermission, { params: { thread_id: threadId }, body: { id, text } }),
    changes: [THREADS, callsKey(threadId)],
    done: () => {
      setText("");
      setId(newId());
    },
  });
  if (!mayAsk) return <p className="hint">{words.say("messages.calls_asked")}</p>;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ask.busy) ask.do();
      }}
    >
      <AreaField
        label={words.say("messages.calls_text")}
        hint={words.say("messages.calls_text_hint")}
        rows={2}
        dir="auto"
        required
        maxLength={1_000}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setId(newId());
        }}
      />
      <ProblemLine>{ask.problem}</ProblemLine>
      <div>
        <Button type="submit" disabled={text.trim() === ""} busy={ask.busy && words.say("messages.sending")}>
          {words.say("messages.calls_ask")}
        </Button>
      </div>
    </form>
  );
}
