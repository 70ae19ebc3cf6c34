import { type Answer, importConsents } from "@ongea/contract";
import { useState } from "react";
import { CONSENTS } from "../../call/consents.tsx";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";

const MOST_LINES_SHOWN = 50;

export function ImportConsents(): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("consents.import")}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={words.say("consents.import_title")}
        description={words.say("consents.import_about")}
      >
        <ImportForm close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ImportForm({ close }: { close: () => void }): React.ReactNode {
  const words = useWords();
  const [file, setFile] = useState<File>();
  const read = useAct({
    act: async (chosen: File) => server.call(importConsents, { file: new Uint8Array(await chosen.arrayBuffer()) }),
    changes: [CONSENTS],
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) read.do(file);
      }}
    >
      <FileField label={words.say("consents.file")} accept=".csv,.txt,text/csv" choose={setFile} />
      <ProblemLine>{read.problem}</ProblemLine>
      {read.answer && <Done answer={read.answer} />}
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" disabled={!file} busy={read.busy && words.say("consents.importing")}>
          {words.say("consents.import")}
        </Button>
        <Button onClick={close}>{words.say("consents.close")}</Button>
      </div>
    </form>
  );
}

function Done({ answer }: { answer: Answer<typeof importConsents> }): React.ReactNode {
  const words = useWords();
  const { added, known, refused, refused_count: count } = answer;
  return (
    <div role="status" className="grid gap-2">
      <p>{words.say("consents.imported", { added, known })}</p>
      {count > 0 && (
        <>
          <p className="problem">{words.say("consents.left_out", { count })}</p>
          <ul
            className="m-0 max-h-60 list-none overflow-y-auto p-0"
            tabIndex={0}
            aria-label={words.say("consents.left_out", { count })}
          >
            {refused.slice(0, MOST_LINES_SHOWN).map(({ line, problem }) => (
              <li key={line}>
                {words.say("consents.left_out_line", { line, problem: words.say(`consents.problem_${problem}`) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
