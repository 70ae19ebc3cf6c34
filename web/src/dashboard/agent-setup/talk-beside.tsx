/** A call with the saved agent, here or to a telephone: what was saved a moment ago is heard at once. */
import { type Agent, type AgentDocument, type AgentPublishing, checkCall, mayActAs, placeCall } from "@ongea/contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { CallButton } from "../../call/call-button.tsx";
import { CallHere } from "../../call/call-here.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useNotice } from "../../ui/use-notice.ts";
import { useDraft } from "../../ui/use-draft.ts";
import { useWords } from "../../words/index.ts";
import { Cost } from "./cost.tsx";
import { OutsideHours } from "./outside-hours.tsx";

interface TalkBesideProps {
  agent: Agent | undefined;
  publishing: AgentPublishing | undefined;
  /** As it stands in the editor. */
  document: AgentDocument;
  isDirty: boolean;
}

export function TalkBeside({ agent, publishing, document, isDirty }: TalkBesideProps): React.ReactNode {
  const words = useWords();
  const mayCall = mayActAs(useMe().workspace.role, "agent_manager");
  const place = `agent:${agent?.id}`;
  return (
    <aside className="setup-talk" aria-label={words.say("agents.call_here")}>
      <h2>{words.say("agents.call_here")}</h2>
      <p className="hint">
        {words.say(!agent ? "agents.save_first" : publishing?.draft ? "agents.call_draft" : "agents.call_saved")}
      </p>
      {!mayCall && <p className="hint">{words.say("shell.needs_role")}</p>}
      {agent && (
        <CallButton
          agent={{ id: agent.id, name: agent.agent_name, isDraft: true }}
          place={place}
          rank={isDirty ? "plain" : "first"}
          disabled={!mayCall}
          givesWay
        >
          {words.say("home.call")}
        </CallButton>
      )}
      {agent && <CallHere place={place} />}
      {mayCall && <TestCall agent={agent} isDraft={publishing?.draft != null} />}
      <Cost document={document} />
    </aside>
  );
}

function TestCall({ agent, isDraft }: { agent: Agent | undefined; isDraft: boolean }): React.ReactNode {
  const words = useWords();
  const [number, setNumber] = useDraft("test-call-number");
  const [data, setData] = useDraft("test-call-data");
  const [isUrgent, setUrgent] = useState(false);
  const notice = useNotice();
  const navigate = useNavigate();
  const act = useAct({
    act: () =>
      server.call(placeCall, {
        body: {
          agent_id: agent?.id ?? "",
          recipient_phone_number: number.trim(),
          user_data: userDataIn(data),
          bypass_call_guardrails: isUrgent,
          ...(isDraft && { draft: true }),
        },
      }),
    changes: [["calls"]],
    done: ({ status, execution_id }) =>
      toast(words.say(status === "rescheduled" ? "agents.call_waits" : "agents.call_started"), execution_id, "good", {
        label: words.say("agents.watch_call"),
        do: () => void navigate(paths.call(execution_id)),
      }),
  });
  // What would refuse the call is said before anything rings.
  const check = useAct({
    act: () => server.call(checkCall, { body: { agent_id: agent?.id ?? "", recipient_phone_number: number.trim() } }),
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    if (!check.answer?.waits) check.forget();
    notice.mended();
    if (!agent) return notice.tell(words.say("agents.no_agent"), words.say("agents.no_agent_note"));
    if (number.trim() === "") return notice.tell(words.say("agents.phone_required"), words.say("agents.phone_required_note"));
    act.do();
  };
  return (
    <form className="test-call" noValidate onSubmit={send}>
      <h2>{words.say("agents.test_call")}</h2>
      <TextField
        label={words.say("agents.recipient")}
        type="tel"
        autoComplete="tel"
        dir="ltr"
        maxLength={200}
        value={number}
        problem={act.problem === undefined ? check.problem : undefined}
        onBlur={() => agent && number.trim() !== "" && check.do()}
        onChange={({ target }) => {
          check.forget();
          act.forget();
          notice.mended();
          setUrgent(false);
          setNumber(target.value);
        }}
      />
      {check.answer?.waits && <OutsideHours waits={check.answer.waits} isUrgent={isUrgent} onUrgent={setUrgent} />}
      <AreaField
        label={words.say("agents.user_data")}
        hint={words.say("agents.user_data_note")}
        rows={2}
        maxLength={4_000}
        value={data}
        onChange={({ target }) => setData(target.value)}
      />
      {act.problem !== undefined && (
        <ProblemLine>{`${words.say("agents.call_failed")}: ${words.say("agents.call_failed_note")} ${act.problem}`}</ProblemLine>
      )}
      <Button type="submit" icon="phone" busy={act.busy && words.say("agents.calling")}>
        {words.say("agents.test_call")}
      </Button>
    </form>
  );
}

/** Lines of `name: value`. */
function userDataIn(text: string): Record<string, string> {
  const pairs = text.split("\n").flatMap((line) => {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim();
    return colon < 1 || name === "" ? [] : [[name, line.slice(colon + 1).trim()] as const];
  });
  return Object.fromEntries(pairs);
}
