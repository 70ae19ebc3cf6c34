/** What callers asked and agents could not answer, with a way to answer it. */
import { listKnowledgeGaps, settleKnowledgeGap, type KnowledgeGap } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords } from "../../words/index.ts";
import { AddDialog } from "./add-dialog.tsx";
import { KNOWLEDGE } from "./keys.ts";

export function Gaps({ mayChange }: { mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const [answering, setAnswering] = useState<KnowledgeGap>();
  const gaps = useQuery({ queryKey: [...KNOWLEDGE, "gaps"], queryFn: () => server.call(listKnowledgeGaps, { query: {} }) });
  const settle = useAct({
    act: ({ id, how }: { id: string; how: "dismissed" | "answered" }) =>
      server.call(settleKnowledgeGap, { params: { gap_id: id }, body: { how } }),
    changes: [KNOWLEDGE],
  });
  return (
    <section className="mt-6">
      <div className="section-head">
        <h2>{words.say("knowledge.gaps")}</h2>
      </div>
      <p className="hint py-3">{words.say("knowledge.gaps_hint")}</p>
      <ProblemLine>{settle.problem}</ProblemLine>
      <Loaded query={gaps} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{words.say("knowledge.gaps_none")}</p>
          ) : (
            <WideTable label={words.say("knowledge.gaps")}>
              <table>
                <thead>
                  <tr>
                    <th className="min-w-52">{words.say("knowledge.gap_question")}</th>
                    <th>{words.say("knowledge.gap_agent")}</th>
                    <th className="number">{words.say("knowledge.gap_times")}</th>
                    <th>{words.say("knowledge.gap_last")}</th>
                    {mayChange && (
                      <th>
                        <span className="visually-hidden">{words.say("knowledge.gap_answer")}</span>
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {data.map((gap) => (
                    <tr key={gap.id}>
                      <td className="[overflow-wrap:anywhere]">{gap.question}</td>
                      <td>{gap.agent_name}</td>
                      <td className="number">{words.number(gap.count)}</td>
                      <td>
                        <Example gap={gap} />
                      </td>
                      {mayChange && (
                        <td className="number whitespace-nowrap">
                          <Button rank="quiet" onClick={() => setAnswering(gap)}>
                            {words.say("knowledge.gap_answer")}
                          </Button>
                          <Button rank="quiet" disabled={settle.busy} onClick={() => settle.do({ id: gap.id, how: "dismissed" })}>
                            {words.say("knowledge.gap_dismiss")}
                          </Button>
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </WideTable>
          )
        }
      </Loaded>
      <AddDialog
        open={answering !== undefined}
        onOpenChange={() => setAnswering(undefined)}
        start={answering && { question: answering.question, agent: answering.agent_id }}
        added={() => answering && settle.do({ id: answering.id, how: "answered" })}
      />
    </section>
  );
}

/** When it was asked the last time, and the call or the conversation in writing. */
function Example({ gap: { newest_at: at, execution_id: callId, thread_id: threadId } }: { gap: KnowledgeGap }): React.ReactNode {
  const words = useWords();
  const moment = words.moment(at);
  if (callId !== null) return <Link to={paths.call(callId)}>{moment}</Link>;
  return threadId === null ? moment : <Link to={paths.thread(threadId)}>{moment}</Link>;
}
