/** What the page knows of the server. When the session has ended meanwhile, the guard asks anew who is here. */
import { Refused } from "@ongea/contract";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

const FRESH_MS = 5_000;
/** Refusals that may be over in a moment. */
const PASSING: ReadonlySet<string> = new Set(["server.busy", "server.no_database"]);

export function createQueries(): QueryClient {
  const onError = (error: unknown): void => {
    if (error instanceof Refused && error.code === "access.missing") void queries.resetQueries({ queryKey: ["me"] });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== "me" && onError(error) }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: isAskedAgain, staleTime: FRESH_MS } },
  });
  return queries;
}

function isAskedAgain(failures: number, error: Error): boolean {
  if (error instanceof Refused) return PASSING.has(error.code) && failures < 3;
  return failures < 1;
}
