/** What calls are for: something that its assistant does in a call, or an answer that is found when the call is over. */
import { listDispositions, type Agent, type BatchGoal, type Disposition } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../server.ts";
import { SelectField } from "../ui/field.tsx";
import { useWords, type Words } from "../words/index.ts";
import { toolKindOf } from "../tool-kinds.ts";

interface GoalFieldProps {
  agent: Agent | undefined;
  goal: BatchGoal | undefined;
  choose: (goal: BatchGoal | undefined) => void;
  hint: string;
  problem?: string | undefined;
}

export function GoalField({ agent, goal, choose, hint, problem }: GoalFieldProps): React.ReactNode {
  const words = useWords();
  const questions = useQuery({
    queryKey: ["dispositions", agent?.id],
    queryFn: () => server.call(listDispositions, { query: { agent_id: agent?.id ?? "" } }),
    enabled: agent !== undefined,
  });
  const goals = agent ? goalsOf(agent, questions.data ?? []) : [];
  const chosen = goal && JSON.stringify(goal);
  return (
    <SelectField
      label={words.say("batches.goal")}
      hint={hint}
      problem={problem}
      value={chosen ?? ""}
      onChange={({ target }) => choose(goals.find((one) => JSON.stringify(one) === target.value))}
    >
      <option value="">{words.say("batches.goal_none")}</option>
      {goals.map((one) => (
        <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
          {goalInWords(one, words)}
        </option>
      ))}
    </SelectField>
  );
}

/** As the editor calls a tool of ours; else in the names that the assistant's tools and questions were given. */
export function goalInWords(goal: BatchGoal, words: Words): string {
  if (goal.kind === "tool") {
    const kind = toolKindOf(goal.name);
    return kind ? words.say(`tools.${kind}`) : goal.name.replaceAll("_", " ");
  }
  const name = goal.path.at(-2) ?? goal.path[0];
  return goal.value === undefined ? (name ?? "") : `${name}: ${goal.value}`;
}

/** Its tools, and each answer that one of its questions may have. */
function goalsOf({ tasks }: Agent, questions: readonly Disposition[]): BatchGoal[] {
  const tools = tasks[0]?.tools_config.api_tools?.tools ?? [];
  const answers = questions.flatMap(({ category, name, is_objective: hasAnswers, objective_options: options }) =>
    (hasAnswers ? (options ?? []) : []).flatMap((option) =>
      [option, ...option.sub_options].map(({ value }): BatchGoal => ({
        kind: "fact",
        path: [category, name, "objective"],
        value,
      })),
    ),
  );
  return [...tools.map(({ name }): BatchGoal => ({ kind: "tool", name })), ...answers];
}
