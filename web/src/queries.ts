/** What the page knows of the server. When the session has ended meanwhile, the guard asks anew who is here. */
import { Refused } from "@ongea/contract";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

const FRESH_MS = 5_000;

export function createQueries(): QueryClient {
  const onError = (error: unknown): void => {
    if (error instanceof Refused && error.code === "access.missing") void queries.resetQueries({ queryKey: ["me"] });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== "me" && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: (failures, error) => !(error instanceof Refused) && failures < 1, staleTime: FRESH_MS } },
  });
  return queries;
}
