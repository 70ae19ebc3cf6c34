/** A phone is added, or has another password: what is entered in the phone is shown, this once. */
import { type Answer, createPhone, type Phone, type PhoneServer, renewPhonePassword } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { PHONES } from "./keys.ts";
import { baresipLine, placeOf, transportsOf } from "./phone-account.ts";

type WithPassword = Answer<typeof createPhone>;

export function AddPhone({ at, close }: { at: PhoneServer; close: () => void }): React.ReactNode {
  const words = useWords();
  const [name, setName] = useState("");
  const act = useAct({ act: () => server.call(createPhone, { body: { name: name.trim() } }), changes: [PHONES] });
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "" && !act.busy) act.do();
  };
  return (
    <Dialog open onOpenChange={close} title={words.say(act.answer ? "numbers.phone_added" : "numbers.phone_add")}>
      {act.answer ? (
        <Setup phone={act.answer} at={at} close={close} />
      ) : (
        <form className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate onSubmit={submit}>
          <TextField
            label={words.say("numbers.phone_name")}
            hint={words.say("numbers.phone_name_hint")}
            problem={act.problem}
            maxLength={40}
            autoComplete="off"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              act.forget();
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button rank="first" type="submit" disabled={name.trim() === ""} busy={act.busy && words.say("numbers.phone_adding")}>
              {words.say("numbers.phone_add")}
            </Button>
            <Button onClick={close} disabled={act.busy}>
              {words.say("shell.cancel")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

export function RenewPhone({ phone: { id, name }, at }: { phone: Phone; at: PhoneServer }): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const act = useAct({ act: () => server.call(renewPhonePassword, { params: { phone_id: id } }), changes: [PHONES] });
  const turn = (wanted: boolean): void => {
    setOpen(wanted);
    act.forget();
  };
  const title = words.say("numbers.phone_renew_of", { name });
  return (
    <>
      <Button rank="quiet" aria-label={title} onClick={() => turn(true)}>
        {words.say("numbers.phone_renew")}
      </Button>
      <Dialog open={open} onOpenChange={turn} title={title}>
        {act.answer ? (
          <Setup phone={act.answer} at={at} close={() => turn(false)} />
        ) : (
          <>
            <p>{words.say("numbers.phone_renew_note")}</p>
            <ProblemLine>{act.problem}</ProblemLine>
            <div className="flex flex-wrap gap-2">
              <Button rank="first" busy={act.busy && words.say("numbers.phone_renewing")} onClick={() => act.do()}>
                {words.say("numbers.phone_renew")}
              </Button>
              <Button onClick={() => turn(false)} disabled={act.busy}>
                {words.say("shell.cancel")}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}

/** Everything that a phone asks for, in the words that phones use. */
function Setup({ phone, at, close }: { phone: WithPassword; at: PhoneServer; close: () => void }): React.ReactNode {
  const words = useWords();
  const rows = [
    [words.say("numbers.phone_user"), phone.user],
    [words.say("numbers.phone_password"), phone.password],
    [words.say("numbers.phone_server"), placeOf(at)],
  ] as const;
  return (
    <div className="once">
      <p>{words.say("numbers.phone_once")}</p>
      {rows.map(([name, value]) => (
        <div key={name}>
          <b>{name}</b>
          <div dir="ltr">
            <Copy text={value} />
          </div>
        </div>
      ))}
      <p>
        <b>{words.say("numbers.phone_transport")}</b> <bdi>{transportsOf(at)}</bdi>
      </p>
      <ul className="grid gap-2 text-ink-2">
        <li>{words.say("numbers.phone_linphone")}</li>
        <li>{words.say("numbers.phone_zoiper")}</li>
        <li>
          {words.say("numbers.phone_baresip")}
          <code className="code block" dir="ltr">
            {baresipLine(phone, at)}
          </code>
        </li>
      </ul>
      <Button className="justify-self-start" onClick={close}>
        {words.say("numbers.phone_done")}
      </Button>
    </div>
  );
}
