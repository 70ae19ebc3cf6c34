/** What the editor asks of the server. */
import { listAgentTemplates, listDeletedAgents, listAgentVersions, readAgent, readAgentVersion } from "@ongea/contract";
import { queryOptions } from "@tanstack/react-query";
import { server } from "../../server.ts";

export const agent = (id: string) =>
  queryOptions({ queryKey: ["agent", id], queryFn: () => server.call(readAgent, { params: { agent_id: id } }) });

export const templates = queryOptions({
  queryKey: ["agent-templates"],
  queryFn: () => server.call(listAgentTemplates),
  staleTime: Infinity,
});

export const versions = (id: string) =>
  queryOptions({
    queryKey: ["agent", id, "versions"],
    queryFn: () => server.call(listAgentVersions, { params: { agent_id: id } }),
  });

export const version = (id: string, number: number) =>
  queryOptions({
    queryKey: ["agent", id, "versions", number],
    queryFn: () => server.call(readAgentVersion, { params: { agent_id: id, agent_version: number } }),
  });

export const deleted = queryOptions({ queryKey: ["agents", "deleted"], queryFn: () => server.call(listDeletedAgents) });
