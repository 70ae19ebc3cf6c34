import { chosenOf } from "../../ui/chosen.ts";
import { changeWorkspace, createWorkspace, CURRENCIES, type Currency, mayActAs } from "@ongea/contract";
import { useState } from "react";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { ME, useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useDraft } from "../../ui/use-draft.ts";
import { useWords } from "../../words/index.ts";
import { DialLimitsForm } from "./dial-limits-form.tsx";
import { Section } from "./section.tsx";
import { partLater } from "../../ui/part-later.tsx";

const CountryRules = partLater(async () => (await import("./rules/country-rules.tsx")).CountryRules);

export function WorkspacePage(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  return (
    <>
      <Section title={words.say("settings.workspace_title")}>
        {mayActAs(me.workspace.role, "admin") ? (
          <ChangeForm />
        ) : (
          <>
            <p className="py-3">
              {me.workspace.name} · {me.workspace.currency}
            </p>
            <p className="hint">{words.say("shell.needs_role")}</p>
          </>
        )}
      </Section>
      <Section title={words.say("settings.limits_title")} note={words.say("settings.limits_note")}>
        <DialLimitsForm mayChange={mayActAs(me.workspace.role, "admin")} />
      </Section>
      <Section name="rules" title={words.say("settings.rules_title")} note={words.say("settings.rules_note")}>
        <CountryRules mayChange={mayActAs(me.workspace.role, "admin")} />
      </Section>
      {me.kind === "person" && (
        <Section title={words.say("settings.workspace_new")}>
          <NewWorkspace />
        </Section>
      )}
    </>
  );
}

function ChangeForm(): React.ReactNode {
  const words = useWords();
  const { workspace } = useMe();
  const [name, setName, forget] = useDraft("workspace-name", workspace.name);
  const [currency, setCurrency] = useState(workspace.currency);
  const act = useAct({
    act: () =>
      server.call(changeWorkspace, {
        body: {
          ...(name.trim() === workspace.name ? {} : { name: name.trim() }),
          ...(currency === workspace.currency ? {} : { currency }),
        },
      }),
    changes: [ME, ["credits"]],
    done: (changed) => {
      forget();
      setName(changed.name);
      toast(words.say("settings.saved"));
    },
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    act.do();
  };
  const unchanged = name.trim() === workspace.name && currency === workspace.currency;
  return (
    <form className="form py-4" onSubmit={send}>
      <TextField
        label={words.say("settings.workspace_name")}
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <CurrencyField value={currency} choose={setCurrency} />
      <ProblemLine>{act.problem}</ProblemLine>
      <Button type="submit" rank="first" busy={act.busy && words.say("shell.saving")} disabled={unchanged || name.trim() === ""}>
        {words.say("settings.save")}
      </Button>
    </form>
  );
}

/** Rare, so that its form comes when somebody wants it. */
function NewWorkspace(): React.ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <CreateForm />;
  return (
    <div className="py-4">
      <Button onClick={() => setOpen(true)}>{words.say("settings.workspace_new")}</Button>
    </div>
  );
}

function CreateForm(): React.ReactNode {
  const words = useWords();
  const [name, setName, forget] = useDraft("new-workspace-name");
  const me = useMe();
  const [currency, setCurrency] = useState<Currency>(me.preferences.currency ?? me.workspace.currency);
  const act = useAct({
    act: () => server.call(createWorkspace, { body: { name: name.trim(), currency } }),
    done: () => {
      forget();
      location.assign(paths.home);
    },
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    act.do();
  };
  return (
    <form className="form py-4" onSubmit={send}>
      <TextField
        label={words.say("settings.workspace_name")}
        autoFocus
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <CurrencyField value={currency} choose={setCurrency} />
      <ProblemLine>{act.problem}</ProblemLine>
      <Button type="submit" busy={act.busy && words.say("settings.workspace_creating")} disabled={name.trim() === ""}>
        {words.say("settings.workspace_create")}
      </Button>
    </form>
  );
}

function CurrencyField({ value, choose }: { value: Currency; choose: (currency: Currency) => void }): React.ReactNode {
  const words = useWords();
  return (
    <SelectField
      label={words.say("settings.workspace_currency")}
      value={value}
      onChange={({ target }) => choose(chosenOf(CURRENCIES, target.value))}
    >
      {CURRENCIES.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  );
}
