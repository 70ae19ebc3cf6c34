/** The mailbox of an e-mail address: whether it is read, a check of both logins, and other servers or passwords. */
import { changeSender, checkSender, type MailProblem, type MessageSender } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords, type Words } from "../../words/index.ts";
import { SENDERS } from "./keys.ts";
import { MailFields } from "./mail-fields.tsx";

export type Mailbox = NonNullable<MessageSender["mailbox"]>;

interface MailboxProps {
  sender: Pick<MessageSender, "id" | "agent_id">;
  mailbox: Mailbox;
}

export function MailboxState({ sender, mailbox }: MailboxProps): React.ReactNode {
  const words = useWords();
  const { problem, checked_at: at, settings } = mailbox;
  const moment = at === null ? undefined : words.ago(at);
  const state = moment === undefined ? words.say("messages.mail_new") : words.say("messages.mail_working", { moment });
  return (
    <div className="grid gap-3">
      {problem === null ? <p className="hint">{state}</p> : <p className="problem">{problemWords(words, "imap", problem)}</p>}
      {settings !== null && <Access sender={sender} settings={settings} />}
    </div>
  );
}

function Access({
  sender: { id, agent_id },
  settings,
}: {
  sender: MailboxProps["sender"];
  settings: NonNullable<Mailbox["settings"]>;
}) {
  const words = useWords();
  const params = { sender_id: id };
  const [isOpen, setOpen] = useState(false);
  const { name, smtp, imap } = settings;
  const [mail, setMail] = useState({ name, smtp: { ...smtp, password: "" }, imap: { ...imap, password: "" } });
  const [found, setFound] = useState<Record<"smtp" | "imap", MailProblem | null>>();
  const check = useAct({ act: () => server.call(checkSender, { params }), changes: [SENDERS], done: setFound });
  const save = useAct({
    act: () => server.call(changeSender, { params, body: { agent_id, mail } }),
    changes: [SENDERS],
    done: () => {
      setOpen(false);
      setMail({ ...mail, smtp: { ...mail.smtp, password: "" }, imap: { ...mail.imap, password: "" } });
      setFound(undefined);
    },
  });
  const problems = (["smtp", "imap"] as const).flatMap((one) => {
    const problem = found?.[one] ?? null;
    return problem === null ? [] : [problemWords(words, one, problem)];
  });
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button busy={check.busy && words.say("messages.mail_checking")} onClick={() => check.do()}>
          {words.say("messages.mail_check")}
        </Button>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.say("messages.mail_change")}
        </Button>
      </div>
      <div role="status">
        {found && problems.length === 0 && <p className="hint">{words.say("messages.mail_works")}</p>}
        {problems.map((one) => (
          <p key={one} className="problem">
            {one}
          </p>
        ))}
      </div>
      <ProblemLine>{check.problem}</ProblemLine>
      {isOpen && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!save.busy) save.do();
          }}
        >
          <MailFields mail={mail} change={setMail} />
          <ProblemLine>{save.problem}</ProblemLine>
          <div>
            <Button type="submit" busy={save.busy && words.say("messages.mail_checking")}>
              {words.say("messages.mail_save")}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

function problemWords(words: Words, at: "smtp" | "imap", problem: MailProblem): string {
  if (problem === "server") return words.say("messages.mail_server");
  if (problem === "folder") return words.say("refusals.sender.imap_folder");
  return words.say(
    problem === "private" || problem === "plain" ? `refusals.sender.mail_${problem}` : `refusals.sender.${at}_${problem}`,
  );
}
