import { addContactNote, type Answer, type ContactNote, deleteContactNote, mayActAs, type readContact } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { contactKey } from "./keys.ts";

export function Notes({ contact: { id, notes } }: { contact: Answer<typeof readContact> }): React.ReactNode {
  const words = useWords();
  const mayWrite = mayActAs(useMe().workspace.role, "agent_manager");
  const [text, setText] = useState("");
  const add = useAct({
    act: () => server.call(addContactNote, { params: { contact_id: id }, body: { text } }),
    changes: [contactKey(id)],
    done: () => setText(""),
  });
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("contacts.notes")}</h2>
      </div>
      {mayWrite && (
        <form
          className="grid gap-2 pb-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== "") add.do();
          }}
        >
          <AreaField
            label={words.say("contacts.note")}
            rows={2}
            dir="auto"
            maxLength={5_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <ProblemLine>{add.problem}</ProblemLine>
          <div>
            <Button type="submit" disabled={text.trim() === ""} busy={add.busy && words.say("shell.saving")}>
              {words.say("contacts.add_note")}
            </Button>
          </div>
        </form>
      )}
      {notes.length === 0 ? (
        <p className="text-ink-2">{words.say("contacts.no_notes")}</p>
      ) : (
        <ul className="m-0 list-none p-0">
          {notes.map((note) => (
            <Note key={note.id} contactId={id} note={note} mayDelete={mayWrite} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface NoteProps {
  contactId: string;
  note: ContactNote;
  mayDelete: boolean;
}

function Note({ contactId, note: { id, text, author, created_at: at }, mayDelete }: NoteProps): React.ReactNode {
  const words = useWords();
  const remove = useAct({
    act: () => server.call(deleteContactNote, { params: { contact_id: contactId, note_id: id } }),
    changes: [contactKey(contactId)],
  });
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-b border-line py-2">
      <div className="min-w-0 grow">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {text}
        </p>
        <small className="text-ink-2">
          <bdi>{author}</bdi> · {words.moment(at)}
        </small>
      </div>
      {mayDelete && (
        <Button
          rank="quiet"
          icon="trash"
          aria-label={words.say("contacts.delete_note", { moment: words.moment(at) })}
          busy={remove.busy && words.say("contacts.deleting")}
          onClick={() => remove.do()}
        />
      )}
      <ProblemLine>{remove.problem}</ProblemLine>
    </li>
  );
}
