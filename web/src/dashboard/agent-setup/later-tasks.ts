/** The tasks behind the call itself, as the wire names them. Pure. */
import { isRecord, type AgentDocument } from "@ongea/contract";

export const KINDS = ["summarization", "extraction"] as const;
export type Kind = (typeof KINDS)[number];

type Tree = Readonly<Record<string, unknown>>;

/** What the operator wrote for it; undefined where there is no such task. */
export function later({ agent_config }: AgentDocument, kind: Kind): string | undefined {
  const task = agent_config.tasks.slice(1).find(({ task_type }) => task_type === kind);
  if (!task) return undefined;
  const details = configOf(task)[fieldOf(kind)];
  return typeof details === "string" ? details : "";
}

export function withTask({ agent_config }: AgentDocument, kind: Kind, on: boolean): readonly unknown[] {
  const others = agent_config.tasks.filter(({ task_type }, at) => at === 0 || task_type !== kind);
  return on ? [...others, taskOf(kind, "")] : others;
}

/** All else that is written in the task stays. */
export function withDetails({ agent_config }: AgentDocument, kind: Kind, details: string): readonly unknown[] {
  return agent_config.tasks.map((task, at) => {
    if (at === 0 || task.task_type !== kind) return task;
    const tools = treeOf((task as Tree)["tools_config"]);
    const agent = treeOf(tools["llm_agent"]);
    const llm_config = { ...treeOf(agent["llm_config"]), [fieldOf(kind)]: details };
    return { ...task, tools_config: { ...tools, llm_agent: { ...agent, llm_config } } };
  });
}

function taskOf(kind: Kind, details: string): Tree {
  return {
    task_type: kind,
    toolchain: { execution: "parallel", pipelines: [["llm"]] },
    tools_config: { llm_agent: { agent_type: "simple_llm_agent", llm_config: { [fieldOf(kind)]: details } } },
    task_config: {},
  };
}

function fieldOf(kind: Kind): string {
  return `${kind}_details`;
}

function configOf(task: unknown): Tree {
  return treeOf(treeOf(treeOf(treeOf(task)["tools_config"])["llm_agent"])["llm_config"]);
}

function treeOf(value: unknown): Tree {
  return isRecord(value) && !Array.isArray(value) ? value : {};
}
