/** What the caller wanted, by one of the workspace's topics; a person may correct it. */
import { listTopics, mayActAs, readCallTopic, setCallTopic } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";

export function CallTopic({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const label = useId();
  const mayWrite = mayActAs(useMe().workspace.role, "agent_manager");
  const params = { execution_id: id };
  const own = useQuery({ queryKey: ["call", id, "topic"], queryFn: () => server.call(readCallTopic, { params }) });
  const all = useQuery({
    queryKey: ["topics", "names"],
    queryFn: () => server.call(listTopics, { query: {} }),
    enabled: mayWrite,
  });
  const choose = useAct({
    act: (topicId: string) => server.call(setCallTopic, { params, body: { topic_id: topicId === "" ? null : topicId } }),
    changes: [["call", id, "topic"], ["topics"]],
  });
  const topics = all.data?.data ?? [];
  const topic = own.data?.topic ?? null;
  if (topic === null && (!mayWrite || topics.length === 0)) return null;
  const note = own.data?.chosen === true ? <span className="hint">{words.say("topics.chosen")}</span> : null;
  return (
    <section className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3" aria-label={words.say("topics.of_call")}>
      <label htmlFor={label}>{words.say("topics.of_call")}</label>
      {mayWrite ? (
        <select
          id={label}
          className="input select small"
          disabled={choose.busy || !own.data}
          value={topic?.id ?? ""}
          onChange={({ target }) => choose.do(target.value)}
        >
          <option value="">{words.say("topics.no_topic")}</option>
          {topic !== null && topics.every((one) => one.id !== topic.id) && <option value={topic.id}>{topic.name}</option>}
          {topics.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      ) : (
        <bdi id={label}>{topic?.name}</bdi>
      )}
      {note}
      <ProblemLine>{choose.problem}</ProblemLine>
    </section>
  );
}
