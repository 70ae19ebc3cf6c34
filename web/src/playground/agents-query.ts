import { listAgents } from "@ongea/contract";
import { queryOptions } from "@tanstack/react-query";
import { server } from "../server.ts";

export const agentsQuery = queryOptions({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
