/** What assistants know: how much, what it is, and what of it an assistant would be given for a question. */
import { listKnowledge, mayActAs, readKnowledgeFigures } from "@ongea/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { useOpened } from "../../ui/by-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { useWords } from "../../words/index.ts";
import { AddDialog } from "./add-dialog.tsx";
import { Ask } from "./ask.tsx";
import { Gaps } from "./gaps.tsx";
import { isWorkedOn, LOOK_AGAIN_MS } from "./item-parts.tsx";
import { Items } from "./items.tsx";
import { KNOWLEDGE } from "./keys.ts";

const PAGE = 20;

export function Knowledge(): React.ReactNode {
  const words = useWords();
  // From elsewhere one comes with what is looked for.
  const [typed, setTyped] = useState(() => new URLSearchParams(location.search).get("search") ?? "");
  const search = useDeferredValue(typed.trim());
  const mayChange = mayActAs(useMe().workspace.role, "agent_manager");
  const [adding, setAdding] = useOpened("add");
  const [agent] = useState(() => new URLSearchParams(location.search).get("agent"));
  const items = useInfiniteQuery({
    queryKey: [...KNOWLEDGE, "list", search],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listKnowledge, { query: { limit: PAGE, ...(search === "" ? {} : { search }), ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isWorkedOn)) ? LOOK_AGAIN_MS : false),
  });
  const isEmpty = search === "" && items.data?.pages[0]?.data.length === 0;
  const add = mayChange && (
    <Button rank="first" onClick={() => setAdding(true)}>
      {words.say("knowledge.add")}
    </Button>
  );
  return (
    <>
      <PageHead title={words.say("knowledge.title")} subtitle={words.say("knowledge.subtitle")}>
        {!isEmpty && add}
      </PageHead>
      {!isEmpty && <Figures />}
      {!isEmpty && (
        <div className="filters">
          <input
            className="input small max-w-80"
            type="search"
            aria-label={words.say("knowledge.search")}
            placeholder={words.say("knowledge.search")}
            value={typed}
            maxLength={200}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      <Older query={items}>
        {(rows) => {
          if (rows.length > 0) return <Items items={rows} mayChange={mayChange} />;
          if (search === "")
            return (
              <Empty title={words.say("knowledge.none")} act={add}>
                {words.say("knowledge.none_note")}
              </Empty>
            );
          return (
            <Empty
              title={words.say("knowledge.no_such")}
              act={<Button onClick={() => setTyped("")}>{words.say("knowledge.clear_search")}</Button>}
            />
          );
        }}
      </Older>
      <Gaps mayChange={mayChange} />
      {!isEmpty && <Ask />}
      <AddDialog open={mayChange && adding} onOpenChange={setAdding} start={agent === null ? undefined : { agent }} />
    </>
  );
}

function Figures(): React.ReactNode {
  const words = useWords();
  const { data } = useQuery({
    queryKey: [...KNOWLEDGE, "figures"],
    queryFn: () => server.call(readKnowledgeFigures),
    refetchInterval: ({ state }) => ((state.data?.processing ?? 0) > 0 ? LOOK_AGAIN_MS : false),
  });
  const room = data && { count: words.number(data.chunks), most: words.number(data.most_chunks) };
  return (
    <div className="banner">
      <dl className="figures" aria-busy={!data}>
        <Figure name={words.say("knowledge.items")}>{data && words.number(data.items)}</Figure>
        <Figure name={words.say("knowledge.ready")}>{data && words.number(data.ready)}</Figure>
        <Figure name={words.say("knowledge.processing")}>{data && words.number(data.processing)}</Figure>
        <Figure name={words.say("knowledge.passages")}>
          {room && (
            <span title={words.say("knowledge.room", room)}>
              {room.count} <small aria-hidden="true">/ {room.most}</small>
            </span>
          )}
        </Figure>
      </dl>
    </div>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
