/** The first message to a number: what the organisation writes before anybody has written. */
import { type MessageSender, writeMessage } from "@ongea/contract";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { newId } from "../../ui/new-id.ts";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { THREADS } from "./keys.ts";

export function WriteForm({ senders }: { senders: readonly MessageSender[] }): React.ReactNode {
  const words = useWords();
  const [chosen, setChosen] = useState<string>();
  const [to, setTo] = useState("");
  const [text, setText] = useState("");
  /** The same message again after a failure is the same message. */
  const [id, setId] = useState(newId);
  const senderId = senders.find((one) => one.id === chosen)?.id ?? senders[0]?.id ?? "";
  const write = useAct({
    act: () => server.call(writeMessage, { body: { id, sender_id: senderId, to, text } }),
    changes: [THREADS],
    done: () => {
      setText("");
      setId(newId());
    },
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!write.busy) write.do();
      }}
      onChange={() => setId(newId())}
    >
      <h2>{words.say("messages.sms_write")}</h2>
      <SelectField label={words.say("messages.sms_sender")} value={senderId} onChange={({ target }) => setChosen(target.value)}>
        {senders.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label || one.sender}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say("messages.sms_to")}
        hint={words.say("messages.sms_to_hint")}
        type="tel"
        dir="ltr"
        required
        maxLength={40}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <AreaField
        label={words.say("messages.sms_text")}
        rows={3}
        dir="auto"
        required
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ProblemLine>{write.problem}</ProblemLine>
      <div className="flex flex-wrap items-center gap-3">
        <Button rank="first" type="submit" busy={write.busy && words.say("messages.sending")}>
          {words.say("messages.send")}
        </Button>
        {write.answer && (
          <Link className="underline" to={paths.thread(write.answer.thread_id)}>
            {words.say("messages.sms_open")}
          </Link>
        )}
      </div>
    </form>
  );
}
