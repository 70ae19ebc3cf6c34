/** What people have written about a call. */
import {
  addCallNote,
  changeCallNote,
  deleteCallNote,
  listCallNotes,
  LONGEST_CALL_NOTE,
  mayActAs,
  type CallNote,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notes } from "../../ui/notes.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";

export function CallNotes({ id }: { id: string }): React.ReactNode {
  const { role } = useMe().workspace;
  const mayWrite = mayActAs(role, "agent_manager");
  const params = { execution_id: id };
  const key = ["call", id, "notes"];
  const notes = useQuery({ queryKey: key, queryFn: () => server.call(listCallNotes, { params }) });
  return (
    <Loaded query={notes} rows={1}>
      {({ data }) => (
        <Notes
          notes={data}
          mayWrite={mayWrite}
          longest={LONGEST_CALL_NOTE}
          changes={[key, ["calls"]]}
          add={(text) => server.call(addCallNote, { params, body: { text } })}
          remove={(note) => server.call(deleteCallNote, { params: { ...params, call_note_id: note } })}
          mayRemove={({ own }) => (mayWrite && own) || mayActAs(role, "admin")}
          more={(note) => <Changed note={note} edit={mayWrite && note.own && <EditNote id={id} note={note} />} />}
        />
      )}
    </Loaded>
  );
}

function Changed({ note: { changed_at: at }, edit }: { note: CallNote; edit: React.ReactNode }): React.ReactNode {
  const words = useWords();
  return (
    <>
      {at !== null && <small className="hint">{words.say("history.note_changed", { moment: words.moment(at) })}</small>}
      {edit}
    </>
  );
}

function EditNote({ id, note }: { id: string; note: CallNote }): React.ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const title = words.say("history.note_edit", { moment: words.moment(note.created_at) });
  return (
    <>
      <Button rank="quiet" onClick={() => setOpen(true)} aria-label={title}>
        {words.say("history.note_edit_short")}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={title}>
        {isOpen && <EditForm id={id} note={note} close={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function EditForm({ id, note, close }: { id: string; note: CallNote; close: () => void }): React.ReactNode {
  const words = useWords();
  const [text, setText] = useState(note.text);
  const params = { execution_id: id, call_note_id: note.id };
  const save = useAct({
    act: () => server.call(changeCallNote, { params, body: { text } }),
    changes: [["call", id, "notes"]],
    done: close,
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.do();
      }}
    >
      <AreaField
        label={words.say("history.note_text")}
        rows={5}
        dir="auto"
        maxLength={LONGEST_CALL_NOTE}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ProblemLine>{save.problem}</ProblemLine>
      <div>
        <Button type="submit" rank="first" disabled={text.trim() === ""} busy={save.busy && words.say("shell.saving")}>
          {words.say("history.note_save")}
        </Button>
      </div>
    </form>
  );
}
