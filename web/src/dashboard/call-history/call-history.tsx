/** Every call, as it was said: filtered and paged by the server, the filter kept in the address. */
import { listCalls } from "@ongea/contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { CallRows } from "../../call/call-rows.tsx";
import { server, wordsFor } from "../../server.ts";
import { SIZES } from "../../weave/draw.ts";
import { BareStrip } from "../../weave/strip.tsx";

const FILTERS = [
  ["all", "All"],
  ["completed", "Completed"],
  ["failed", "Failed"],
  ["in-progress", "In progress"],
] as const;
const PAGE_SIZE = 20;

export function CallHistory(): React.ReactNode {
  const [search] = useSearchParams();
  const status = FILTERS.find(([value]) => value === search.get("status"))?.[0] ?? "all";
  const calls = useInfiniteQuery({
    queryKey: ["calls", status],
    queryFn: ({ pageParam }) =>
      server.call(listCalls, {
        query: {
          limit: PAGE_SIZE,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(status === "all" ? {} : { status }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
  const rows = calls.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <title>Conversation History · Ongea</title>
      <div className="page-head">
        <h1>Conversation History</h1>
        <p>Every call, as it was said.</p>
      </div>
      <nav className="tabs" aria-label="Filter by status">
        {FILTERS.map(([value, label]) => (
          <Link key={value} to={value === "all" ? "?" : `?status=${value}`} aria-current={value === status ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {calls.isPending && <BareStrip size={SIZES.line} label="Loading the calls" />}
      {calls.isError && (
        <p className="problem py-3" role="alert">
          {wordsFor(calls.error)}
        </p>
      )}
      {rows?.length === 0 && (
        <div className="empty">
          <BareStrip size={SIZES.line} />
          <b>{status === "all" ? "No calls yet" : "No call has this status"}</b>
          <p className="text-ink-2">
            {status === "all" ? (
              "Call your assistant to hear it."
            ) : (
              <Link className="underline" to="?">
                Show all calls
              </Link>
            )}
          </p>
        </div>
      )}
      {rows && rows.length > 0 && <CallRows calls={rows} />}
      {calls.hasNextPage && (
        <p className="py-3">
          <button type="button" className="button" disabled={calls.isFetchingNextPage} onClick={() => void calls.fetchNextPage()}>
            Show older calls
          </button>
        </p>
      )}
    </>
  );
}
