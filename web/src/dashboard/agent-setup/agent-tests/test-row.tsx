import type { AgentTest, AgentTestCheck, AgentTestResult, Verdict } from "@ongea/contract";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useWords, type Words } from "../../../words/index.ts";

interface TestRowProps {
  test: AgentTest;
  mayEdit: boolean;
  isRunning: boolean;
  run: (by: "text" | "voice") => void;
  edit: () => void;
  remove: () => void;
}

export function TestRow({ test, mayEdit, isRunning, run, edit, remove }: TestRowProps): React.ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const result = test.last;
  return (
    <li>
      <b>
        <bdi>{test.name}</bdi>
      </b>
      <span className={`status ${result === null ? "waiting" : result.passed ? "good" : "bad"}`}>
        {words.say(result === null ? "tests.not_run" : result.passed ? "tests.passed" : "tests.failed")}
      </span>
      {test.needs_voice && <span className="hint">{words.say("tests.needs_voice_too")}</span>}
      {result && (
        <span className="hint">
          {words.say("tests.turns", { count: result.turns })}
          {result.by_voice && <> · {words.say("tests.by_voice")}</>}
        </span>
      )}
      <div className="ms-auto flex flex-wrap items-center gap-2">
        {result && (
          <button
            type="button"
            className="link"
            aria-expanded={isOpen}
            aria-label={words.say("tests.show_one", { name: test.name })}
            onClick={() => setOpen(!isOpen)}
          >
            {words.say("tests.show")}
          </button>
        )}
        {mayEdit && (
          <>
            <Button
              rank="quiet"
              disabled={isRunning}
              onClick={() => run("text")}
              aria-label={words.say("tests.run_one", { name: test.name })}
            >
              {words.say("tests.run")}
            </Button>
            <Button
              rank="quiet"
              disabled={isRunning}
              onClick={() => run("voice")}
              aria-label={words.say("tests.run_one_by_voice", { name: test.name })}
            >
              {words.say("tests.by_voice")}
            </Button>
            <Button rank="quiet" onClick={edit} aria-label={words.say("tests.edit_one", { name: test.name })}>
              {words.say("tests.edit_short")}
            </Button>
            <Button rank="quiet" icon="trash" onClick={remove} aria-label={words.say("tests.delete_one", { name: test.name })} />
          </>
        )}
      </div>
      {result && isOpen && <Result test={test} result={result} />}
    </li>
  );
}

function Result({ test, result }: { test: AgentTest; result: AgentTestResult }): React.ReactNode {
  const words = useWords();
  const failed = result.failed_checks.flatMap((at) => {
    const check = test.checks[at];
    const verdict = result.verdicts?.find((one) => one.check === at);
    return check ? [{ check, verdict }] : [];
  });
  const met = result.verdicts?.filter(({ verdict }) => verdict === "met") ?? [];
  return (
    <div className="difference">
      {result.problem !== null && <p className="problem">{words.say(problemOf(result.problem))}</p>}
      {failed.length > 0 && (
        <ul className="problem list-disc ps-5">
          {failed.map(({ check, verdict }, at) => (
            <li key={at}>
              <bdi>
                {words.say(verdict?.not_judged ? "tests.undecided" : "tests.missed", { what: checkInWords(check, words) })}
              </bdi>
              {verdict && <Judgement verdict={verdict} />}
            </li>
          ))}
        </ul>
      )}
      {met.length > 0 && (
        <ul className="list-disc ps-5">
          {met.map((verdict) => (
            <li key={verdict.check}>
              <bdi>{whatOf(test.checks[verdict.check])}</bdi>
              <Judgement verdict={verdict} />
            </li>
          ))}
        </ul>
      )}
      <dl>
        {result.lines.map(({ by, text, said }, at) => (
          <div key={at}>
            <dt>{words.say(`tests.by_${by}`)}</dt>
            <dd className={by === "tool" || by === "note" ? "hint [overflow-wrap:anywhere]" : ""}>
              <bdi>{text === "" ? words.say("tests.unheard") : text}</bdi>
              {said !== undefined && (
                <p className="hint">
                  <bdi>{words.say("tests.line_said", { text: said })}</bdi>
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The quote that decided it, and the judge's reason; or why nothing was decided. */
function Judgement({ verdict }: { verdict: Verdict }): React.ReactNode {
  const words = useWords();
  return (
    <p className="hint">
      {verdict.not_judged && words.say(`tests.undecided_${verdict.not_judged}`)}
      {verdict.quote !== null && <q dir="auto">{verdict.quote}</q>} <bdi>{verdict.why}</bdi>
    </p>
  );
}

const PROBLEMS = ["stopped", "too_slow", "too_many_turns", "lost_patience", "not_heard", "too_long"] as const;

function problemOf(problem: string): `tests.problem_${(typeof PROBLEMS)[number] | "broke"}` {
  return `tests.problem_${PROBLEMS.find((one) => one === problem) ?? "broke"}`;
}

function checkInWords(check: AgentTestCheck, words: Words): string {
  return [words.say(`tests.kind_${check.kind}`), whatOf(check)].filter(Boolean).join(": ");
}

function whatOf(check: AgentTestCheck | undefined): string {
  switch (check?.kind) {
    case "tool": {
      const values = Object.entries(check.values).map(([name, value]) => `${name} = ${value}`);
      return [check.tool, values.join(", ")].filter(Boolean).join(" · ");
    }
    case "no_tool":
      return check.tool;
    case "said":
    case "never_said":
      return `“${check.text}”`;
    case "language":
      return check.language;
    case "turns":
      return String(check.most);
    case "judged":
      return `“${check.criterion}”`;
    case "ended":
    case undefined:
      return "";
  }
}
