/** One person: what is known of them, their calls, and what was noted. */
import { type Answer, type Contact, listCalls, listConsents, listThreads, mayActAs, readContact } from "@ongea/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { CallRows } from "../../call/call-rows.tsx";
import { AddConsent, ConsentRows, CONSENTS } from "../../call/consents.tsx";
import { ThreadRows } from "../../call/thread-rows.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { isMissing, Missing } from "../../ui/missing.tsx";
import { Older } from "../../ui/older.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { LANGUAGE_FACTS } from "../../words/languages.ts";
import { DeleteContact, MergeContact, SplitContact } from "./contact-acts.tsx";
import { ContactDialog } from "./contact-form.tsx";
import { contactKey, nameOf } from "./keys.ts";
import { ContactNotes } from "./notes.tsx";

const PAGE = 20;
const MOST_NUMBERS = 20;

export function ContactPage(): React.ReactNode {
  const words = useWords();
  const { id = "" } = useParams();
  const contact = useQuery({
    queryKey: contactKey(id),
    queryFn: () => server.call(readContact, { params: { contact_id: id } }),
  });
  if (isMissing(contact.error))
    return <Missing title={words.say("refusals.contact.not_found")} to={paths.contacts} act={words.say("contacts.back")} />;
  return (
    <Loaded query={contact} rows={6}>
      {(one) => (
        <>
          <p>
            <Link className="hint underline" to={paths.contacts}>
              {words.say("contacts.back")}
            </Link>
          </p>
          <Head contact={one} />
          <div className="grid gap-6 lg:grid-cols-[1fr_2fr]">
            <div className="grid content-start gap-6">
              <Known contact={one} />
              <ContactNotes contact={one} />
            </div>
            <div className="grid content-start gap-6">
              <CallsOf id={id} />
              <ThreadsOf id={id} />
              <ConsentsOf contact={one} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  );
}

function Head({ contact }: { contact: Contact }): React.ReactNode {
  const words = useWords();
  const [editing, setEditing] = useState(false);
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  const saved = (): void => {
    setEditing(false);
    toast(words.say("contacts.saved"));
  };
  return (
    <PageHead title={nameOf(contact)}>
      {mayEdit && (
        <>
          <Button onClick={() => setEditing(true)}>{words.say("contacts.edit")}</Button>
          <MergeContact contact={contact} />
          <SplitContact contact={contact} />
          <ContactDialog contact={contact} open={editing} onOpenChange={setEditing} saved={saved} />
        </>
      )}
      <DeleteContact contact={contact} />
    </PageHead>
  );
}

function Known({ contact }: { contact: Answer<typeof readContact> }): React.ReactNode {
  const words = useWords();
  const { identities, language, tags, fields, do_not_call: isBarred, created_at: at } = contact;
  const facts: [string, React.ReactNode][] = [
    ...identities.map(({ kind, value }): [string, React.ReactNode] => [
      words.say(`contacts.kind_${kind}`),
      <bdi key={value}>{value}</bdi>,
    ]),
    ...(language === "" ? [] : [[words.say("contacts.language"), LANGUAGE_FACTS[language].name] satisfies [string, string]]),
    ...(tags.length === 0
      ? []
      : [[words.say("contacts.tags"), <bdi key="tags">{tags.join(", ")}</bdi>] satisfies [string, React.ReactNode]]),
    ...Object.entries(fields).map(([name, value]): [string, React.ReactNode] => [name, <bdi key={name}>{value}</bdi>]),
    [words.say("contacts.since"), words.moment(at)],
  ];
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("contacts.known")}</h2>
      </div>
      {isBarred && <p className="status bad pb-2">{words.say("contacts.do_not_call")}</p>}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {facts.map(([name, value], at) => (
          <div key={at} className="contents">
            <dt className="text-ink-2" dir="auto">
              {name}
            </dt>
            <dd className="m-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function CallsOf({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const calls = useInfiniteQuery({
    queryKey: ["calls", "of-contact", id],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listCalls, { query: { limit: PAGE, contact_id: id, ...(cursor === "" ? {} : { cursor }) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("contacts.calls")}</h2>
      </div>
      <Older query={calls}>
        {(rows) => (rows.length > 0 ? <CallRows calls={rows} /> : <Empty title={words.say("contacts.no_calls")} />)}
      </Older>
    </section>
  );
}

/** Who has written nothing has no heading of it. */
function ThreadsOf({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const threads = useQuery({
    queryKey: ["threads", "of-contact", id],
    queryFn: () => server.call(listThreads, { query: { contact_id: id, limit: PAGE } }),
  });
  const rows = threads.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("messages.title")}</h2>
      </div>
      <ThreadRows threads={rows} />
    </section>
  );
}

/** Of their numbers; somebody without one cannot be called or written to by it. */
function ConsentsOf({ contact }: { contact: Contact }): React.ReactNode {
  const words = useWords();
  const numbers = contact.identities.flatMap(({ kind, value }) => (kind === "phone" ? value : [])).slice(0, MOST_NUMBERS);
  const consents = useInfiniteQuery({
    queryKey: [...CONSENTS, "of-contact", ...numbers],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listConsents, {
        query: { limit: PAGE, phone: numbers.join(","), ...(cursor === "" ? {} : { cursor }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: numbers.length > 0,
  });
  if (numbers.length === 0) return null;
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("consents.title")}</h2>
        <AddConsent number={numbers[0]} />
      </div>
      <Older query={consents}>
        {(rows) => (rows.length > 0 ? <ConsentRows consents={rows} /> : <Empty title={words.say("consents.none")} />)}
      </Older>
    </section>
  );
}
