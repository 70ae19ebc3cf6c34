import { answerLead, type Lead } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { LEADS } from "./leads-key.ts";

/** By this server, or by the reader's own mail program where this server sends no e-mail. */
export function AnswerLead({ lead, hasMail }: { lead: Lead; hasMail: boolean }): React.ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const title = words.say("settings.lead_answer_title", { name: lead.name });
  const subject = words.say("settings.lead_answer_subject_first");
  if (!hasMail)
    return (
      <a
        className="button"
        href={`mailto:${encodeURIComponent(lead.email)}?subject=${encodeURIComponent(subject)}`}
        aria-label={title}
      >
        {words.say("settings.lead_answer")}
      </a>
    );
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={title}>
        {words.say("settings.lead_answer")}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={title} description={lead.email}>
        <AnswerForm lead={lead} first={subject} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function AnswerForm({ lead, first, close }: { lead: Lead; first: string; close: () => void }): React.ReactNode {
  const words = useWords();
  const [subject, setSubject] = useState(first);
  const [text, setText] = useState("");
  const [isChecked, setChecked] = useState(false);
  const send = useAct({
    act: () => server.call(answerLead, { params: { lead_id: lead.id }, body: { subject: subject.trim(), text: text.trim() } }),
    changes: [LEADS],
    done: () => {
      close();
      toast(words.say("settings.lead_answer_sent"));
    },
  });
  const missing = (value: string): string | undefined =>
    isChecked && value.trim() === "" ? words.say("shell.field_missing") : undefined;
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (subject.trim() !== "" && text.trim() !== "") send.do();
      }}
    >
      <TextField
        label={words.say("settings.lead_answer_subject")}
        dir="auto"
        maxLength={200}
        value={subject}
        problem={missing(subject)}
        onChange={({ target }) => setSubject(target.value)}
      />
      <AreaField
        label={words.say("settings.lead_answer_text")}
        rows={7}
        maxLength={5_000}
        value={text}
        problem={missing(text)}
        onChange={({ target }) => setText(target.value)}
      />
      <ProblemLine>{send.problem}</ProblemLine>
      <div className="dialog-acts">
        <Button rank="first" type="submit" busy={send.busy && words.say("settings.lead_answer_is_sending")}>
          {words.say("settings.lead_answer_send")}
        </Button>
        <Button onClick={close} disabled={send.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}
