import { type Answer, importContacts } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { CONTACTS } from "./keys.ts";

const MOST_LINES_SHOWN = 50;

interface ImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ImportDialog({ open, onOpenChange }: ImportDialogProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.say("contacts.import_title")}
      description={words.say("contacts.import_about")}
    >
      <ImportForm close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ImportForm({ close }: { close: () => void }): React.ReactNode {
  const words = useWords();
  const [file, setFile] = useState<File>();
  const read = useAct({
    act: async (chosen: File) => server.call(importContacts, { file: new Uint8Array(await chosen.arrayBuffer()) }),
    changes: [CONTACTS],
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) read.do(file);
      }}
    >
      <FileField label={words.say("contacts.file")} accept=".csv,.txt,text/csv" choose={setFile} />
      <ProblemLine>{read.problem}</ProblemLine>
      {read.answer && <Done answer={read.answer} />}
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" disabled={!file} busy={read.busy && words.say("contacts.importing")}>
          {words.say("contacts.import")}
        </Button>
        <Button onClick={close}>{words.say("contacts.close")}</Button>
      </div>
    </form>
  );
}

function Done({ answer }: { answer: Answer<typeof importContacts> }): React.ReactNode {
  const words = useWords();
  const { added, changed, refused, refused_count: count } = answer;
  return (
    <div role="status" className="grid gap-2">
      <p>{words.say("contacts.imported", { added, changed })}</p>
      {count > 0 && (
        <>
          <p className="problem">{words.say("contacts.left_out", { count })}</p>
          <ul
            className="m-0 max-h-60 list-none overflow-y-auto p-0"
            tabIndex={0}
            aria-label={words.say("contacts.left_out", { count })}
          >
            {refused.slice(0, MOST_LINES_SHOWN).map(({ line, problem }) => (
              <li key={line}>
                {words.say("contacts.left_out_line", { line, problem: words.say(`contacts.problem_${problem}`) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
