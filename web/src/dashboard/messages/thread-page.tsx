/** One thread: what was written, who answers, and a person's own answer. */
import {
  type Answer,
  answerThread,
  handleThread,
  mayActAs,
  type MessageFailure,
  readThread,
  readThreadTopic,
  retryMessage,
  setThreadTopic,
  type ThreadMessage,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { TopicChoice } from "../../call/topic-choice.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { isMissing, Missing } from "../../ui/missing.tsx";
import { newId } from "../../ui/new-id.ts";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { Calls } from "./call-permission.tsx";
import { ThreadChecks } from "./thread-checks.tsx";
import { TemplateForm } from "./template-form.tsx";
import { SentFile } from "./sent-file.tsx";
import { threadKey, THREADS } from "./keys.ts";
import { WholeWords } from "./whole-words.tsx";

type Read = Answer<typeof readThread>;

export function ThreadPage(): React.ReactNode {
  const words = useWords();
  const { id = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const thread = useQuery({
    queryKey: threadKey(id),
    queryFn: () => server.call(readThread, { params: { thread_id: id }, query: {} }),
  });
  if (isMissing(thread.error))
    return <Missing title={words.say("refusals.thread.not_found")} to={paths.messages} act={words.say("messages.back")} />;
  return (
    <Loaded query={thread} rows={6}>
      {(one) => (
        <div className="max-w-180">
          <p>
            <Link className="hint underline" to={paths.messages}>
              {words.say("messages.back")}
            </Link>
          </p>
          <Head thread={one} />
          <Topic id={one.id} />
          <Said thread={one} shown={search.get("message")} />
          {one.channel === "whatsapp" && <Templates threadId={one.id} />}
          <AnswerForm thread={one} />
          {one.channel === "whatsapp" && <CallsOf thread={one} />}
          <ThreadChecks
            threadId={one.id}
            messages={one.messages}
            goTo={(message) => {
              setSearch({ message }, { replace: true });
              void document.getElementById(idOf(message))?.scrollIntoView({ block: "center" });
            }}
          />
        </div>
      )}
    </Loaded>
  );
}

function Topic({ id }: { id: string }): React.ReactNode {
  const params = { thread_id: id };
  return (
    <TopicChoice
      queryKey={[...threadKey(id), "topic"]}
      read={() => server.call(readThreadTopic, { params })}
      set={(topic_id) => server.call(setThreadTopic, { params, body: { topic_id } })}
    />
  );
}

function CallsOf({ thread: { id, agent_id: agentId, address, messages } }: { thread: Read }): React.ReactNode {
  const newest = messages.findLast(({ direction }) => direction === "in")?.id;
  return <Calls threadId={id} agentId={agentId} number={address} newest={newest} />;
}

function Templates({ threadId }: { threadId: string }): React.ReactNode {
  return mayActAs(useMe().workspace.role, "agent_manager") && <TemplateForm threadId={threadId} />;
}

function Head({ thread }: { thread: Read }): React.ReactNode {
  const { id, contact_id, contact_name: name, channel, address, state, person } = thread;
  const words = useWords();
  const mayHandle = mayActAs(useMe().workspace.role, "agent_manager");
  const handle = useAct({
    act: (act: "take_over" | "hand_back" | "close") => server.call(handleThread, { params: { thread_id: id }, body: { act } }),
    changes: [THREADS],
  });
  const busy = handle.busy && words.say("messages.working");
  const isAgents = state === "open" || state === "closed";
  return (
    <>
      <PageHead title={name || address || words.say("messages.visitor")}>
        <Link className="button" to={paths.contact(contact_id)}>
          {words.say("messages.contact")}
        </Link>
        {mayHandle && state !== "person" && (
          <Button rank="first" busy={busy} onClick={() => handle.do("take_over")}>
            {words.say("messages.take_over")}
          </Button>
        )}
        {mayHandle && !isAgents && (
          <Button busy={busy} onClick={() => handle.do("hand_back")}>
            {words.say("messages.hand_back")}
          </Button>
        )}
        {mayHandle && state !== "closed" && (
          <Button busy={busy} onClick={() => handle.do("close")}>
            {words.say("messages.close")}
          </Button>
        )}
      </PageHead>
      <p role="status" className="pb-3">
        {words.say(`messages.channel_${channel}`)} · {words.say(`messages.state_${state}`)}
        {person !== null && (
          <>
            {" · "}
            <bdi>{person}</bdi>
          </>
        )}
      </p>
      <ProblemLine>{handle.problem}</ProblemLine>
    </>
  );
}

/** The newest comes into view, or the one that the address names; it is told to whoever does not see it. */
function Said({ thread, shown }: { thread: Read; shown: string | null }): React.ReactNode {
  const words = useWords();
  const list = useRef<HTMLOListElement>(null);
  const [whole, setWhole] = useState<ReadonlyMap<string, string>>(new Map());
  const messages = thread.messages.map((one) => ({ ...one, text: whole.get(one.id) ?? one.text }));
  const last = messages.at(-1)?.position;
  useEffect(() => {
    const named = shown === null ? null : document.getElementById(idOf(shown));
    // A browser may answer with a promise, which is no way to clean up.
    if (named) void named.scrollIntoView({ block: "center" });
    else void list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [last, shown]);
  const whoOf = ({ author, author_name: name }: ThreadMessage): string =>
    author === "person"
      ? name
      : author === "agent"
        ? words.say("messages.agent")
        : thread.contact_name || thread.address || words.say("messages.visitor");
  return (
    <>
      <WholeWords
        threadId={thread.id}
        messages={messages}
        show={(read) => setWhole(new Map(read.map(({ id, text }) => [id, text])))}
      />
      <div role="log" aria-label={words.say("messages.conversation")} tabIndex={0}>
        <ol ref={list} className="m-0 grid list-none gap-3 p-0">
          {messages.map((message) => (
            <li
              key={message.id}
              id={idOf(message.id)}
              aria-current={message.id === shown ? "true" : undefined}
              className={`grid border-s-3 ps-3 aria-current:bg-sunk ${message.direction === "in" ? "border-line-2" : "border-indigo"}`}
            >
              <small className="text-ink-2">
                <b>
                  <bdi>{whoOf(message)}</bdi>
                </b>{" "}
                · {words.moment(message.created_at)}
                <Fate thread={thread} message={message} />
              </small>
              <span className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
                {message.text}
              </span>
              {message.files.map((file) => (
                <SentFile key={file.id} threadId={thread.id} file={file} />
              ))}
              {message.reason !== null && <Failed thread={thread} message={message} reason={message.reason} />}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

const idOf = (messageId: string): string => `message-${messageId}`;

/** What has become of a message of ours. */
function Fate({ thread: { channel }, message: { direction, state } }: { thread: Read; message: ThreadMessage }): React.ReactNode {
  const words = useWords();
  if (direction === "in" || state === "received") return null;
  if (channel === "web-chat") return (state === "delivered" || state === "read") && ` · ${words.say("messages.delivered")}`;
  return ` · ${words.say(state === "delivered" ? "messages.sms_delivered" : `messages.${state}`)}`;
}

const OF_MAIL = ["bad_number", "unreachable", "credentials", "opted_out"] as const;
const isOfMail = (reason: MessageFailure): reason is (typeof OF_MAIL)[number] => OF_MAIL.some((one) => one === reason);

function Failed({
  thread: { id, channel },
  message,
  reason,
}: {
  thread: Read;
  message: ThreadMessage;
  reason: MessageFailure;
}): React.ReactNode {
  const words = useWords();
  const mayAnswer = mayActAs(useMe().workspace.role, "agent_manager");
  const params = { thread_id: id, message_id: message.id };
  const retry = useAct({ act: () => server.call(retryMessage, { params }), changes: [THREADS] });
  return (
    <div className="flex flex-wrap items-center gap-3 pt-1">
      <span className="problem">
        {words.say(channel === "email" && isOfMail(reason) ? `messages.mail_${reason}` : `messages.failed_${reason}`)}
      </span>
      {mayAnswer && (
        <Button busy={retry.busy && words.say("messages.sending")} onClick={() => retry.do()}>
          {words.say("messages.retry")}
        </Button>
      )}
      <ProblemLine>{retry.problem}</ProblemLine>
    </div>
  );
}

function AnswerForm({ thread: { id } }: { thread: Read }): React.ReactNode {
  const words = useWords();
  const mayAnswer = mayActAs(useMe().workspace.role, "agent_manager");
  const [text, setText] = useState("");
  /** The same text again after a failure is the same message. */
  const [sendId, setSendId] = useState(newId);
  const send = useAct({
    act: () => server.call(answerThread, { params: { thread_id: id }, body: { id: sendId, text } }),
    changes: [THREADS],
    done: () => {
      setText("");
      setSendId(newId());
    },
  });
  const submit = (): void => {
    if (text.trim() !== "" && !send.busy) send.do();
  };
  if (!mayAnswer) return null;
  return (
    <form
      className="grid gap-2 pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AreaField
        label={words.say("messages.answer")}
        hint={words.say("messages.answer_hint")}
        rows={3}
        dir="auto"
        maxLength={2_000}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setSendId(newId());
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
        }}
      />
      <ProblemLine>{send.problem}</ProblemLine>
      <div>
        <Button rank="first" type="submit" disabled={text.trim() === ""} busy={send.busy && words.say("messages.sending")}>
          {words.say("messages.send")}
        </Button>
      </div>
    </form>
  );
}
