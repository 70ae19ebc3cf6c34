/** Agents as the first version of the wire has them: what a language model is told stands flat in `llm_agent`, not in its `llm_config`. */
import { z } from "zod";
import { route } from "../wire/route.ts";

const Agent = z.looseObject({ id: z.uuid(), agent_name: z.string(), agent_prompts: z.looseObject({}) });
const AgentId = z.object({ agent_id: z.uuid() });
const Document = z.looseObject({
  agent_config: z.looseObject({ agent_name: z.string() }),
  agent_prompts: z.looseObject({}).default({}),
});

export const listOlderAgents = route({
  method: "GET",
  path: "/agent/all",
  who: "viewer",
  ofAgents: true,
  does: "Lists the agents, as the first version of the API wrote them. Use /v2/agent/all.",
  answer: z.array(Agent),
});

export const readOlderAgent = route({
  method: "GET",
  path: "/agent/:agent_id",
  who: "viewer",
  ofAgents: true,
  does: "Reads one agent, as the first version of the API wrote it. Use /v2/agent/:agent_id.",
  params: AgentId,
  answer: Agent,
});

export const createOlderAgent = route({
  method: "POST",
  path: "/agent",
  who: "agent_manager",
  does: "Makes an agent from a document of the first version. Use POST /v2/agent.",
  body: Document,
  answer: z.object({ agent_id: z.uuid(), state: z.literal("created"), status: z.literal("created") }),
});

export const replaceOlderAgent = route({
  method: "PUT",
  path: "/agent/:agent_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Replaces an agent's document by one of the first version. Use PUT /v2/agent/:agent_id.",
  params: AgentId,
  body: Document,
  answer: z.object({ agent_id: z.uuid(), state: z.literal("updated"), status: z.literal("updated") }),
});

export const changeOlderAgent = route({
  method: "PATCH",
  path: "/agent/:agent_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Changes parts of an agent's document, as the first version writes them. Use PATCH /v2/agent/:agent_id.",
  params: AgentId,
  body: z.strictObject({ agent_config: z.looseObject({}).default({}), agent_prompts: z.looseObject({}).default({}) }),
  answer: z.object({
    agent_id: z.uuid(),
    message: z.literal("success"),
    state: z.literal("updated"),
    status: z.literal("success"),
  }),
});

type Json = Record<string, unknown>;

/** A document of the first version, or parts of one, as the second has it. */
export function nested(config: Json): Json {
  return eachModel(config, (agent) => {
    if (isObject(agent["llm_config"])) return agent;
    const { agent_type, agent_flow_type, routes, ...llm_config } = agent;
    const own = Object.entries({ agent_type, agent_flow_type, routes }).filter(([, value]) => value !== undefined);
    return { ...Object.fromEntries(own), llm_config };
  });
}

/** A document as the first version has it. */
export function flattened(config: Json): Json {
  return eachModel(config, ({ llm_config, ...agent }) => (isObject(llm_config) ? { ...llm_config, ...agent } : agent));
}

function eachModel(config: Json, change: (agent: Json) => Json): Json {
  const { tasks } = config;
  if (!Array.isArray(tasks)) return config;
  return {
    ...config,
    tasks: tasks.map((task: unknown) => {
      const tools = isObject(task) ? task["tools_config"] : undefined;
      const agent = isObject(tools) ? tools["llm_agent"] : undefined;
      return isObject(task) && isObject(tools) && isObject(agent)
        ? { ...task, tools_config: { ...tools, llm_agent: change(agent) } }
        : task;
    }),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
