import { erasePerson, exportPerson } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";
import { DELETIONS } from "./deletions.tsx";
import { KnownBy, PERSON_KINDS, type Known } from "./known-by.tsx";

/** Somebody who asks for what is kept of them, or that nothing is kept any more. */
export function OnePerson(): React.ReactNode {
  const words = useWords();
  const [known, setKnown] = useState<Known>({ kind: "phone", value: "" });
  const [erasing, setErasing] = useState(false);
  const value = known.value.trim();
  const address = `${exportPerson.path}?${new URLSearchParams({ kind: known.kind, value }).toString()}`;
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    setErasing(true);
  };
  return (
    <form className="form py-4" onSubmit={send}>
      <KnownBy kinds={PERSON_KINDS} known={known} change={setKnown} />
      <div className="flex flex-wrap gap-2">
        {value !== "" && (
          <a className="button" href={address} download>
            {words.say("privacy.export")}
          </a>
        )}
        <Button type="submit" rank="bad">
          {words.say("privacy.erase")}
        </Button>
      </div>
      {erasing && (
        <Erase
          known={{ ...known, value }}
          close={(isDone) => {
            setErasing(false);
            if (isDone) setKnown({ ...known, value: "" });
          }}
        />
      )}
    </form>
  );
}

function Erase({ known: { kind, value }, close }: { known: Known; close: (isDone: boolean) => void }): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState("");
  const erase = useAct({
    act: () => server.call(erasePerson, { body: { kind: kind === "call" ? "external" : kind, value, confirm: typed } }),
    changes: [DELETIONS, ["contacts"], ["calls"]],
    done: () => {
      toast(words.say("privacy.erased"));
      close(true);
    },
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    // The form behind it is another one.
    event.stopPropagation();
    erase.do();
  };
  return (
    <Dialog
      open
      onOpenChange={() => close(false)}
      title={words.say("privacy.erase_title", { value })}
      description={words.say("privacy.erase_note")}
    >
      <form className="grid gap-4" onSubmit={send}>
        <TextField
          label={words.say("privacy.erase_type", { value })}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          dir="ltr"
          autoComplete="off"
        />
        <ProblemLine>{erase.problem}</ProblemLine>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            rank="bad"
            className="filled"
            disabled={typed.trim() !== value}
            busy={erase.busy && words.say("privacy.erasing")}
          >
            {words.say("privacy.erase_act")}
          </Button>
          <Button onClick={() => close(false)} disabled={erase.busy}>
            {words.say("shell.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
