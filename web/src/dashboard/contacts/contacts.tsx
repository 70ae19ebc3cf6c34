/** People: whoever called or was called, and whom somebody added. */
import { type Contact, exportContacts, listContacts, listContactTags, mayActAs } from "@ongea/contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { useOpened } from "../../ui/by-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Older } from "../../ui/older.tsx";
import { useWords } from "../../words/index.ts";
import { ContactDialog } from "./contact-form.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { CONTACTS, nameOf } from "./keys.ts";

const PAGE = 20;

export function Contacts(): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const [adding, setAdding] = useOpened("new");
  const [importing, setImporting] = useOpened("import");
  const mayAdd = mayActAs(useMe().workspace.role, "agent_manager");
  const [search, setSearch] = useSearchParams();
  const tag = search.get("tag") ?? "";
  const [typed, setTyped] = useState(search.get("q") ?? "");
  const q = useDeferredValue(typed.trim());
  const contacts = useInfiniteQuery({
    queryKey: [...CONTACTS, "list", q, tag],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listContacts, {
        query: { limit: PAGE, ...(q === "" ? {} : { q }), ...(tag === "" ? {} : { tag }), ...(cursor === "" ? {} : { cursor }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={words.say("contacts.title")} subtitle={words.say("contacts.subtitle")}>
        <a className="button" href={exportContacts.path} download>
          <Icon name="download" />
          {words.say("contacts.export")}
        </a>
        {mayAdd && <Button onClick={() => setImporting(true)}>{words.say("contacts.import")}</Button>}
        {mayAdd && (
          <Button rank="first" onClick={() => setAdding(true)}>
            {words.say("contacts.add")}
          </Button>
        )}
      </PageHead>
      <ImportDialog open={mayAdd && importing} onOpenChange={setImporting} />
      <ContactDialog open={mayAdd && adding} onOpenChange={setAdding} saved={({ id }) => void goTo(paths.contact(id))} />
      <div className="grid max-w-180 gap-3 pb-4 sm:grid-cols-[2fr_1fr]">
        <TextField
          label={words.say("contacts.search")}
          type="search"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <TagFilter tag={tag} set={(one) => setSearch(one === "" ? {} : { tag: one }, { replace: true })} />
      </div>
      <div aria-busy={contacts.isPlaceholderData}>
        <Older query={contacts}>
          {(rows) =>
            rows.length > 0 ? (
              <ul className="m-0 list-none p-0">
                {rows.map((one) => (
                  <Row key={one.id} contact={one} />
                ))}
              </ul>
            ) : (
              <Empty title={words.say(q === "" && tag === "" ? "contacts.none" : "contacts.no_such")}>
                {q === "" && tag === "" && words.say("contacts.none_note")}
              </Empty>
            )
          }
        </Older>
      </div>
    </>
  );
}

function TagFilter({ tag, set }: { tag: string; set: (tag: string) => void }): React.ReactNode {
  const words = useWords();
  const tags = useQuery({ queryKey: [...CONTACTS, "tags"], queryFn: () => server.call(listContactTags) });
  const names = tags.data?.data.map((one) => one.tag) ?? [];
  if (names.length === 0 && tag === "") return null;
  return (
    <SelectField label={words.say("contacts.tag")} value={tag} onChange={({ target }) => set(target.value)}>
      <option value="">{words.say("contacts.all_tags")}</option>
      {[...new Set([...names, ...(tag === "" ? [] : [tag])])].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** The whole row leads to the contact. */
function Row({ contact }: { contact: Contact }): React.ReactNode {
  const words = useWords();
  const { id, name, identities, tags, do_not_call: isBarred, created_at: at } = contact;
  const others = name === "" ? identities.slice(1) : identities;
  return (
    <li className="border-b border-line">
      <Link
        to={paths.contact(id)}
        className="grid min-h-14 content-center gap-x-4 py-2 sm:grid-cols-[1fr_1fr_auto] sm:items-center"
      >
        <b className="[overflow-wrap:anywhere]">
          <bdi>{nameOf(contact)}</bdi>
        </b>
        <span className="text-ink-2 [overflow-wrap:anywhere]">
          {others.slice(0, 2).map(({ kind, value }) => (
            <bdi key={`${kind} ${value}`} className="me-3">
              {kind === "visitor" ? words.say("contacts.kind_visitor") : value}
            </bdi>
          ))}
          {tags.map((tag) => (
            <span key={tag} className="status tag me-2">
              <bdi>{tag}</bdi>
            </span>
          ))}
          {isBarred && <span className="status bad">{words.say("contacts.do_not_call")}</span>}
        </span>
        <time className="hint" dateTime={at}>
          {words.moment(at)}
        </time>
      </Link>
    </li>
  );
}
