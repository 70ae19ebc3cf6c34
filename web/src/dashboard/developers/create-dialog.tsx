/** A key is made: its name, what it may do and for how long; then it is shown, this once. */
import { chosenOf } from "../../ui/chosen.ts";
import { createKey, KEY_SCOPES, type KeyScope } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { AgentScope } from "./agent-scope.tsx";
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
  const [name, setName] = useState("");
  const [scope, setScope] = useState<KeyScope>("write");
  const [days, setDays] = useState("");
  // Undefined: the whole workspace.
  const [held, setHeld] = useState<readonly string[]>();
  const [problem, setProblem] = useState<string>();
  const [heldProblem, setHeldProblem] = useState<string>();
  const act = useAct({
    act: () => {
      const until = days === "" ? null : Number(days);
      return server.call(createKey, {
        body: { name: name.trim(), scope, agent_ids: held ? [...held] : null, expires_in_days: until },
      });
    },
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
    const isHeld = held === undefined || held.length > 0;
    setHeldProblem(isHeld ? undefined : words.say("developers.held_required"));
    if (isNamed && isHeld) act.do();
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
      <ScopeField scope={scope} set={setScope} />
      <AgentScope held={held} set={setHeld} problem={heldProblem} />
      <UntilField days={days} set={setDays} />
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

function ScopeField({ scope, set }: { scope: KeyScope; set: (scope: KeyScope) => void }): React.ReactNode {
  const words = useWords();
  return (
    <SelectField
      label={words.say("developers.access")}
      hint={words.say(`developers.scope_${scope}_note`)}
      value={scope}
      onChange={({ target }) => set(chosenOf(KEY_SCOPES, target.value))}
    >
      {KEY_SCOPES.map((one) => (
        <option key={one} value={one}>
          {words.say(`developers.scope_${one}`)}
        </option>
      ))}
    </SelectField>
  );
}

function UntilField({ days, set }: { days: string; set: (days: string) => void }): React.ReactNode {
  const words = useWords();
  return (
    <SelectField label={words.say("developers.until")} value={days} onChange={({ target }) => set(target.value)}>
      <option value="">{words.say("developers.until_revoked")}</option>
      {DAYS.map((count) => (
        <option key={count} value={count}>
          {words.say("developers.days", { count })}
        </option>
      ))}
    </SelectField>
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
