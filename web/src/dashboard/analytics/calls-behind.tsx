/** The calls behind a figure, newest first. */
import { listBoardCalls } from "@ongea/contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { CallRows } from "../../call/call-rows.tsx";
import { server } from "../../server.ts";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { useWords } from "../../words/index.ts";
import { type BoardFilter, callsQuery } from "./filter.ts";

const PAGE = 20;

export function CallsBehind({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const { counted } = wanted;
  const query = { ...callsQuery(wanted), ...(counted && { counted }) };
  const calls = useInfiniteQuery({
    queryKey: ["board-calls", query],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listBoardCalls, { query: { limit: PAGE, ...query, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  return (
    <div aria-busy={calls.isPlaceholderData} className={calls.isPlaceholderData ? "opacity-60" : ""}>
      <Older query={calls}>
        {(rows) => (rows.length > 0 ? <CallRows calls={rows} /> : <Empty title={words.say("history.no_such")} />)}
      </Older>
    </div>
  );
}
