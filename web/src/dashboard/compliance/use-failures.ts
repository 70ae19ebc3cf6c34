import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

const PAGE = 20;

interface FailuresQuery {
  limit: number;
  rule_id?: string;
  cursor?: string;
}

/** What failed a rule, the newest first. `rule`: its id; empty: of all. */
export function useFailures<Page extends { next: string | null }>(
  key: readonly string[],
  rule: string,
  read: (query: FailuresQuery) => Promise<Page>,
) {
  return useInfiniteQuery({
    queryKey: [...key, rule],
    queryFn: ({ pageParam: cursor }) =>
      read({ limit: PAGE, ...(rule === "" ? {} : { rule_id: rule }), ...(cursor === "" ? {} : { cursor }) }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
