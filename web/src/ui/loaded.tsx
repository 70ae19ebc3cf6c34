/** Whatever is asked of the server has four faces: not here yet, not to be had, nothing there (the screen's own words), and here. */
import type { UseQueryResult } from "@tanstack/react-query";
import { SIZES } from "../timeline/draw.ts";
import { BareStrip } from "../timeline/strip.tsx";
import { problemIn, useWords } from "../words/index.ts";
import { Button } from "./button.tsx";

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Strips that stand where the rows will be. */
  rows?: number;
  children: (data: T) => React.ReactNode;
}

export function Loaded<T>({ query, rows = 1, children }: LoadedProps<T>): React.ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failed error={query.error} again={() => void query.refetch()} />;
  return <Loading rows={rows} />;
}

/** Bare strips, standing still. */
export function Loading({ rows = 1 }: { rows?: number }): React.ReactNode {
  const words = useWords();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{words.say("shell.loading")}</span>
      {Array.from({ length: rows }, (_, row) => (
        <BareStrip key={row} size={SIZES.line} />
      ))}
    </div>
  );
}

export function Failed({ error, again }: { error: unknown; again?: () => void }): React.ReactNode {
  const words = useWords();
  return (
    <div className="flex flex-wrap items-center gap-3 py-3" role="alert">
      <p className="problem">{problemIn(words, error)}</p>
      {again && <Button onClick={again}>{words.say("shell.try_again")}</Button>}
    </div>
  );
}
