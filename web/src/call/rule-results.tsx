/** How a call or a thread went by the rules that concern it: what failed first, and what people agree with or correct. */
import { mayActAs, type RuleCheck } from "@ongea/contract";
import { useMe } from "../shell/me.tsx";
import { useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { type FurtherArea, useAreas, useWords } from "../words/index.ts";

export type Result = Omit<RuleCheck, "at_ms">;

interface OfResults<One extends Result> {
  keyOf(check: One): string;
  /** Where it was said or written. */
  placeOf(check: One): React.ReactNode;
  /** What a judge has quoted; the result itself keeps no words. */
  quoteOf(check: One): string | undefined;
  review(check: One, isPassed: boolean): Promise<unknown>;
  /** What is read again then. */
  changes: readonly (readonly string[])[];
}

interface RuleResultsProps<One extends Result> extends OfResults<One> {
  checks: readonly One[];
}

const AREAS: readonly FurtherArea[] = ["compliance", "tests"];

export function RuleResults<One extends Result>({ checks, ...of }: RuleResultsProps<One>): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  if (checks.length === 0) return null;
  const failed = checks.filter((check) => !check.passed);
  const passed = checks.filter((check) => check.passed);
  return (
    <section aria-labelledby="rule-results" className="pt-4">
      <div className="section-head">
        <h2 id="rule-results">{words.say("compliance.title")}</h2>
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

function Rows<One extends Result>({ checks, ...of }: RuleResultsProps<One>): React.ReactNode {
  return (
    <ul className="m-0 list-none p-0">
      {checks.map((check) => (
        <Row key={of.keyOf(check)} check={check} {...of} />
      ))}
    </ul>
  );
}

function Row<One extends Result>({ check, ...of }: OfResults<One> & { check: One }): React.ReactNode {
  const words = useWords();
  const mayReview = mayActAs(useMe().workspace.role, "agent_manager");
  const { name, passed, not_judged: notJudged, review } = check;
  const act = useAct({ act: (isPassed: boolean) => of.review(check, isPassed), changes: of.changes });
  const quoted = of.quoteOf(check);
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
      {of.placeOf(check)}
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
