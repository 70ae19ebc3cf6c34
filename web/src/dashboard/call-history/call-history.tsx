/** Every call, as it was said: filtered and paged by the server, the filter kept in the address. */
import { listCalls } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { CallRows } from "../../call/call-rows.tsx";
import { server, wordsFor } from "../../server.ts";
import { Icon } from "../../ui/icon.tsx";
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
  const page = Math.max(1, Number(search.get("page")) || 1);
  const calls = useQuery({
    queryKey: ["calls", status, page],
    queryFn: () =>
      server.call(listCalls, { query: { page_number: page, page_size: PAGE_SIZE, ...(status === "all" ? {} : { status }) } }),
    placeholderData: keepPreviousData,
  });
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
      {calls.data?.data.length === 0 && (
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
      {calls.data && calls.data.data.length > 0 && <CallRows calls={calls.data.data} />}
      {calls.data && calls.data.total > 0 && <Pages page={page} total={calls.data.total} status={status} />}
    </>
  );
}

function Pages({ page, total, status }: { page: number; total: number; status: string }): React.ReactNode {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const to = (number: number): string =>
    `?${new URLSearchParams({ ...(status === "all" ? {} : { status }), page: String(number) }).toString()}`;
  return (
    <div className="flex items-center justify-between py-3 text-ink-3">
      <span>
        {total} {total === 1 ? "call" : "calls"}
      </span>
      {last > 1 && (
        <span className="flex items-center gap-2">
          {page > 1 && (
            <Link className="button quiet square" to={to(page - 1)} aria-label="Newer calls">
              <Icon name="left" />
            </Link>
          )}
          {page} of {last}
          {page < last && (
            <Link className="button quiet square" to={to(page + 1)} aria-label="Older calls">
              <Icon name="right" />
            </Link>
          )}
        </span>
      )}
    </div>
  );
}
