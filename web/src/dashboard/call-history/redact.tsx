/** Takes away what was said in a call: lines of it, words wherever they stand, or all of it. It cannot be undone. */
import { mayActAs, redactCall, type Entry, type ExecutionDetail } from "@ongea/contract";
import { useState } from "react";
import { sentencesIn } from "../../call/as-sentence.ts";
import { clock } from "../../call/clock.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";

/** Where nobody said anything that could be taken away. */
const SAYS_NOTHING: ReadonlySet<Entry["kind"]> = new Set([
  "opened",
  "state",
  "partial",
  "saying",
  "usage",
  "levels",
  "closed",
  "failure",
  "recording",
]);

export function RedactCall({ call }: { call: ExecutionDetail }): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!mayActAs(me.workspace.role, "admin")) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("history.redact")}</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={words.say("history.redact")}
        description={words.say("history.redact_note")}
      >
        <RedactForm call={call} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function RedactForm({ call, close }: { call: ExecutionDetail; close: () => void }): React.ReactNode {
  const words = useWords();
  const [whole, setWhole] = useState(false);
  const [lines, setLines] = useState<ReadonlySet<number>>(new Set());
  const [named, setNamed] = useState("");
  const namedWords = named
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word.length > 1);
  const redact = useAct({
    act: () => {
      const body = whole ? { whole } : { lines: [...lines], words: namedWords };
      return server.call(redactCall, { params: { execution_id: call.id }, body });
    },
    changes: [["call", call.id], ["calls"]],
    done: (answer) => {
      toast(words.say("history.redacted", { lines: answer.lines }));
      close();
    },
  });
  const choose = (line: number, isChosen: boolean): void =>
    setLines((before) => new Set(isChosen ? [...before, line] : [...before].filter((one) => one !== line)));
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    redact.do();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={whole} onChange={({ target }) => setWhole(target.checked)} />
        {words.say("history.redact_whole")}
      </label>
      <fieldset className="field" disabled={whole}>
        <legend className="label">{words.say("history.redact_lines")}</legend>
        <Lines journal={call.journal} lines={lines} choose={choose} />
      </fieldset>
      <TextField
        label={words.say("history.redact_words")}
        hint={words.say("history.redact_words_note")}
        maxLength={500}
        autoComplete="off"
        disabled={whole}
        value={named}
        onChange={({ target }) => setNamed(target.value)}
      />
      <ProblemLine>{redact.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button
          rank="bad"
          className="filled"
          type="submit"
          disabled={!whole && lines.size === 0 && namedWords.length === 0}
          busy={redact.busy && words.say("shell.saving")}
        >
          {words.say("history.redact_for_good")}
        </Button>
        <Button onClick={close} disabled={redact.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface LinesProps {
  journal: readonly Entry[];
  lines: ReadonlySet<number>;
  choose: (line: number, isChosen: boolean) => void;
}

function Lines({ journal, lines, choose }: LinesProps): React.ReactNode {
  const asSentence = sentencesIn(journal);
  return (
    <ul className="redact-lines">
      {journal.map((entry, line) =>
        SAYS_NOTHING.has(entry.kind) ? null : (
          <li key={line}>
            <label>
              <input type="checkbox" checked={lines.has(line)} onChange={({ target }) => choose(line, target.checked)} />
              <time>{clock("startMs" in entry ? entry.startMs : entry.atMs)}</time>
              <bdi>{saidIn(entry, asSentence)}</bdi>
            </label>
          </li>
        ),
      )}
    </ul>
  );
}

function saidIn(entry: Entry, asSentence: (text: string) => string): string {
  switch (entry.kind) {
    case "turn":
      return entry.by === "caller" ? asSentence(entry.text) : entry.text;
    case "whisper":
      return entry.text;
    case "tool":
      return `${entry.name} ${entry.arguments} → ${entry.result}`;
    case "held":
      return `${entry.name} ${entry.arguments}`;
    case "form":
      return `${entry.tool} ${entry.slots.map(({ name, value }) => `${name} ${String(value)}`).join(", ")}`;
    case "corrected":
      return entry.said;
    case "transfer":
      return entry.to;
    case "key":
      return entry.digit;
    default:
      return "";
  }
}
