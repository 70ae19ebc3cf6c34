/** What the editor asks of the server. */
import {
  listAgentTemplates,
  listAgentVersions,
  listConnections,
  listDeletedAgents,
  listSenders,
  listWebhookDeliveries,
  readAgent,
  readAgentDraft,
  readAgentVersion,
  readWebhookSecret,
} from "@ongea/contract";
import { queryOptions } from "@tanstack/react-query";
import { server } from "../../server.ts";

export const agent = (id: string) =>
  queryOptions({ queryKey: ["agent", id], queryFn: () => server.call(readAgent, { params: { agent_id: id } }) });

/** The draft, and how the agent is published. */
export const publishing = (id: string) =>
  queryOptions({
    queryKey: ["agent", id, "publishing"],
    queryFn: () => server.call(readAgentDraft, { params: { agent_id: id } }),
  });

export const templates = queryOptions({
  queryKey: ["agent-templates"],
  queryFn: () => server.call(listAgentTemplates),
  staleTime: Infinity,
});

export const connections = queryOptions({ queryKey: ["providers"], queryFn: () => server.call(listConnections) });

export const senders = queryOptions({ queryKey: ["message-senders"], queryFn: () => server.call(listSenders) });

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

const WHILE_WAITING_MS = 5_000;

export const deliveries = (id: string) =>
  queryOptions({
    queryKey: ["agent", id, "deliveries"],
    queryFn: () => server.call(listWebhookDeliveries, { params: { agent_id: id } }),
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === "waiting") ? WHILE_WAITING_MS : false),
  });

export const webhookSecret = queryOptions({ queryKey: ["webhook-secret"], queryFn: () => server.call(readWebhookSecret) });
