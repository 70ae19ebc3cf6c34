/** The latest calls, newest first. */
import { listCalls } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { CallRows } from "../../call/call-rows.tsx";
import { paths } from "../../paths.ts";
import { server, wordsFor } from "../../server.ts";
import { SIZES } from "../../weave/draw.ts";
import { BareStrip } from "../../weave/strip.tsx";

export function LatestCalls(): React.ReactNode {
  const calls = useQuery({ queryKey: ["calls", "latest"], queryFn: () => server.call(listCalls, { query: { limit: 12 } }) });
  return (
    <section>
      <div className="section-head">
        <h2>Latest calls</h2>
        {calls.data && calls.data.data.length > 0 && (
          <Link className="hint underline" to={paths.history}>
            All calls
          </Link>
        )}
      </div>
      {calls.isPending && <BareStrip size={SIZES.line} label="Loading the calls" />}
      {calls.isError && (
        <p className="problem py-3" role="alert">
          {wordsFor(calls.error)}
        </p>
      )}
      {calls.data?.data.length === 0 && (
        <div className="empty">
          <BareStrip size={SIZES.line} />
          <b>No calls yet</b>
          <p className="text-ink-2">Call your assistant to hear it.</p>
        </div>
      )}
      {calls.data && calls.data.data.length > 0 && <CallRows calls={calls.data.data} />}
    </section>
  );
}
