/** How a call went by the rules that concern it, each with the moment at which that was said. */
import { listCallChecks, type RuleCheck } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { clock } from "../../call/clock.ts";
import { server } from "../../server.ts";
import { Button } from "../../ui/button.tsx";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";

const AREAS: readonly FurtherArea[] = ["compliance"];
/** Calls are checked a moment after they end. */
const AGAIN_MS = 3_000;

interface CallChecksProps {
  id: string;
  endedAt: string;
  /** Absent: there is no recording to be heard. */
  goTo?: ((ms: number) => void) | undefined;
}

export function CallChecks({ id, endedAt, goTo }: CallChecksProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const checks = useQuery({
    queryKey: ["call", id, "checks"],
    queryFn: () => server.call(listCallChecks, { params: { execution_id: id } }),
    refetchInterval: ({ state }) =>
      state.data?.data.length === 0 && Date.now() - Date.parse(endedAt) < 10 * AGAIN_MS ? AGAIN_MS : false,
  });
  if (!checks.data || checks.data.data.length === 0) return null;
  const failed = checks.data.data.filter(({ passed }) => !passed);
  const passed = checks.data.data.filter((check) => check.passed);
  return (
    <section aria-labelledby="call-checks" className="pt-4">
      <div className="section-head">
        <h2 id="call-checks">{words.say("compliance.title")}</h2>
      </div>
      {failed.length > 0 && <Rows checks={failed} goTo={goTo} />}
      {passed.length > 0 && (
        <details>
          <summary className="py-2">
            <span className="status good">
              {words.say("compliance.passed")}: {passed.length}
            </span>
          </summary>
          <Rows checks={passed} goTo={goTo} />
        </details>
      )}
    </section>
  );
}

interface RowsProps extends Pick<CallChecksProps, "goTo"> {
  checks: readonly RuleCheck[];
}

function Rows({ checks, goTo }: RowsProps): React.ReactNode {
  const words = useWords();
  return (
    <ul className="m-0 list-none p-0">
      {checks.map(({ rule_id: rule, name, passed, at_ms: atMs }) => (
        <li key={rule} className="flex flex-wrap items-center gap-x-4 border-b border-line py-2">
          <span className={`status ${passed ? "good" : "bad"}`}>
            {words.say(passed ? "compliance.passed" : "compliance.failed")}
          </span>
          <span className="min-w-0 grow basis-40 [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </span>
          {atMs !== null &&
            (goTo ? (
              <Button rank="quiet" onClick={() => goTo(atMs)}>
                {clock(atMs)}
              </Button>
            ) : (
              <span className="hint">{clock(atMs)}</span>
            ))}
        </li>
      ))}
    </ul>
  );
}
