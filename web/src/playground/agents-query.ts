import { listAgents, readAgentDraft } from "@ongea/contract";
import { queryOptions } from "@tanstack/react-query";
import { server } from "../server.ts";

export const agentsQuery = queryOptions({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });

export const draftQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ["agent", agent_id, "publishing"],
    queryFn: () => server.call(readAgentDraft, { params: { agent_id } }),
  });
