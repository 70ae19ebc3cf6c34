/** A key is made: its name, what it may do and for how long; then it is shown, this once. */
import { createKey, mayActAs, type Role, ROLES } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { KEYS } from "./questions.ts";

interface CreateProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  made: (key: string) => void;
}

const DAYS = [7, 30, 90, 365];

export function CreateDialog({ open, onOpenChange, made }: CreateProps): React.ReactNode {
  const words = useWords();
  const [key, setKey] = useState<string>();
  const turn = (wanted: boolean): void => {
    onOpenChange(wanted);
    setKey(undefined);
  };
  const show = (fresh: string): void => {
    setKey(fresh);
    made(fresh);
  };
  return (
    <Dialog open={open} onOpenChange={turn} title={words.say(key === undefined ? "developers.create" : "developers.created")}>
      {key === undefined ? <CreateForm made={show} close={() => turn(false)} /> : <Once apiKey={key} close={() => turn(false)} />}
    </Dialog>
  );
}

function CreateForm({ made, close }: { made: (key: string) => void; close: () => void }): React.ReactNode {
  const words = useWords();
  const mine = useMe().workspace.role;
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("agent_manager");
  const [days, setDays] = useState("");
  const [problem, setProblem] = useState<string>();
  const act = useAct({
    act: () => server.call(createKey, { body: { name: name.trim(), role, expires_in_days: days === "" ? null : Number(days) } }),
    changes: [KEYS],
    done: ({ key }) => {
      made(key);
      toast(words.say("developers.created"));
    },
  });
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    const isNamed = name.trim() !== "";
    setProblem(isNamed ? undefined : words.say("developers.name_required"));
    if (isNamed) act.do();
  };
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={submit}>
      <TextField
        label={words.say("developers.name")}
        hint={words.say("developers.name_hint")}
        maxLength={100}
        autoComplete="off"
        value={name}
        problem={problem}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(undefined);
        }}
      />
      <SelectField
        label={words.say("developers.access")}
        hint={words.say("developers.access_hint")}
        value={role}
        onChange={({ target }) => setRole(target.value as Role)}
      >
        {ROLES.filter((one) => mayActAs(mine, one)).map((one) => (
          <option key={one} value={one}>
            {words.say(`developers.role_${one}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.say("developers.until")} value={days} onChange={({ target }) => setDays(target.value)}>
        <option value="">{words.say("developers.until_revoked")}</option>
        {DAYS.map((count) => (
          <option key={count} value={count}>
            {words.say("developers.days", { count })}
          </option>
        ))}
      </SelectField>
      <ProblemLine>{act.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={act.busy && words.say("developers.creating")}>
          {words.say("developers.create")}
        </Button>
        <Button onClick={close} disabled={act.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

function Once({ apiKey, close }: { apiKey: string; close: () => void }): React.ReactNode {
  const words = useWords();
  return (
    <div className="once">
      <p>{words.say("developers.once")}</p>
      <div dir="ltr">
        <Copy text={apiKey} />
      </div>
      <Button className="justify-self-start" onClick={close}>
        {words.say("developers.done")}
      </Button>
    </div>
  );
}
