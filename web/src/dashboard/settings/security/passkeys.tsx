import { addPasskey, listPasskeys, type Passkey, passkeyOptions, removePasskey } from "@ongea/contract";
import { browserSupportsWebAuthn, startRegistration } from "@simplewebauthn/browser";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";
import { Section } from "../section.tsx";

type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
const KEY = ["passkeys"];

export function Passkeys(): React.ReactNode {
  const words = useWords();
  const list = useQuery({ queryKey: KEY, queryFn: () => server.call(listPasskeys) });
  return (
    <Section title={words.say("settings.passkeys")} note={words.say("settings.passkeys_none_note")}>
      <Loaded query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="py-2">{words.say("settings.passkeys_none")}</p>
          ) : (
            <ul className="rows">
              {data.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {browserSupportsWebAuthn() ? <AddPasskey /> : <p className="hint">{words.say("access.passkey_unknown")}</p>}
    </Section>
  );
}

function AddPasskey(): React.ReactNode {
  const words = useWords();
  const [name, setName] = useState("");
  const [cancelled, setCancelled] = useState(false);
  const act = useAct({
    act: async () => {
      const options = await server.call(passkeyOptions);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library of the server made them
      const response = await startRegistration({ optionsJSON: options as unknown as Options }).catch(() => null);
      setCancelled(response === null);
      if (response === null) return;
      await server.call(addPasskey, {
        body: { ...(name.trim() === "" ? {} : { name: name.trim() }), response: { ...response } },
      });
      setName("");
      toast(words.say("settings.passkey_added"));
    },
    changes: [KEY],
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    act.do();
  };
  return (
    <form className="form py-4" onSubmit={send}>
      <TextField
        label={words.say("settings.passkey_name")}
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ProblemLine>{act.problem ?? (cancelled ? words.say("settings.passkey_failed") : undefined)}</ProblemLine>
      <Button type="submit" busy={act.busy && words.say("settings.passkey_adding")}>
        {words.say("settings.passkey_add")}
      </Button>
    </form>
  );
}

function Row({ passkey }: { passkey: Passkey }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(removePasskey, { params: { passkey_id: passkey.id } }),
    changes: [KEY],
    done: () => {
      setAsking(false);
      toast(words.say("settings.passkey_removed"));
    },
  });
  const remove = words.say("settings.passkey_remove");
  return (
    <li>
      <b>{passkey.name}</b>
      <span className="hint grow">{passkey.created_at !== null && words.day(passkey.created_at)}</span>
      <Button rank="bad" onClick={() => setAsking(true)} aria-label={`${remove}: ${passkey.name}`}>
        {remove}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("settings.passkey_remove_title")}
        description={words.say("settings.passkey_remove_note", { name: passkey.name })}
        act={remove}
        busy={act.busy && words.say("settings.member_removing")}
        problem={act.problem}
        onConfirm={() => act.do()}
      />
    </li>
  );
}
