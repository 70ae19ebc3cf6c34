/** Providers: which third parties this workspace is connected to, which it could be, and services of its own. */
import { type CatalogueProvider, type Connection, listConnections, mayActAs, PROVIDERS } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { PROVIDERS_KEY } from "./keys.ts";
import { OwnDialog } from "./own-dialog.tsx";
import { AvailableRow, ConnectedRow } from "./rows.tsx";

/** Nothing is connected, as far as is known. */
const NONE: readonly Connection[] = [];

export function Providers(): React.ReactNode {
  const words = useWords();
  const mayConnect = mayActAs(useMe().workspace.role, "admin");
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState("");
  const [adding, setAdding] = useState(false);
  const term = useDeferredValue(typed.trim());
  const query = useQuery({ queryKey: PROVIDERS_KEY, queryFn: () => server.call(listConnections) });
  const failedAt = query.isError ? query.errorUpdatedAt : 0;
  useEffect(
    () => (failedAt > 0 ? toast(words.say("shell.error"), words.say("providers.fetch_failed"), "bad") : undefined),
    [failedAt, words],
  );
  const all = query.data?.data ?? NONE;
  const opened = PROVIDERS.find(({ id }) => id === search.get("connect"));
  const open = (id: string | undefined): void =>
    setSearch(id === undefined ? {} : { connect: id }, { replace: true, preventScrollReset: true });
  return (
    <>
      <PageHead title={words.say("providers.title")} subtitle={words.say("providers.subtitle")}>
        {mayConnect && <Button onClick={() => setAdding(true)}>{words.say("providers.own_connect")}</Button>}
      </PageHead>
      <div className="filters">
        <input
          className="input small max-w-80"
          type="search"
          aria-label={words.say("providers.filter")}
          placeholder={words.say("providers.filter")}
          value={typed}
          maxLength={100}
          onChange={({ target }) => setTyped(target.value)}
        />
        {!query.isPending && <Counts connections={all} />}
      </div>
      {query.isPending ? (
        <p className="text-ink-2 py-5" role="status">
          {words.say("providers.loading")}
        </p>
      ) : (
        <Lists connections={all} term={term} clear={() => setTyped("")} open={mayConnect ? open : undefined} />
      )}
      {mayConnect && opened && (
        <ConnectDialog
          key={opened.id}
          provider={opened}
          connection={all.find(({ provider }) => provider === opened.id)}
          close={() => open(undefined)}
        />
      )}
      {mayConnect && <OwnDialog open={adding} onOpenChange={setAdding} />}
    </>
  );
}

function available(connections: readonly Connection[]): CatalogueProvider[] {
  return PROVIDERS.filter(({ id }) => !connections.some(({ provider }) => provider === id));
}

function Counts({ connections }: { connections: readonly Connection[] }): React.ReactNode {
  const words = useWords();
  return (
    <p className="text-ink-2">
      <span>{words.say("providers.connected_count", { count: words.number(connections.length) })}</span>
      <span aria-hidden="true"> · </span>
      <span>{words.say("providers.available_count", { count: words.number(available(connections).length) })}</span>
    </p>
  );
}

interface ListsProps {
  connections: readonly Connection[];
  term: string;
  clear: () => void;
  /** Absent: one may only look. */
  open: ((id: string) => void) | undefined;
}

function Lists({ connections, term, clear, open }: ListsProps): React.ReactNode {
  const words = useWords();
  const matches = ({ name }: { name: string }): boolean => name.toLowerCase().includes(term.toLowerCase());
  const connected = connections.filter(matches);
  const others = available(connections).filter(matches);
  return (
    <>
      {connected.length > 0 && (
        <List title={words.say("providers.connected_section")} count={connected.length}>
          {connected.map((one) => (
            <ConnectedRow key={one.id} connection={one} open={open} />
          ))}
        </List>
      )}
      {others.length > 0 && (
        <List title={words.say("providers.available_section")} count={others.length}>
          {others.map((one) => (
            <AvailableRow key={one.id} provider={one} open={open} />
          ))}
        </List>
      )}
      {others.length === 0 && (term === "" || connected.length === 0) && <Nothing term={term} clear={clear} />}
    </>
  );
}

function List({ title, count, children }: { title: string; count: number; children: React.ReactNode }): React.ReactNode {
  const words = useWords();
  return (
    <section className="mt-6" aria-label={title}>
      <div className="section-head">
        <h2>
          {title} <span className="count">{words.number(count)}</span>
        </h2>
      </div>
      <ul className="providers">{children}</ul>
    </section>
  );
}

function Nothing({ term, clear }: { term: string; clear: () => void }): React.ReactNode {
  const words = useWords();
  if (term === "") return <Empty title={words.say("providers.none")}>{words.say("providers.none_available")}</Empty>;
  return (
    <Empty title={words.say("providers.none")} act={<Button onClick={clear}>{words.say("providers.clear_search")}</Button>}>
      {words.say("providers.none_for", { term })}
    </Empty>
  );
}
