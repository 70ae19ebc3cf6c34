/** Every call, as it was said: filtered and paged by the server, the filters kept in the address. */
import { listAgents, listCalls } from "@ongea/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { CallRows } from "../../call/call-rows.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";

const STATUSES = ["completed", "failed", "in-progress"] as const;
const PAGE = 20;

export function CallHistory(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const status = STATUSES.find((one) => one === search.get("status"));
  const agent = search.get("agent") ?? undefined;
  const filter = { ...(status ? { status } : {}), ...(agent === undefined ? {} : { agent_id: agent }) };
  const calls = useInfiniteQuery({
    queryKey: ["calls", filter],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listCalls, { query: { limit: PAGE, ...filter, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const isFiltered = status !== undefined || agent !== undefined;
  return (
    <>
      <PageHead title={words.say("history.title")} subtitle={words.say("history.subtitle")} />
      <div className="filters">
        <TabLinks
          label={words.say("history.filter")}
          tabs={[undefined, ...STATUSES].map((one) => ({
            to: `?${new URLSearchParams({ ...(one ? { status: one } : {}), ...(agent === undefined ? {} : { agent }) }).toString()}`,
            label: words.say(one ? `calls.${one}` : "history.all"),
            chosen: one === status,
          }))}
        />
        <AgentFilter agent={agent} />
      </div>
      <Older query={calls}>
        {(rows) => {
          if (rows.length > 0) return <CallRows calls={rows} />;
          const [title, act, to] = isFiltered
            ? [words.say("history.no_such"), words.say("history.show_all"), "?"]
            : [words.say("history.none"), words.say("history.none_act"), paths.home];
          return (
            <Empty
              title={title}
              act={
                <Link className="button" to={to}>
                  {act}
                </Link>
              }
            >
              {!isFiltered && words.say("history.none_note")}
            </Empty>
          );
        }}
      </Older>
      <p className="hint wide-only pt-3" aria-hidden="true">
        <kbd>J</kbd> <kbd>K</kbd> {words.say("history.keys")} <kbd>Enter</kbd> {words.say("history.keys_open")}
      </p>
    </>
  );
}

function AgentFilter({ agent }: { agent: string | undefined }): React.ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  const choose = (id: string): void => {
    const next = new URLSearchParams(search);
    if (id === "") next.delete("agent");
    else next.set("agent", id);
    setSearch(next);
  };
  return (
    <select
      className="input select small"
      aria-label={words.say("history.agent_filter")}
      value={agent ?? ""}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{words.say("history.all_agents")}</option>
      {agents.data?.map(({ id, agent_name: name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
