/** Tests of the agent: written callers, what must be so, and how the last run went. */
import {
  type Agent,
  type AgentDocument,
  type AgentTest,
  type AgentTestRun,
  deleteAgentTest,
  mayActAs,
  MOST_AGENT_TESTS,
  runAgentTests,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useMe } from "../../../shell/me.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm, Dialog } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { type FurtherArea, useAreas, useWords } from "../../../words/index.ts";
import * as questions from "./questions.ts";
import { TestForm } from "./test-form.tsx";
import { useTestOfCall } from "./use-test-of-call.ts";
import { TestRow } from "./test-row.tsx";

/** No other tab says its sentences. */
const AREAS: readonly FurtherArea[] = ["tests"];

interface TestsTabProps {
  agent: Agent;
  /** As it stands on the screen. */
  document: AgentDocument;
  isDirty: boolean;
}

export function TestsTab({ agent, document, isDirty }: TestsTabProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  const runs = useQuery(questions.runs(agent.id));
  const last = runs.data?.data[0];
  const tests = useQuery(questions.tests(agent.id, last && `${last.id} ${last.passed + last.failed}`));
  const [edited, setEdited] = useState<{ test?: AgentTest }>();
  const [removed, setRemoved] = useState<AgentTest>();
  const run = useAct({
    act: ({ ids, by }: { ids?: readonly string[]; by: "text" | "voice" }) =>
      server.call(runAgentTests, {
        params: { agent_id: agent.id },
        body: { ...(ids && { tests: [...ids] }), ...(isDirty && { document }), by },
      }),
    changes: [["agent", agent.id, "test-runs"]],
  });
  const remove = useAct({
    act: ({ id: test_id }: AgentTest) => server.call(deleteAgentTest, { params: { agent_id: agent.id, test_id } }),
    changes: [["agent", agent.id, "tests"]],
    done: () => setRemoved(undefined),
  });
  const fromCall = useTestOfCall(mayEdit, document);
  const mayJudge = typeof tests.data?.judge === "string";
  const isRunning = run.busy || last?.state === "running";
  const add = (
    <Button icon="plus" disabled={(tests.data?.data.length ?? 0) >= MOST_AGENT_TESTS} onClick={() => setEdited({})}>
      {words.say("tests.add")}
    </Button>
  );
  return (
    <section className="controls" aria-label={words.say("tests.title")}>
      <h2>{words.say("tests.title")}</h2>
      <p className="hint">{words.say("tests.about")}</p>
      <Loaded query={tests} rows={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.say("tests.none")} act={mayEdit && add}>
              {words.say("tests.none_note")}
            </Empty>
          ) : (
            <>
              <div className="flex flex-wrap items-center gap-2">
                {mayEdit && (
                  <Button
                    rank="first"
                    busy={isRunning && words.say("tests.running", { done: doneOf(last), tests: last?.tests ?? data.length })}
                    onClick={() => run.do({ by: "text" })}
                  >
                    {words.say("tests.run_all")}
                  </Button>
                )}
                {mayEdit && (
                  <Button disabled={isRunning} aria-describedby="tests-by-voice" onClick={() => run.do({ by: "voice" })}>
                    {words.say("tests.run_by_voice")}
                  </Button>
                )}
                {mayEdit && add}
                {last && last.state !== "running" && <Summary run={last} />}
              </div>
              {mayEdit && (
                <p className="hint" id="tests-by-voice">
                  {words.say("tests.voice_about")}
                </p>
              )}
              <ProblemLine>{run.problem}</ProblemLine>
              <ul className="rows">
                {data.map((test) => (
                  <TestRow
                    key={test.id}
                    test={test}
                    mayEdit={mayEdit}
                    isRunning={isRunning}
                    run={(by) => run.do({ ids: [test.id], by })}
                    edit={() => setEdited({ test })}
                    remove={() => setRemoved(test)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <Dialog
        open={fromCall.draft !== undefined}
        onOpenChange={(isOpen) => !isOpen && fromCall.close()}
        title={words.say("tests.add")}
        description={words.say("tests.from_call_note")}
      >
        {fromCall.draft && (
          <TestForm
            agentId={agent.id}
            document={document}
            test={undefined}
            draft={fromCall.draft}
            mayJudge={mayJudge}
            close={fromCall.close}
          />
        )}
      </Dialog>
      <ProblemLine>{fromCall.problem}</ProblemLine>
      <Dialog
        open={edited !== undefined}
        onOpenChange={(isOpen) => !isOpen && setEdited(undefined)}
        title={words.say(edited?.test ? "tests.edit" : "tests.add")}
      >
        {edited && (
          <TestForm
            agentId={agent.id}
            document={document}
            test={edited.test}
            mayJudge={mayJudge}
            close={() => setEdited(undefined)}
          />
        )}
      </Dialog>
      <Confirm
        open={removed !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoved(undefined)}
        title={words.say("tests.delete_question", { name: removed?.name ?? "" })}
        description={words.say("tests.delete_note")}
        act={words.say("tests.delete")}
        busy={remove.busy && words.say("tests.delete")}
        problem={remove.problem}
        onConfirm={() => removed && remove.do(removed)}
      />
    </section>
  );
}

function doneOf(run: AgentTestRun | undefined): number {
  return run?.state === "running" ? run.passed + run.failed : 0;
}

function Summary({ run }: { run: AgentTestRun }): React.ReactNode {
  const words = useWords();
  const tone = run.state === "passed" ? "good" : run.state === "failed" ? "bad" : "waiting";
  return (
    <p className="flex flex-wrap items-center gap-2" role="status">
      <span className={`status ${tone}`}>
        {run.state === "interrupted"
          ? words.say("tests.interrupted")
          : words.say("tests.summary", { passed: run.passed, tests: run.tests })}
      </span>
      <span className="hint">
        {run.version === null ? words.say("tests.not_saved") : words.say("tests.version", { version: run.version })} ·{" "}
        <bdi>{run.model}</bdi> · {run.voice && <>{words.say("tests.voices", run.voice)} · </>}{" "}
        <time dateTime={run.started_at}>{words.moment(run.started_at)}</time>
      </span>
    </p>
  );
}
