/** What people save under a name, for themselves or for the whole workspace: a row of the list, and the form that saves it. */
import { useState } from "react";
import { Link } from "react-router";
import { type Act, useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { useWords } from "../words/index.ts";
import { LONGEST_NAME, useMayShare } from "./may-share.ts";

interface SavedRowProps {
  saved: { name: string; shared: boolean };
  /** Where it leads. */
  to: string;
  isOpen?: boolean;
  remove: Pick<Act<void>, "do" | "busy" | "problem">;
  removeLabel: string;
}

export function SavedRow({ saved: { name, shared }, to, isOpen = false, remove, removeLabel }: SavedRowProps): React.ReactNode {
  const words = useWords();
  const mayRemove = useMayShare() || !shared;
  return (
    <li>
      <Link className="link" to={to} dir="auto" aria-current={isOpen ? "page" : undefined}>
        {name}
      </Link>
      {shared && <span className="hint">{words.say("history.saved_shared")}</span>}
      <span className="grow" />
      {mayRemove && (
        <Button rank="quiet" icon="trash" aria-label={removeLabel} disabled={remove.busy} onClick={() => remove.do()} />
      )}
      <ProblemLine>{remove.problem}</ProblemLine>
    </li>
  );
}

interface SaveFormProps<Saved> {
  label: string;
  /** Of the lists that it changes. */
  changes: readonly string[];
  /** Undefined: there is nothing to save. */
  save: ((named: { name: string; shared: boolean }) => Promise<Saved>) | undefined;
  done: (saved: Saved) => void;
}

export function SaveForm<Saved>({ label, changes, save, done }: SaveFormProps<Saved>): React.ReactNode {
  const words = useWords();
  const mayShare = useMayShare();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const saving = useAct({
    act: (by: NonNullable<typeof save>) => by({ name: name.trim(), shared }),
    changes: [changes],
    done: (saved) => {
      setName("");
      done(saved);
    },
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (save) saving.do(save);
      }}
    >
      <TextField
        label={words.say("history.saved_name")}
        maxLength={LONGEST_NAME}
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {mayShare && (
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
          {words.say("history.saved_share")}
        </label>
      )}
      <ProblemLine>{saving.problem}</ProblemLine>
      <Button type="submit" busy={saving.busy && words.say("shell.saving")} disabled={name.trim() === "" || !save}>
        {label}
      </Button>
    </form>
  );
}
