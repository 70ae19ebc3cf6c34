/** A long list, a page at a time: what is there stays, older rows come below it. */
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { problemIn, useWords } from "../words/index.ts";
import { Button } from "./button.tsx";
import { Failed, Loading } from "./loaded.tsx";

interface OlderProps<T> {
  query: UseInfiniteQueryResult<InfiniteData<{ data: T[]; next: string | null }>>;
  children: (rows: T[]) => React.ReactNode;
}

export function Older<T>({ query, children }: OlderProps<T>): React.ReactNode {
  const words = useWords();
  const { data, isFetchingNextPage: fetching, isFetchNextPageError: failed } = query;
  if (!data) return query.isError ? <Failed error={query.error} again={() => void query.refetch()} /> : <Loading rows={8} />;
  return (
    <>
      {children(data.pages.flatMap((page) => page.data))}
      {failed && (
        <p className="problem" role="alert">
          {problemIn(words, query.error)}
        </p>
      )}
      {query.hasNextPage && (
        <Button className="mt-4" busy={fetching && words.say("shell.loading")} onClick={() => void query.fetchNextPage()}>
          {words.say("shell.older")}
        </Button>
      )}
    </>
  );
}
