/** One item of the knowledge base: what it is, and the passages that agents are given of it. */
import { type KnowledgeItem, type KnowledgePassage, listKnowledgePassages, mayActAs, readKnowledge } from "@ongea/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { isMissing, Missing } from "../../ui/missing.tsx";
import { Older } from "../../ui/older.tsx";
import { useWords } from "../../words/index.ts";
import { Delete, isWorkedOn, ItemState, LOOK_AGAIN_MS, Retry, sourceOf } from "./item-parts.tsx";
import { KNOWLEDGE } from "./keys.ts";
import { Marked } from "./marked.tsx";
import { placeOf } from "./place-of.ts";
import { UsedBy } from "./used-by.tsx";

const PAGE = 20;

export function KnowledgeItemPage(): React.ReactNode {
  const words = useWords();
  const { id = "" } = useParams();
  const item = useQuery({
    queryKey: [...KNOWLEDGE, "item", id],
    queryFn: () => server.call(readKnowledge, { params: { item_id: id } }),
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data) ? LOOK_AGAIN_MS : false),
  });
  if (isMissing(item.error))
    return <Missing title={words.say("refusals.knowledge.not_found")} to={paths.knowledge} act={words.say("knowledge.back")} />;
  return (
    <>
      <p>
        <Link className="hint underline" to={paths.knowledge}>
          {words.say("knowledge.back")}
        </Link>
      </p>
      <Loaded query={item} rows={6}>
        {(one) => <Item item={one} />}
      </Loaded>
    </>
  );
}

function Item({ item }: { item: KnowledgeItem }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const mayChange = mayActAs(useMe().workspace.role, "agent_manager");
  const source = sourceOf(item);
  const facts: [string, React.ReactNode][] = [
    [words.say("knowledge.status"), <ItemState key="state" item={item} mayChange={mayChange} />],
    [words.say("knowledge.used_by"), <UsedBy key="used" item={item} mayChange={mayChange} />],
    [words.say("knowledge.kind"), words.say(`knowledge.${item.type}`)],
    ...(source === null ? [] : [[words.say("knowledge.source"), source] satisfies [string, string]]),
    [words.say("knowledge.added_on"), words.moment(item.created_at)],
  ];
  return (
    <>
      <PageHead title={item.title}>
        {mayChange && (
          <>
            {item.status === "error" && <Retry item={item} />}
            <Delete item={item} done={() => void goTo(paths.knowledge)} />
          </>
        )}
      </PageHead>
      <div className="grid gap-6 lg:grid-cols-[1fr_2fr]">
        <dl className="grid content-start grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="m-0 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        {item.status === "ready" ? <Passages item={item} /> : <NotYet item={item} />}
      </div>
    </>
  );
}

/** Without passages yet, or without any at all. */
function NotYet({ item: { status } }: { item: KnowledgeItem }): React.ReactNode {
  const words = useWords();
  return (
    <Empty title={words.say("knowledge.passages_none")}>
      {words.say(status === "error" ? "knowledge.passages_failed" : "knowledge.passages_later")}
    </Empty>
  );
}

function Passages({ item: { id, chunks } }: { item: KnowledgeItem }): React.ReactNode {
  const words = useWords();
  const [typed, setTyped] = useState(() => new URLSearchParams(location.search).get("search") ?? "");
  const search = useDeferredValue(typed.trim());
  const passages = useInfiniteQuery({
    // Read anew, it may have others.
    queryKey: [...KNOWLEDGE, "passages", id, chunks, search],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listKnowledgePassages, {
        params: { item_id: id },
        query: { limit: PAGE, ...(search === "" ? {} : { search }), ...(cursor ? { cursor } : {}) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const total = passages.data?.pages.at(-1)?.total;
  return (
    <section className="min-w-0">
      <div className="section-head">
        <h2>{words.say("knowledge.passages")}</h2>
        <span className="hint">{words.number(chunks)}</span>
      </div>
      <div className="filters items-center pt-3">
        <input
          className="input small max-w-80"
          type="search"
          dir="auto"
          aria-label={words.say("knowledge.passages_search")}
          placeholder={words.say("knowledge.passages_search")}
          value={typed}
          maxLength={200}
          onChange={({ target }) => setTyped(target.value)}
        />
        <span className="hint" role="status">
          {total !== undefined &&
            search !== "" &&
            words.say("knowledge.room", { count: words.number(total), most: words.number(chunks) })}
        </span>
      </div>
      <Older query={passages}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              title={words.say("knowledge.passages_no_such")}
              act={<Button onClick={() => setTyped("")}>{words.say("knowledge.clear_search")}</Button>}
            />
          ) : (
            <ol className="m-0 grid list-none gap-0 p-0">
              {rows.map((passage) => (
                <Passage key={passage.number} passage={passage} search={search} />
              ))}
            </ol>
          )
        }
      </Older>
    </section>
  );
}

function Passage({ passage, search }: { passage: KnowledgePassage; search: string }): React.ReactNode {
  const words = useWords();
  const { heading, text } = passage;
  return (
    <li className="border-b border-line py-4">
      <h3 className="m-0 text-base">
        <span className="text-ink-2">{placeOf(words, passage)}</span>
        {heading !== "" && (
          <>
            {" · "}
            <bdi>
              <Marked text={heading} search={search} />
            </bdi>
          </>
        )}
      </h3>
      <p className="m-0 max-w-prose pt-1 whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
        <Marked text={text} search={search} />
      </p>
    </li>
  );
}
