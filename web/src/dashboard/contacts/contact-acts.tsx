/** A contact goes for good, takes in another one, or becomes two; all ask first. */
import {
  type Contact,
  type ContactIdentity,
  deleteContact,
  listContacts,
  mayActAs,
  mergeContacts,
  splitContact,
} from "@ongea/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { CONTACTS, contactKey, nameOf } from "./keys.ts";

export function DeleteContact({ contact }: { contact: Contact }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const remove = useAct({
    act: () => server.call(deleteContact, { params: { contact_id: contact.id } }),
    done: () => {
      toast(words.say("contacts.deleted"));
      queries.removeQueries({ queryKey: contactKey(contact.id) });
      void goTo(paths.contacts, { replace: true });
      void queries.invalidateQueries({ queryKey: CONTACTS });
    },
  });
  if (!mayActAs(useMe().workspace.role, "admin")) return null;
  return (
    <>
      <Button rank="bad" onClick={() => setAsking(true)}>
        {words.say("contacts.delete")}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("contacts.delete_title", { name: nameOf(contact) })}
        description={words.say("contacts.delete_about")}
        act={words.say("contacts.delete")}
        busy={remove.busy && words.say("contacts.deleting")}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </>
  );
}

export function MergeContact({ contact }: { contact: Contact }): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("contacts.merge")}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={words.say("contacts.merge")}
        description={words.say("contacts.merge_about", { name: nameOf(contact) })}
      >
        <Others contact={contact} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Others({ contact, close }: { contact: Contact; close: () => void }): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: [...CONTACTS, "others", q],
    queryFn: () => server.call(listContacts, { query: { q, limit: 10 } }),
    enabled: q !== "",
  });
  const merge = useAct({
    act: (other: Contact) => server.call(mergeContacts, { params: { contact_id: contact.id }, body: { other_id: other.id } }),
    changes: [CONTACTS, ["calls"]],
    done: () => {
      close();
      toast(words.say("contacts.merged"));
    },
  });
  return (
    <div className="grid gap-3">
      <TextField
        label={words.say("contacts.search")}
        type="search"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {q !== "" && (
        <Loaded query={found} rows={2}>
          {({ data }) => {
            const others = data.filter(({ id }) => id !== contact.id);
            if (others.length === 0) return <p className="text-ink-2">{words.say("contacts.no_such")}</p>;
            return (
              <ul className="m-0 list-none p-0">
                {others.map((one) => (
                  <li key={one.id} className="flex flex-wrap items-center gap-3 border-b border-line py-2">
                    <span className="min-w-0 grow [overflow-wrap:anywhere]">
                      <b>
                        <bdi>{nameOf(one)}</bdi>
                      </b>{" "}
                      {one.name !== "" && <bdi className="text-ink-2">{one.identities[0]?.value}</bdi>}
                    </span>
                    <Button busy={merge.busy && words.say("contacts.merging")} onClick={() => merge.do(one)}>
                      {words.say("contacts.merge_this")}
                    </Button>
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
      )}
      <ProblemLine>{merge.problem}</ProblemLine>
      <div>
        <Button onClick={close}>{words.say("shell.cancel")}</Button>
      </div>
    </div>
  );
}

/** There must be something to split off, and something that stays. */
export function SplitContact({ contact }: { contact: Contact }): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  if (contact.identities.length < 2) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("contacts.split")}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={words.say("contacts.split")}
        description={words.say("contacts.split_about", { name: nameOf(contact) })}
      >
        <Parts contact={contact} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Parts({ contact, close }: { contact: Contact; close: () => void }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly ContactIdentity[]>([]);
  const [isTold, setTold] = useState(false);
  const isPart = chosen.length > 0 && chosen.length < contact.identities.length;
  const split = useAct({
    act: () =>
      server.call(splitContact, { params: { contact_id: contact.id }, body: { name: name.trim(), identities: [...chosen] } }),
    changes: [CONTACTS, ["calls"], ["threads"]],
    done: ({ id }) => {
      close();
      toast(words.say("contacts.split_done"));
      void goTo(paths.contact(id));
    },
  });
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    setTold(true);
    if (isPart) split.do();
  };
  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      <fieldset className="m-0 border-0 p-0">
        <legend className="label">{words.say("contacts.identities")}</legend>
        {contact.identities.map((one) => (
          <label key={`${one.kind} ${one.value}`} className="flex items-center gap-3 py-2">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ target }) => setChosen(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{one.value}</bdi> <span className="text-ink-2">{words.say(`contacts.kind_${one.kind}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={words.say("contacts.split_name")}
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ProblemLine>{isTold && !isPart ? words.say("contacts.split_choose") : split.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={split.busy && words.say("contacts.splitting")}>
          {words.say("contacts.split_this")}
        </Button>
        <Button onClick={close}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}
