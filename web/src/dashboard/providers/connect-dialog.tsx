/** 'Connect {provider}': the key and whatever else the provider wants. What was typed is in this form alone and goes with it. */
import { type CatalogueProvider, type Connection, connectProvider, type CredentialPart } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { PROVIDERS_KEY } from "./keys.ts";

interface ConnectDialogProps {
  provider: CatalogueProvider;
  /** What is there already and will be replaced. */
  connection: Connection | undefined;
  close: () => void;
}

type Values = Partial<Record<CredentialPart, string>>;

export function ConnectDialog({ provider, connection, close }: ConnectDialogProps): React.ReactNode {
  const words = useWords();
  const { name } = provider;
  const [values, setValues] = useState<Values>(connection?.base_url ? { base_url: connection.base_url } : {});
  const set = (part: CredentialPart, value: string): void => setValues((before) => ({ ...before, [part]: value }));
  const connect = useConnect(
    () => server.call(connectProvider, { body: { provider: provider.id, values: trimmed(values) } }),
    close,
  );
  const needed = ["key" as const, ...provider.fields.filter(({ optional }) => !optional).map(({ part }) => part)];
  const isComplete = needed.every((part) => (values[part] ?? "").trim() !== "");
  const title = words.say(connection ? "providers.replace_title" : "providers.connect_title", { provider: name });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !connect.busy && close()}
      title={title}
      description={words.say("providers.connect_note", { provider: name })}
    >
      <form
        className="grid gap-4"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) connect.do();
        }}
      >
        {provider.fields.map(({ part, label, example, optional }) => (
          <TextField
            key={part}
            label={optional ? words.say("providers.optional", { label }) : label}
            hint={example === undefined ? undefined : words.say("providers.example", { example })}
            required={optional !== true}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={2_000}
            value={values[part] ?? ""}
            onChange={({ target }) => set(part, target.value)}
          />
        ))}
        <TextField
          label={words.say("providers.key")}
          hint={words.say("providers.encryption")}
          type="password"
          required
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={4_096}
          value={values.key ?? ""}
          onChange={({ target }) => set("key", target.value)}
        />
        <ProblemLine>{connect.problem}</ProblemLine>
        <div className="flex flex-wrap items-center gap-2">
          <Button rank="first" type="submit" disabled={!isComplete} busy={connect.busy && words.say("providers.connecting")}>
            {words.say("providers.submit")}
          </Button>
          <Button onClick={close} disabled={connect.busy}>
            {words.say("shell.cancel")}
          </Button>
          <span className="grow" />
          <a className="underline" href={provider.documentationUrl} target="_blank" rel="noreferrer">
            {words.say("providers.documentation", { provider: name })}
          </a>
        </div>
      </form>
    </Dialog>
  );
}

export function useConnect(call: () => Promise<Connection>, close: () => void): ReturnType<typeof useAct<void, Connection>> {
  const words = useWords();
  return useAct({
    act: call,
    changes: [PROVIDERS_KEY],
    done: () => {
      close();
      toast(words.say("providers.connect_done"), words.say("providers.connect_done_note"));
    },
    failed: () => toast(words.say("providers.connect_failed"), words.say("providers.connect_failed_note"), "bad"),
  });
}

function trimmed(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([part, value]) => [part, value.trim()]));
}
