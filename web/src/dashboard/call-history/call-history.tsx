/** Every call, as it was said: filtered and paged by the server, the filters kept in the address. */
import { listAgents, listCalls, listCallTags, Outcome, readTopicsOfCalls } from "@ongea/contract";
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { CallRows } from "../../call/call-rows.tsx";
import { useTopicNames } from "../../call/topic-names.ts";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Older } from "../../ui/older.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords, type SentenceId } from "../../words/index.ts";
import { CallLengthsChart } from "./call-lengths.tsx";
import { DateRange } from "./date-range.tsx";
import { SavedFilters } from "./saved-filters.tsx";
import { SearchField } from "./search-field.tsx";
import { StatCards } from "./stat-cards.tsx";
import { changed, exportAddress, isFiltered, queryOf, type HistoryFilter, type FilterName, parseFilter, TAGS } from "./filter.ts";

const PAGE = 20;
const OUTCOME_NAMES: Readonly<Record<Outcome, SentenceId>> = {
  completed: "calls.completed",
  failed: "calls.failed",
  "in-progress": "calls.in-progress",
  "not-answered": "home.unanswered",
  canceled: "calls.canceled",
};

export function CallHistory(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const wanted = parseFilter(search);
  const query = queryOf(wanted);
  const calls = useInfiniteQuery({
    queryKey: ["calls", query],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listCalls, { query: { limit: PAGE, ...query, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const notes = Object.fromEntries(calls.data?.pages.flatMap((page) => Object.entries(page.matching_notes ?? {})) ?? []);
  const topics = useTopicsOf(calls.data?.pages.map((page) => page.data.map(({ id }) => id)) ?? []);
  const hasCalls = (calls.data?.pages[0]?.data.length ?? 0) > 0;
  return (
    <>
      <PageHead title={words.say("history.title")} subtitle={words.say("history.subtitle")}>
        <a className="button" href={exportAddress(wanted)} download>
          <Icon name="download" />
          {words.say("history.export")}
        </a>
        <a className="button" href={exportAddress(wanted, "parquet")} download>
          <Icon name="download" />
          {words.say("history.export_parquet")}
        </a>
      </PageHead>
      <StatCards wanted={wanted} />
      <CallLengthsChart wanted={wanted} />
      <Filters wanted={wanted} />
      <div aria-busy={calls.isPlaceholderData} className={calls.isPlaceholderData ? "opacity-60" : ""}>
        <Older query={calls}>
          {(rows) =>
            rows.length > 0 ? (
              <CallRows calls={rows} q={wanted.q} notes={notes} topics={topics} />
            ) : (
              <NoCalls isFiltered={isFiltered(wanted)} />
            )
          }
        </Older>
      </div>
      {hasCalls && (
        <p className="hint wide-only pt-3" aria-hidden="true">
          <kbd>J</kbd> <kbd>K</kbd> {words.say("history.keys")} <kbd>Enter</kbd> {words.say("history.keys_open")}
        </p>
      )}
    </>
  );
}

/** By the ids of calls, page by page; undefined where the workspace has no topics. */
function useTopicsOf(pages: readonly (readonly string[])[]): Readonly<Record<string, string>> | undefined {
  const enabled = useTopicNames().length > 0;
  const all = useQueries({
    queries: pages.map((ids) => ({
      queryKey: ["topics", "calls", ids],
      queryFn: () => server.call(readTopicsOfCalls, { query: { ids: ids.join(",") } }),
      enabled: enabled && ids.length > 0,
    })),
  });
  return enabled ? Object.fromEntries(all.flatMap(({ data }) => Object.entries(data?.data ?? {}))) : undefined;
}

function NoCalls({ isFiltered: filtered }: { isFiltered: boolean }): React.ReactNode {
  const words = useWords();
  const [title, act, to] = filtered
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
      {!filtered && words.say("history.none_note")}
    </Empty>
  );
}

function Filters({ wanted }: { wanted: HistoryFilter }): React.ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const set = (changes: Partial<Record<FilterName, string>>, replace = false): void =>
    setSearch((now) => changed(now, changes), { replace });
  return (
    <div className="filters call-filters">
      <SearchField q={wanted.q} set={(q) => set({ q }, true)} />
      <TabLinks
        label={words.say("history.filter")}
        tabs={[undefined, ...Outcome.options].map((one) => ({
          to: `?${changed(search, { status: one ?? "" }).toString()}`,
          label: words.say(one ? OUTCOME_NAMES[one] : "history.all"),
          chosen: one === wanted.outcome,
        }))}
      />
      <div className="call-narrowing">
        <AgentFilter agent={wanted.agent} set={(agent) => set({ agent })} />
        <TagFilter tag={wanted.tag} set={(tag) => set({ tag })} />
        <TopicFilter topic={wanted.topic} set={(topic) => set({ topic })} />
        <DateRange wanted={wanted} set={(days) => set(days)} />
        <SavedFilters wanted={wanted} />
      </div>
    </div>
  );
}

function AgentFilter({ agent, set }: { agent: string | undefined; set: (id: string) => void }): React.ReactNode {
  const words = useWords();
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  return (
    <select
      className="input select small"
      aria-label={words.say("history.agent_filter")}
      value={agent ?? ""}
      onChange={({ target }) => set(target.value)}
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

function TagFilter({ tag, set }: { tag: string | undefined; set: (tag: string) => void }): React.ReactNode {
  const words = useWords();
  const tags = useQuery({ queryKey: TAGS, queryFn: () => server.call(listCallTags) });
  const names = new Set([...(tag === undefined ? [] : [tag]), ...(tags.data?.data.map((one) => one.tag) ?? [])]);
  if (names.size === 0) return null;
  return (
    <select
      className="input select small"
      aria-label={words.say("contacts.tag")}
      value={tag ?? ""}
      onChange={({ target }) => set(target.value)}
    >
      <option value="">{words.say("contacts.all_tags")}</option>
      {[...names].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

function TopicFilter({ topic, set }: { topic: string | undefined; set: (id: string) => void }): React.ReactNode {
  const words = useWords();
  const topics = useTopicNames();
  if (topics.length === 0) return null;
  return (
    <select
      className="input select small"
      aria-label={words.say("topics.of_call")}
      value={topic ?? ""}
      onChange={({ target }) => set(target.value)}
    >
      <option value="">{words.say("topics.all")}</option>
      {topics.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
