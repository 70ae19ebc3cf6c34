/** Senders of text messages: where each is connected, which agent answers it, and a message that somebody writes by one. */
import {
  changeSender,
  createSender,
  deleteSender,
  listAgents,
  listSenders,
  mayActAs,
  type MailSettings,
  PROVIDERS,
  reachesNumbers,
  SMS_PROVIDERS,
  type SmppSettings,
  type MessageSender,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { VersionChoice } from "../../versions/version-choice.tsx";
import { useWords, type Words } from "../../words/index.ts";
import { SENDERS } from "./keys.ts";
import { MailboxState } from "./mailbox.tsx";
import { MailFields, NO_MAIL } from "./mail-fields.tsx";
import { NO_SMPP, SmppFields, SmppState } from "./smpp.tsx";
import { WriteForm } from "./write-form.tsx";

const LOOK_AGAIN_MS = 3_000;

export function Senders(): React.ReactNode {
  const words = useWords();
  const { role } = useMe().workspace;
  const senders = useQuery({
    queryKey: SENDERS,
    queryFn: () => server.call(listSenders),
    // A bind comes to stand, or to fail, a few seconds later.
    refetchInterval: ({ state }) => (state.data?.some(({ smpp }) => smpp?.state === "new") ? LOOK_AGAIN_MS : false),
  });
  return (
    <Loaded query={senders} rows={2}>
      {(all) => (
        <div className="grid max-w-180 gap-8">
          {numbered(all).length > 0 && mayActAs(role, "agent_manager") && <WriteForm senders={numbered(all)} />}
          <section aria-labelledby="senders-title">
            <h2 id="senders-title" className="pb-2">
              {words.say("messages.sms_senders")}
            </h2>
            {all.length > 0 ? (
              <ul className="m-0 grid list-none gap-6 p-0">
                {all.map((one) => (
                  <Sender key={one.id} sender={one} />
                ))}
              </ul>
            ) : (
              <Empty title={words.say("messages.sms_none")}>{words.say("messages.sms_none_note")}</Empty>
            )}
          </section>
          {mayActAs(role, "admin") && <AddForm />}
        </div>
      )}
    </Loaded>
  );
}

/** By whom people can be written to first. */
function numbered(all: readonly MessageSender[]): MessageSender[] {
  return all.filter(({ provider }) => reachesNumbers(provider));
}

function useAgents() {
  return useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) }).data ?? [];
}

/** Nothing is posted for them: there is no address to enter at the provider. */
type Fetched = "email" | "smpp";
function isFetched(provider: MessageSender["provider"]): provider is Fetched {
  return provider === "email" || provider === "smpp";
}

function nameOf(provider: MessageSender["provider"], words: Words): string {
  if (provider === "email") return words.say("messages.channel_email");
  if (provider === "smpp") return "SMPP";
  return PROVIDERS.find(({ id }) => id === provider)?.name ?? provider;
}

function Sender({
  sender: { id, sender, label, provider, agent_id: agentId, answers_calls: answersCalls, callback_url: callback, mailbox, smpp },
}: {
  sender: MessageSender;
}) {
  const words = useWords();
  const mayChange = mayActAs(useMe().workspace.role, "admin");
  const [asked, setAsked] = useState(false);
  const params = { sender_id: id };
  const change = useAct({
    act: (body: { agent_id: string; answers_calls?: boolean }) => server.call(changeSender, { params, body }),
    changes: [SENDERS],
  });
  const remove = useAct({ act: () => server.call(deleteSender, { params }), changes: [SENDERS], done: () => setAsked(false) });
  return (
    <li className="grid gap-3 border-b border-line pb-6">
      <div className="flex flex-wrap items-center gap-3">
        <b>
          <bdi dir="ltr">{label || sender}</bdi>
        </b>
        <span className="text-ink-2">{nameOf(provider, words)}</span>
        {mayChange && (
          <Button className="ms-auto" onClick={() => setAsked(true)}>
            {words.say("messages.sms_remove")}
          </Button>
        )}
      </div>
      <AgentField disabled={!mayChange || change.busy} value={agentId} choose={(agent_id) => change.do({ agent_id })} />
      <div>
        <VersionChoice kind="sender" target={id} agentId={agentId} name={sender} />
      </div>
      {provider === "whatsapp" && (
        <div className="grid gap-1">
          <label className="control">
            <span>{words.say("messages.answers_calls")}</span>
            <input
              type="checkbox"
              role="switch"
              className="switch"
              checked={answersCalls}
              disabled={!mayChange || change.busy}
              onChange={({ target }) => change.do({ agent_id: agentId, answers_calls: target.checked })}
            />
          </label>
          <p className="hint">{words.say("messages.answers_calls_note")}</p>
        </div>
      )}
      <ProblemLine>{change.problem}</ProblemLine>
      {mailbox !== null && <MailboxState sender={{ id, agent_id: agentId }} mailbox={mailbox} />}
      {smpp !== null && <SmppState sender={{ id, agent_id: agentId }} link={smpp} />}
      {callback !== null && !isFetched(provider) && (
        <div className="grid gap-2">
          <p className="hint">
            {words.say(`messages.sms_callback_${provider}`)} {words.say("messages.sms_callback_note")}
          </p>
          <Copy text={callback} />
        </div>
      )}
      {callback === null && !isFetched(provider) && mayChange && <p className="hint">{words.say("messages.sms_no_callback")}</p>}
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title={words.say("messages.sms_remove_title", { sender: label || sender })}
        description={words.say("messages.sms_remove_note")}
        act={words.say("messages.sms_remove")}
        busy={remove.busy && words.say("messages.working")}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </li>
  );
}

function AgentField({ value, choose, disabled = false }: { value: string; choose: (id: string) => void; disabled?: boolean }) {
  const words = useWords();
  return (
    <SelectField
      label={words.say("messages.sms_agent")}
      disabled={disabled}
      value={value}
      onChange={({ target }) => choose(target.value)}
    >
      {useAgents().map(({ id, agent_name: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** What each provider's senders are named by differs, and so do their kinds. */
function at(provider: MessageSender["provider"], sender: string, { mail, smpp }: { mail: MailSettings; smpp: SmppSettings }) {
  if (provider === "email") return { provider, sender, mail };
  if (provider === "smpp") return { provider, sender, smpp };
  if (provider === "telegram") return { provider, sender };
  if (provider === "whatsapp" || provider === "messenger" || provider === "instagram") return { provider, sender };
  return { provider, sender };
}

const NAMED = {
  africastalking: "sms",
  twilio: "sms",
  smpp: "sms",
  whatsapp: "whatsapp",
  messenger: "messenger",
  instagram: "instagram",
  telegram: "telegram",
  email: "email",
} as const;

function AddForm(): React.ReactNode {
  const words = useWords();
  const [first] = useAgents();
  const [provider, setProvider] = useState<MessageSender["provider"]>("africastalking");
  const [sender, setSender] = useState("");
  const [mail, setMail] = useState(NO_MAIL);
  const [smpp, setSmpp] = useState(NO_SMPP);
  const [chosen, setChosen] = useState<string>();
  const agentId = chosen ?? first?.id ?? "";
  const add = useAct({
    act: () => server.call(createSender, { body: { ...at(provider, sender, { mail, smpp }), agent_id: agentId } }),
    changes: [SENDERS],
    done: () => {
      setSender("");
      setMail(NO_MAIL);
      setSmpp(NO_SMPP);
    },
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.busy) add.do();
      }}
    >
      <h2>{words.say("messages.sms_add")}</h2>
      <SelectField
        label={words.say("messages.sms_provider")}
        value={provider}
        onChange={({ target }) => setProvider(SMS_PROVIDERS.find((one) => one === target.value) ?? provider)}
      >
        {SMS_PROVIDERS.map((id) => (
          <option key={id} value={id}>
            {nameOf(id, words)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say(`messages.${NAMED[provider]}_name`)}
        hint={words.say(`messages.${NAMED[provider]}_name_hint`)}
        dir="ltr"
        required
        maxLength={provider === "email" ? 254 : 33}
        spellCheck={false}
        value={sender}
        onChange={({ target }) => setSender(target.value)}
      />
      {provider === "email" && <MailFields mail={mail} change={setMail} />}
      {provider === "smpp" && <SmppFields smpp={smpp} change={setSmpp} />}
      <AgentField value={agentId} choose={setChosen} />
      <ProblemLine>{add.problem}</ProblemLine>
      <div>
        <Button type="submit" disabled={agentId === ""} busy={add.busy && words.say("messages.sms_adding")}>
          {words.say("messages.sms_add")}
        </Button>
      </div>
    </form>
  );
}
