/** What the person of a call or a thread wanted, by one of the workspace's topics; members may correct it. */
import { type Answer, mayActAs, type readCallTopic } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useMe } from "../shell/me.tsx";
import { useAct } from "../ui/act.ts";
import { ProblemLine } from "../ui/problem-line.tsx";
import { useWords } from "../words/index.ts";
import { useTopicNames } from "./topic-names.ts";

interface TopicChoiceProps {
  queryKey: readonly string[];
  read: () => Promise<Answer<typeof readCallTopic>>;
  set: (topicId: string | null) => Promise<unknown>;
}

export function TopicChoice({ queryKey, read, set }: TopicChoiceProps): React.ReactNode {
  const words = useWords();
  const label = useId();
  const mayWrite = mayActAs(useMe().workspace.role, "agent_manager");
  const own = useQuery({ queryKey, queryFn: read });
  const topics = useTopicNames(mayWrite);
  const choose = useAct({
    act: (topicId: string) => set(topicId === "" ? null : topicId),
    changes: [queryKey, ["topics"]],
  });
  const topic = own.data?.topic ?? null;
  if (topic === null && (!mayWrite || topics.length === 0)) return null;
  const note = own.data?.chosen === true ? <span className="hint">{words.say("topics.chosen")}</span> : null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3">
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
    </div>
  );
}
