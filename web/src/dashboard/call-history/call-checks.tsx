/** How a call went by the rules that concern it, each with the moment at which that was said. */
import { type Entry, listCallChecks, mayActAs, reviewCallCheck, type RuleCheck } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { clock } from "../../call/clock.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";

const AREAS: readonly FurtherArea[] = ["compliance", "tests"];
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
  useAreas(AREAS);
  const words = useWords();
  const checks = useQuery({
    queryKey: ["call", id, "checks"],
    queryFn: () => server.call(listCallChecks, { params: { execution_id: id } }),
    refetchInterval: ({ state }) =>
      state.data?.data.length === 0 && Date.now() - Date.parse(endedAt) < 10 * AGAIN_MS ? AGAIN_MS : false,
  });
  if (!checks.data || checks.data.data.length === 0) return null;
  const failed = checks.data.data.filter((check) => !check.passed);
  const of = { id, entries, goTo };
  const passed = checks.data.data.filter((check) => check.passed);
  return (
    <section aria-labelledby="call-checks" className="pt-4">
      <div className="section-head">
        <h2 id="call-checks">{words.say("compliance.title")}</h2>
      </div>
      {failed.length > 0 && <Rows checks={failed} {...of} />}
      {passed.length > 0 && (
        <details>
          <summary className="py-2">
            <span className="status good">
              {words.say("compliance.passed")}: {passed.length}
            </span>
          </summary>
          <Rows checks={passed} {...of} />
        </details>
      )}
    </section>
  );
}

interface RowsProps extends Pick<CallChecksProps, "id" | "entries" | "goTo"> {
  checks: readonly RuleCheck[];
}

function Rows({ checks, ...of }: RowsProps): React.ReactNode {
  return (
    <ul className="m-0 list-none p-0">
      {checks.map((check) => (
        <Row key={check.rule_id} check={check} {...of} />
      ))}
    </ul>
  );
}

function Row({ check, id, entries, goTo }: Omit<RowsProps, "checks"> & { check: RuleCheck }): React.ReactNode {
  const words = useWords();
  const mayReview = mayActAs(useMe().workspace.role, "agent_manager");
  const { rule_id, name, kind, passed, at_ms: atMs, not_judged: notJudged, review } = check;
  const act = useAct({
    act: (isPassed: boolean) =>
      server.call(reviewCallCheck, { params: { execution_id: id, rule_id }, body: { passed: isPassed } }),
    changes: [["call", id, "checks"]],
  });
  const quoted = kind === "judged" && atMs !== null ? turnAt(entries, atMs) : undefined;
  return (
    <li className="flex flex-wrap items-center gap-x-4 border-b border-line py-2">
      <span className={`status ${notJudged ? "waiting" : passed ? "good" : "bad"}`}>
        {words.say(notJudged ? "compliance.not_judged" : passed ? "compliance.passed" : "compliance.failed")}
      </span>
      <span className="min-w-0 grow basis-40 [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
        {quoted !== undefined && (
          <span className="hint block">
            <q dir="auto">{quoted}</q>
          </span>
        )}
        {notJudged && <span className="hint block">{words.say(`tests.undecided_${notJudged}`)}</span>}
        {review && (
          <span className="hint block">
            <bdi>{words.say("compliance.reviewed", { by: review.by })}</bdi>
          </span>
        )}
      </span>
      {atMs !== null &&
        (goTo ? (
          <Button rank="quiet" onClick={() => goTo(atMs)}>
            {clock(atMs)}
          </Button>
        ) : (
          <span className="hint">{clock(atMs)}</span>
        ))}
      {mayReview && (
        <span className="flex gap-2">
          {(review === null || notJudged) && (
            <Button
              rank="quiet"
              disabled={act.busy}
              onClick={() => act.do(notJudged ? true : passed)}
              aria-label={words.say(notJudged ? "compliance.pass_of" : "compliance.right_of", { name })}
            >
              {words.say(notJudged ? "compliance.passed" : "compliance.right")}
            </Button>
          )}
          <Button
            rank="quiet"
            disabled={act.busy}
            onClick={() => act.do(notJudged ? false : !passed)}
            aria-label={words.say(notJudged ? "compliance.fail_of" : "compliance.wrong_of", { name })}
          >
            {words.say(notJudged ? "compliance.failed" : "compliance.wrong")}
          </Button>
        </span>
      )}
      <ProblemLine>{act.problem}</ProblemLine>
    </li>
  );
}

/** What was said then; the result itself keeps no words. */
function turnAt(entries: readonly Entry[], atMs: number): string | undefined {
  const turn = entries.find((entry) => entry.kind === "turn" && Math.round(entry.startMs) === atMs);
  return turn?.kind === "turn" ? turn.text : undefined;
}
