/** A file of rows that somebody gives: what was taken of it, and which lines were left out, each with its reason. */
import { useState } from "react";
import type { Act } from "./act.ts";
import { Button } from "./button.tsx";
import { FileField } from "./field.tsx";
import { ProblemLine } from "./problem-line.tsx";

const MOST_LINES_SHOWN = 50;

export interface ImportedRows {
  sentence: string;
  /** How many were left out, in words; undefined: none. */
  leftOut: string | undefined;
  refused: readonly { line: number; sentence: string }[];
}

interface ImportFormProps {
  words: { file: string; import: string; importing: string; close: string };
  read: Pick<Act<File>, "do" | "busy" | "problem">;
  /** Of the last file that was read. */
  imported: ImportedRows | undefined;
  close: () => void;
}

export function ImportForm({ words, read, imported, close }: ImportFormProps): React.ReactNode {
  const [file, setFile] = useState<File>();
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) read.do(file);
      }}
    >
      <FileField label={words.file} accept=".csv,.txt,text/csv" choose={setFile} />
      <ProblemLine>{read.problem}</ProblemLine>
      {imported && <Imported {...imported} />}
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" disabled={!file} busy={read.busy && words.importing}>
          {words.import}
        </Button>
        <Button onClick={close}>{words.close}</Button>
      </div>
    </form>
  );
}

function Imported({ sentence, leftOut, refused }: ImportedRows): React.ReactNode {
  return (
    <div role="status" className="grid gap-2">
      <p>{sentence}</p>
      {leftOut !== undefined && (
        <>
          <p className="problem">{leftOut}</p>
          <ul className="m-0 max-h-60 list-none overflow-y-auto p-0" tabIndex={0} aria-label={leftOut}>
            {refused.slice(0, MOST_LINES_SHOWN).map(({ line, sentence: why }) => (
              <li key={line}>{why}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
