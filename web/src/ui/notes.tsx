/** Notes of people on something: written, read, and where that may be, changed and deleted. */
import { useState } from "react";
import { useWords } from "../words/index.ts";
import { useAct } from "./act.ts";
import { Button } from "./button.tsx";
import { AreaField } from "./field.tsx";
import { ProblemLine } from "./problem-line.tsx";

export interface Note {
  id: string;
  text: string;
  author: string;
  created_at: string;
}

interface NotesProps<N extends Note> {
  notes: readonly N[];
  mayWrite: boolean;
  longest: number;
  /** Lists that they change. */
  changes: readonly (readonly string[])[];
  add: (text: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  mayRemove: (note: N) => boolean;
  /** Beside who wrote it and when. */
  more?: (note: N) => React.ReactNode;
}

export function Notes<N extends Note>(props: NotesProps<N>): React.ReactNode {
  const { notes, mayWrite, longest, changes } = props;
  const words = useWords();
  const [text, setText] = useState("");
  const add = useAct({ act: () => props.add(text), changes, done: () => setText("") });
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("contacts.notes")}</h2>
      </div>
      {mayWrite && (
        <form
          className="grid gap-2 py-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== "") add.do();
          }}
        >
          <AreaField
            label={words.say("contacts.note")}
            rows={2}
            dir="auto"
            maxLength={longest}
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
        <p className="py-2 text-ink-2">{words.say("contacts.no_notes")}</p>
      ) : (
        <ul className="m-0 list-none p-0">
          {notes.map((note) => (
            <Row key={note.id} note={note} {...props} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row<N extends Note>({ note, remove, changes, mayRemove, more }: NotesProps<N> & { note: N }): React.ReactNode {
  const words = useWords();
  const { id, text, author, created_at: at } = note;
  const removal = useAct({ act: () => remove(id), changes });
  return (
    <li className="flex flex-wrap items-start gap-x-3 border-b border-line py-2">
      <div className="min-w-0 grow basis-40">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {text}
        </p>
        <small className="text-ink-2">
          <bdi>{author}</bdi> · {words.moment(at)}
        </small>
      </div>
      {more?.(note)}
      {mayRemove(note) && (
        <Button
          rank="quiet"
          icon="trash"
          aria-label={words.say("contacts.delete_note", { moment: words.moment(at) })}
          busy={removal.busy && words.say("contacts.deleting")}
          onClick={() => removal.do()}
        />
      )}
      <ProblemLine>{removal.problem}</ProblemLine>
    </li>
  );
}
