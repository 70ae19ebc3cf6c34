/** How a call went by the rules that concern it, each with the moment at which that was said. */
import { type Entry, listCallChecks, reviewCallCheck } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { clock } from "../../call/clock.ts";
import { RuleResults } from "../../call/rule-results.tsx";
import { server } from "../../server.ts";
import { Button } from "../../ui/button.tsx";

/** Calls are checked a moment after they end. */
const AGAIN_MS = 3_000;

interface CallChecksProps {
  id: string;
  endedAt: string;
  /** Its journal: the turn that decided stands there. */
  entries: readonly Entry[];
  /** Absent: there is no recording to be heard. */
  goTo?: ((ms: number) => void) | undefined;
}

export function CallChecks({ id, endedAt, entries, goTo }: CallChecksProps): React.ReactNode {
  const checks = useQuery({
    queryKey: ["call", id, "checks"],
    queryFn: () => server.call(listCallChecks, { params: { execution_id: id } }),
    refetchInterval: ({ state }) =>
      state.data?.data.length === 0 && Date.now() - Date.parse(endedAt) < 10 * AGAIN_MS ? AGAIN_MS : false,
  });
  return (
    <RuleResults
      checks={checks.data?.data ?? []}
      keyOf={({ rule_id: ruleId }) => ruleId}
      quoteOf={({ kind, at_ms: atMs }) => (kind === "judged" && atMs !== null ? turnAt(entries, atMs) : undefined)}
      placeOf={({ at_ms: atMs }) => atMs !== null && <Place atMs={atMs} goTo={goTo} />}
      review={({ rule_id }, passed) => server.call(reviewCallCheck, { params: { execution_id: id, rule_id }, body: { passed } })}
      changes={[["call", id, "checks"]]}
    />
  );
}

function Place({ atMs, goTo }: Pick<CallChecksProps, "goTo"> & { atMs: number }): React.ReactNode {
  if (!goTo) return <span className="hint">{clock(atMs)}</span>;
  return (
    <Button rank="quiet" onClick={() => goTo(atMs)}>
      {clock(atMs)}
    </Button>
  );
}

/** What was said then; the result itself keeps no words. */
function turnAt(entries: readonly Entry[], atMs: number): string | undefined {
  const turn = entries.find((entry) => entry.kind === "turn" && Math.round(entry.startMs) === atMs);
  return turn?.kind === "turn" ? turn.text : undefined;
}
