import { type Contact, createContact, IdentityKind, MOST_IDENTITIES, replaceContact } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField, SelectField, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { isLanguage, LANGUAGE_FACTS, LANGUAGES } from "../../words/languages.ts";
import { bodyOf, type ContactBody, type ContactTyped, type IdentityTyped, NEW_CONTACT, typedOf } from "./contact-draft.ts";
import { CONTACTS } from "./keys.ts";

interface ContactDialogProps {
  /** Absent: a new one. */
  contact?: Contact;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  saved: (contact: Contact) => void;
}

export function ContactDialog({ contact, open, onOpenChange, saved }: ContactDialogProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.say(contact ? "contacts.edit" : "contacts.add")}>
      <ContactForm contact={contact} saved={saved} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface ContactFormProps {
  contact: Contact | undefined;
  saved: (contact: Contact) => void;
  close: () => void;
}

function ContactForm({ contact, saved, close }: ContactFormProps): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState(contact ? typedOf(contact) : NEW_CONTACT);
  const [isSent, setSent] = useState(false);
  const read = bodyOf(typed);
  const fault = isSent && "fault" in read ? read.fault : undefined;
  const set = (change: Partial<ContactTyped>): void => setTyped((before) => ({ ...before, ...change }));
  const save = useAct({
    act: (body: ContactBody) =>
      contact ? server.call(replaceContact, { params: { contact_id: contact.id }, body }) : server.call(createContact, { body }),
    changes: [CONTACTS],
    done: saved,
  });
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if ("body" in read) save.do(read.body);
      }}
    >
      <TextField
        label={words.say("contacts.name")}
        maxLength={200}
        dir="auto"
        value={typed.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Identities identities={typed.identities} set={(identities) => set({ identities })} />
      <ProblemLine>{fault === "identities" ? words.say("contacts.needs_identity") : undefined}</ProblemLine>
      <SelectField
        label={words.say("contacts.language")}
        value={typed.language}
        onChange={({ target }) => set({ language: isLanguage(target.value) ? target.value : "" })}
      >
        <option value="">{words.say("contacts.language_agents")}</option>
        {LANGUAGES.map((code) => (
          <option key={code} value={code}>
            {LANGUAGE_FACTS[code].name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say("contacts.tags")}
        hint={words.say("contacts.tags_note")}
        dir="auto"
        value={typed.tags}
        onChange={({ target }) => set({ tags: target.value })}
      />
      <AreaField
        label={words.say("contacts.fields")}
        hint={words.say("contacts.fields_note")}
        problem={fault === "fields" ? words.say("contacts.bad_fields") : undefined}
        rows={3}
        dir="auto"
        value={typed.fields}
        onChange={({ target }) => set({ fields: target.value })}
      />
      <ProblemLine>{save.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={save.busy && words.say("shell.saving")}>
          {words.say("contacts.save")}
        </Button>
        <Button onClick={close}>{words.say("shell.cancel")}</Button>
      </div>
    </form>
  );
}

interface IdentitiesProps {
  identities: readonly IdentityTyped[];
  set: (identities: IdentityTyped[]) => void;
}

function Identities({ identities, set }: IdentitiesProps): React.ReactNode {
  const words = useWords();
  return (
    <fieldset className="entry grid gap-3">
      <legend>{words.say("contacts.identities")}</legend>
      {identities.map((one, at) => (
        <div key={at} className="flex flex-wrap items-end gap-2">
          <div className="min-w-36">
            <SelectField
              label={words.say("contacts.identity_kind", { number: at + 1 })}
              value={one.kind}
              onChange={({ target }) =>
                set(identities.with(at, { ...one, kind: IdentityKind.options.find((kind) => kind === target.value) ?? one.kind }))
              }
            >
              {IdentityKind.options
                .filter((kind) => kind !== "visitor" || one.kind === kind)
                .map((kind) => (
                  <option key={kind} value={kind}>
                    {words.say(`contacts.kind_${kind}`)}
                  </option>
                ))}
            </SelectField>
          </div>
          <div className="min-w-0 grow">
            <TextField
              label={words.say("contacts.identity_value", { number: at + 1 })}
              type={one.kind === "phone" ? "tel" : one.kind === "email" ? "email" : "text"}
              dir="ltr"
              maxLength={200}
              value={one.value}
              onChange={({ target }) => set(identities.with(at, { ...one, value: target.value }))}
            />
          </div>
          {identities.length > 1 && (
            <Button
              rank="quiet"
              icon="trash"
              aria-label={words.say("contacts.remove_identity", { number: at + 1 })}
              onClick={() => set(identities.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      <div>
        <Button
          disabled={identities.length >= MOST_IDENTITIES}
          onClick={() => set([...identities, { kind: "phone", value: "" }])}
        >
          <Icon name="plus" />
          {words.say("contacts.add_identity")}
        </Button>
      </div>
    </fieldset>
  );
}
