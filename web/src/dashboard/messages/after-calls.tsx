/** Rules by which calls are followed by a text message: all of them, one more, and what the person would get. */
import {
  type Agent,
  type CallMessage,
  deleteCallMessage,
  listAgents,
  listCallMessages,
  listSenders,
  mayActAs,
  type MessageSender,
  MOST_CALL_MESSAGES,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { goalInWords } from "../../call/goal-field.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { useOpened } from "../../ui/by-address.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords, type Words } from "../../words/index.ts";
import { AfterCallForm } from "./after-call-form.tsx";
import { AFTER_CALLS, SENDERS } from "./keys.ts";

const SMS: ReadonlySet<string> = new Set(["africastalking", "twilio", "smpp"]);

export function AfterCalls(): React.ReactNode {
  const words = useWords();
  const mayChange = mayActAs(useMe().workspace.role, "admin");
  const [adding, setAdding] = useOpened("new");
  const [edited, setEdited] = useState<CallMessage>();
  const rules = useQuery({ queryKey: AFTER_CALLS, queryFn: () => server.call(listCallMessages) });
  const everySender = useQuery({ queryKey: SENDERS, queryFn: () => server.call(listSenders) }).data;
  // The others take free text only after the person wrote.
  const senders = everySender?.filter(({ provider }) => SMS.has(provider));
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) }).data;
  const isReady = mayChange && senders !== undefined && senders.length > 0 && agents !== undefined;
  const close = (): void => {
    setAdding(false);
    setEdited(undefined);
  };
  return (
    <>
      <PageHead title={words.say("messages.after")} subtitle={words.say("messages.after_subtitle")}>
        <Link className="button" to={paths.messages}>
          {words.say("messages.back")}
        </Link>
        {isReady && (
          <Button rank="first" disabled={(rules.data?.length ?? 0) >= MOST_CALL_MESSAGES} onClick={() => setAdding(true)}>
            {words.say("messages.after_new")}
          </Button>
        )}
      </PageHead>
      {isReady && (
        <Dialog
          open={adding || edited !== undefined}
          onOpenChange={(open) => !open && close()}
          title={words.say(edited ? "messages.after_edit" : "messages.after_new")}
        >
          <AfterCallForm
            key={edited?.id}
            rule={edited}
            agents={agents}
            senders={senders}
            close={close}
            saved={() => {
              close();
              toast(words.say("messages.after_saved"));
            }}
          />
        </Dialog>
      )}
      <p className="max-w-180 pb-4 text-ink-2">{words.say("messages.after_gate")}</p>
      <Loaded query={rules} rows={3}>
        {(all) =>
          all.length > 0 ? (
            <Rules rules={all} agents={agents} senders={senders} edit={isReady ? setEdited : undefined} />
          ) : (
            <None hasSender={senders === undefined || senders.length > 0} />
          )
        }
      </Loaded>
    </>
  );
}

function None({ hasSender }: { hasSender: boolean }): React.ReactNode {
  const words = useWords();
  const senders = (
    <Link className="button" to={`${paths.messages}?sms`}>
      {words.say("messages.sms")}
    </Link>
  );
  return (
    <Empty title={words.say("messages.after_none")} act={!hasSender && senders}>
      {words.say(hasSender ? "messages.after_none_note" : "messages.after_no_sender")}
    </Empty>
  );
}

interface RulesProps {
  rules: readonly CallMessage[];
  /** Undefined: they are still read. */
  agents: readonly Agent[] | undefined;
  senders: readonly MessageSender[] | undefined;
  /** Absent: this person changes none. */
  edit: ((rule: CallMessage) => void) | undefined;
}

function Rules({ rules, agents, senders, edit }: RulesProps): React.ReactNode {
  const words = useWords();
  const [removed, setRemoved] = useState<CallMessage>();
  const remove = useAct({
    act: ({ id: rule_id }: CallMessage) => server.call(deleteCallMessage, { params: { rule_id } }),
    changes: [AFTER_CALLS],
    done: () => {
      setRemoved(undefined);
      toast(words.say("messages.after_deleted"));
    },
  });
  const agentOf = ({ agent_id }: CallMessage): string =>
    agents ? (agents.find(({ id }) => id === agent_id)?.agent_name ?? "–") : "…";
  const senderOf = ({ sender_id }: CallMessage): string =>
    senders ? (senders.find(({ id }) => id === sender_id)?.sender ?? "–") : "…";
  const nameOf = (rule: CallMessage): string => `${agentOf(rule)}, ${occasionOf(rule, words)}`;
  return (
    <>
      <ul className="m-0 list-none p-0">
        {rules.map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3">
            <div className="grid min-w-60 grow basis-0 gap-1">
              <b className="[overflow-wrap:anywhere]">{occasionOf(rule, words)}</b>
              <span className="text-ink-2">
                <bdi>{agentOf(rule)}</bdi> · <bdi>{senderOf(rule)}</bdi>
              </span>
              <p dir="auto" className="max-w-180 justify-self-start whitespace-pre-wrap [overflow-wrap:anywhere]">
                {rule.text}
              </p>
            </div>
            {edit && (
              <div className="flex gap-2">
                <Button onClick={() => edit(rule)} aria-label={words.say("messages.after_edit_of", { name: nameOf(rule) })}>
                  {words.say("messages.after_edit_row")}
                </Button>
                <Button
                  rank="quiet"
                  icon="trash"
                  onClick={() => setRemoved(rule)}
                  aria-label={words.say("messages.after_delete_of", { name: nameOf(rule) })}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={removed !== undefined}
        onOpenChange={(open) => !open && setRemoved(undefined)}
        title={words.say("messages.after_delete_title")}
        description={words.say("messages.after_delete_note")}
        act={words.say("messages.after_delete")}
        busy={remove.busy && words.say("messages.working")}
        problem={remove.problem}
        onConfirm={() => removed && remove.do(removed)}
      />
    </>
  );
}

function occasionOf({ when, goal }: CallMessage, words: Words): string {
  const occasion = words.say(`messages.after_${when}`);
  return goal === null ? occasion : `${occasion} (${goalInWords(goal, words)})`;
}
