/** One lead: who it is from, what was answered, and who takes care of it. */
import { assignLead, deleteLead, handleLead, type Lead, type LeadAnswer } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { AnswerLead } from "./answer-lead.tsx";
import { LEADS } from "./leads-key.ts";

const TONES: Readonly<Record<Lead["delivery"]["state"], string>> = {
  kept: "still",
  waiting: "info",
  failing: "bad",
  delivered: "good",
};
const ANSWER_TONES: Readonly<Record<LeadAnswer["state"], string>> = { sending: "waiting", sent: "good", failed: "bad" };

interface LeadRowProps {
  lead: Lead;
  people: readonly { id: string; name: string }[];
  /** This server sends e-mail. */
  hasMail: boolean;
}

export function LeadRow({ lead, people, hasMail }: LeadRowProps): React.ReactNode {
  const words = useWords();
  const { id, kind, name, email, company, position, message, created_at: at, delivery } = lead;
  const about = [company, position].filter(Boolean).join(" · ");
  return (
    <li className="grid gap-1 border-b border-line py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b dir="auto">{name}</b>
        <a className="underline [overflow-wrap:anywhere]" href={`mailto:${email}`}>
          <bdi>{email}</bdi>
        </a>
        {about !== "" && (
          <span className="text-ink-2" dir="auto">
            {about}
          </span>
        )}
      </p>
      {message !== null && (
        <p className="max-w-[65ch] whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {message}
        </p>
      )}
      <p className="hint flex flex-wrap items-baseline gap-x-3">
        <span>{words.say(`settings.lead_${kind}`)}</span>
        <time dateTime={at}>{words.moment(at)}</time>
        {lead.verified_at !== null && <span>{words.say("settings.lead_verified")}</span>}
        <span className={`status ${TONES[delivery.state]}`} title={delivery.problem ?? undefined}>
          {words.say(`settings.lead_${delivery.state}`, { count: delivery.attempts })}
        </span>
      </p>
      {delivery.state === "failing" && delivery.problem !== null && <p className="hint">{delivery.problem}</p>}
      <Answers answers={lead.answers} />
      <div className="flex flex-wrap items-center gap-2 pt-1">
        <AnswerLead lead={lead} hasMail={hasMail} />
        <Acts id={id} name={name} isHandled={lead.handled_at !== null} />
        <Assign lead={lead} people={people} />
      </div>
    </li>
  );
}

function Acts({ id, name, isHandled }: { id: string; name: string; isHandled: boolean }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const params = { lead_id: id };
  const handle = useAct({
    act: () => server.call(handleLead, { params, body: { handled: !isHandled } }),
    changes: [LEADS],
    done: () => toast(words.say(isHandled ? "settings.lead_reopened" : "settings.lead_is_handled")),
  });
  const remove = useAct({
    act: () => server.call(deleteLead, { params }),
    changes: [LEADS],
    done: () => {
      setAsking(false);
      toast(words.say("settings.lead_deleted"));
    },
  });
  return (
    <>
      <Button busy={handle.busy && words.say("settings.lead_saving")} onClick={() => handle.do()}>
        {words.say(isHandled ? "settings.lead_reopen" : "settings.lead_handle")}
      </Button>
      <Button
        rank="quiet"
        icon="trash"
        aria-label={words.say("settings.lead_delete_title", { name })}
        title={words.say("settings.lead_delete")}
        onClick={() => setAsking(true)}
      />
      <ProblemLine>{handle.problem}</ProblemLine>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("settings.lead_delete_title", { name })}
        description={words.say("settings.lead_delete_note")}
        act={words.say("settings.lead_delete")}
        busy={remove.busy && words.say("settings.lead_deleting")}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </>
  );
}

function Answers({ answers }: { answers: readonly LeadAnswer[] }): React.ReactNode {
  const words = useWords();
  if (answers.length === 0) return null;
  return (
    <ul className="m-0 my-1 grid list-none gap-2 border-s-2 border-line ps-3">
      {answers.map(({ id, subject, text, by, at, state }) => (
        <li key={id}>
          <p className="hint m-0 flex flex-wrap items-baseline gap-x-3">
            <span>{words.say("settings.lead_answer_by", { who: by })}</span>
            <time dateTime={at}>{words.moment(at)}</time>
            <span className={`status ${ANSWER_TONES[state]}`}>{words.say(`settings.lead_answer_${state}`)}</span>
          </p>
          <p className="m-0 max-w-[65ch] whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
            <b className="block">{subject}</b>
            {text}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Assign({ lead, people }: Pick<LeadRowProps, "lead" | "people">): React.ReactNode {
  const words = useWords();
  const assign = useAct({
    act: (userId: string) =>
      server.call(assignLead, { params: { lead_id: lead.id }, body: { user_id: userId === "" ? null : userId } }),
    changes: [LEADS],
    done: () => toast(words.say("settings.lead_assigned")),
  });
  return (
    <>
      <select
        className="input select small w-auto max-w-60"
        aria-label={words.say("settings.lead_assignee", { name: lead.name })}
        value={lead.assigned_to?.id ?? ""}
        disabled={assign.busy}
        onChange={({ target }) => assign.do(target.value)}
      >
        <option value="">{words.say("settings.lead_nobody")}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ProblemLine>{assign.problem}</ProblemLine>
    </>
  );
}
