/** What the home asks of the server: asked at once when the page is opened there, before anything is drawn. */
import { listActivity, listAgents, listCalls, readCallDays, readHome } from "@ongea/contract";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { server } from "../../server.ts";

export const LATEST_CALLS = 13;
export const RECENT_EVENTS = 5;
export const USUAL_DAYS = 30;

export const figures = queryOptions({ queryKey: ["home"], queryFn: () => server.call(readHome) });

export const agents = queryOptions({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });

export const latestCalls = queryOptions({
  queryKey: ["calls", "latest"],
  queryFn: () => server.call(listCalls, { query: { limit: LATEST_CALLS } }),
});

export const recentActivity = queryOptions({
  queryKey: ["activity", "recent"],
  queryFn: () => server.call(listActivity, { query: { limit: RECENT_EVENTS } }),
});

export const callDays = (days: number) =>
  queryOptions({ queryKey: ["days", days], queryFn: () => server.call(readCallDays, { query: { days } }) });

export async function askAll(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(figures),
    queries.prefetchQuery(latestCalls),
    queries.prefetchQuery(callDays(USUAL_DAYS)),
    queries.prefetchQuery(agents),
    queries.prefetchQuery(recentActivity),
  ]);
}
