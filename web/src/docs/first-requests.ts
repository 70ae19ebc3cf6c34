import { createAgent, listAgents, listCalls } from "@ongea/contract";
import type { Request } from "./snippet.ts";

/** What a developer sends first: who answers here, an assistant of one's own, and what was said. */
export function firstRequests(origin: string): readonly [Request, Request, Request] {
  return [
    { method: listAgents.method, url: origin + listAgents.path, keyed: true },
    {
      method: createAgent.method,
      url: origin + createAgent.path,
      keyed: true,
      body: {
        agent_config: { agent_name: "Duka la Asha", agent_welcome_message: "Habari, how can I help?" },
        agent_prompts: { task_1: { system_prompt: "You answer the telephone of Asha's shop. It is open from 9 to 5." } },
      },
    },
    { method: listCalls.method, url: `${origin}${listCalls.path}?limit=5`, keyed: true },
  ];
}
