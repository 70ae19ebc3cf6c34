import { listAgentTestRuns, listAgentTests } from "@ongea/contract";
import { queryOptions } from "@tanstack/react-query";
import { server } from "../../../server.ts";

const WHILE_RUNNING_MS = 700;

/** `progress`: of the last run; they are read anew when it changes. */
export const tests = (agent_id: string, progress: string | undefined) =>
  queryOptions({
    queryKey: ["agent", agent_id, "tests", progress],
    queryFn: () => server.call(listAgentTests, { params: { agent_id } }),
    placeholderData: (before) => before,
  });

export const runs = (agent_id: string) =>
  queryOptions({
    queryKey: ["agent", agent_id, "test-runs"],
    queryFn: () => server.call(listAgentTestRuns, { params: { agent_id } }),
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === "running" ? WHILE_RUNNING_MS : false),
  });
