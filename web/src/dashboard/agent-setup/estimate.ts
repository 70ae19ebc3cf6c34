import { type AgentDocument, estimateAgent } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useSettled } from "../../ui/use-settled.ts";

/** What the next call with this document would use, and what a minute of it costs. */
export function useEstimate(document: AgentDocument) {
  const shown = unnamed(useSettled(document));
  return useQuery({
    queryKey: ["agent-estimate", shown],
    queryFn: () => server.call(estimateAgent, { body: { document: shown } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 30_000,
  });
}

/** What a minute costs does not hang on the name, which may be empty while somebody writes it. */
function unnamed(document: AgentDocument): AgentDocument {
  const { agent_config: config, ...rest } = document;
  return { ...rest, agent_config: { ...config, agent_name: "-" } };
}
