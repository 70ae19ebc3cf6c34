/** One rule: after which calls of which agent, by which sender, with which words; and the words as the last person would get them. */
import {
  type Agent,
  type Answer,
  type BatchGoal,
  type CallMessage,
  type CallMessageDraft,
  CallMessageOccasion,
  createCallMessage,
  LONGEST_CALL_MESSAGE,
  type MessageSender,
  previewCallMessage,
  replaceCallMessage,
} from "@ongea/contract";
import { useState } from "react";
import { Link } from "react-router";
import { GoalField } from "../../call/goal-field.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, SelectField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { AFTER_CALLS } from "./keys.ts";

/** Each isolated, so that its braces stay where they are between words from right to left. */
const VARIABLES = ["contact.name", "call.summary", "facts.reason", "book_appointment.date"]
  .map((name) => `\u2066{${name}}\u2069`)
  .join(", ");

interface AfterCallFormProps {
  /** Absent: a new one. */
  rule: CallMessage | undefined;
  agents: readonly Agent[];
  senders: readonly MessageSender[];
  saved: () => void;
  close: () => void;
}

interface RuleTyped {
  agentId: string;
  senderId: string;
  when: CallMessageOccasion;
  goal: BatchGoal | undefined;
  text: string;
}

export function AfterCallForm({ rule, agents, senders, saved, close }: AfterCallFormProps): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState(() => typedOf(rule, agents, senders));
  const [isSent, setSent] = useState(false);
  const hasGoal = typed.when === "reached" || typed.when === "not_reached";
  const text = typed.text.trim();
  const isWhole = text !== "" && typed.agentId !== "" && (!hasGoal || typed.goal !== undefined);
  const missing = isSent ? words.say("shell.field_missing") : undefined;
  const save = useAct({
    act: (body: CallMessageDraft) =>
      rule ? server.call(replaceCallMessage, { params: { rule_id: rule.id }, body }) : server.call(createCallMessage, { body }),
    changes: [AFTER_CALLS],
    done: saved,
  });
  const preview = useAct({
    act: () => server.call(previewCallMessage, { body: { agent_id: typed.agentId, when: typed.when, text } }),
  });
  const set = (change: Partial<RuleTyped>): void => {
    setTyped((before) => ({ ...before, ...change }));
    preview.forget();
  };
  const submit = (): void => {
    setSent(true);
    const { agentId: agent_id, senderId: sender_id, when } = typed;
    const goal = hasGoal ? (typed.goal ?? null) : null;
    if (isWhole && !save.busy) save.do({ agent_id, sender_id, when, goal, text });
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Which typed={typed} agents={agents} senders={senders} set={set} />
      {hasGoal && (
        <GoalField
          agent={agents.find(({ id }) => id === typed.agentId)}
          goal={typed.goal}
          choose={(goal) => set({ goal })}
          hint={words.say("messages.after_goal_hint")}
          problem={typed.goal === undefined ? missing : undefined}
        />
      )}
      <AreaField
        label={words.say("messages.sms_text")}
        hint={words.say("messages.after_text_hint", { variables: VARIABLES })}
        rows={4}
        dir="auto"
        maxLength={LONGEST_CALL_MESSAGE}
        value={typed.text}
        problem={text === "" ? missing : undefined}
        onChange={({ target }) => set({ text: target.value })}
      />
      <ProblemLine>{preview.problem}</ProblemLine>
      {preview.answer && <Preview told={preview.answer} />}
      <ProblemLine>{save.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={save.busy && words.say("shell.saving")}>
          {words.say("messages.after_save")}
        </Button>
        <Button
          disabled={text === "" || typed.agentId === ""}
          busy={preview.busy && words.say("messages.working")}
          onClick={() => preview.do()}
        >
          {words.say("messages.after_preview")}
        </Button>
        <Button onClick={close}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}

interface WhichProps extends Pick<AfterCallFormProps, "agents" | "senders"> {
  typed: RuleTyped;
  set: (change: Partial<RuleTyped>) => void;
}

function Which({ typed, agents, senders, set }: WhichProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <SelectField
        label={words.say("messages.after_agent")}
        value={typed.agentId}
        onChange={({ target }) => set({ agentId: target.value, goal: undefined })}
      >
        {agents.map(({ id, agent_name: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.say("messages.after_when")}
        value={typed.when}
        onChange={({ target }) => set({ when: CallMessageOccasion.safeParse(target.value).data ?? typed.when })}
      >
        {CallMessageOccasion.options.map((one) => (
          <option key={one} value={one}>
            {words.say(`messages.after_${one}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.say("messages.sms_sender")}
        value={typed.senderId}
        onChange={({ target }) => set({ senderId: target.value })}
      >
        {senders.map(({ id, sender }) => (
          <option key={id} value={id}>
            {sender}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function Preview({ told: { text, segments, is_cut, call } }: { told: Answer<typeof previewCallMessage> }): React.ReactNode {
  const words = useWords();
  return (
    <div role="status" className="grid gap-2 border-s-2 border-line ps-3">
      {text === "" ? (
        <p>{words.say("messages.after_empty")}</p>
      ) : (
        <>
          <p dir="auto" className="justify-self-start whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </p>
          <p className="hint">
            {words.say("messages.after_parts", { segments })} {is_cut && words.say("messages.after_cut")}
          </p>
        </>
      )}
      {call === null ? (
        <p className="hint">{words.say("messages.after_no_call")}</p>
      ) : (
        <Link className="justify-self-start underline" to={paths.call(call.execution_id)}>
          {words.say("messages.after_of_call", { moment: words.moment(call.ended_at) })}
        </Link>
      )}
    </div>
  );
}

/** An agent or a sender that is gone gives way to the first of those that are there. */
function typedOf(rule: CallMessage | undefined, agents: readonly Agent[], senders: readonly MessageSender[]): RuleTyped {
  const agentId = (agents.find(({ id }) => id === rule?.agent_id) ?? agents[0])?.id ?? "";
  const senderId = (senders.find(({ id }) => id === rule?.sender_id) ?? senders[0])?.id ?? "";
  const goal = agentId === rule?.agent_id ? (rule.goal ?? undefined) : undefined;
  return { agentId, senderId, when: rule?.when ?? "answered", goal, text: rule?.text ?? "" };
}
