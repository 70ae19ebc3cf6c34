import { listDeletions, RETAINED, type Deletion } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { server } from "../../../server.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Older } from "../../../ui/older.tsx";
import { useWords } from "../../../words/index.ts";

export const DELETIONS = ["deletions"];

/** Those with a name of their own; the rest of an erasure is told together. */
const NAMED = [...RETAINED, "contacts"] as const;

/** What was deleted, when and why. */
export function Deletions(): React.ReactNode {
  const words = useWords();
  const deletions = useInfiniteQuery({
    queryKey: DELETIONS,
    queryFn: ({ pageParam: cursor }) => server.call(listDeletions, { query: cursor ? { cursor } : {} }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Older query={deletions}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty title={words.say("privacy.none_deleted")} />
        ) : (
          <ul>
            {rows.map((one) => (
              <Row key={one.id} deletion={one} />
            ))}
          </ul>
        )
      }
    </Older>
  );
}

function Row({ deletion: { reason, at, counts } }: { deletion: Deletion }): React.ReactNode {
  const words = useWords();
  const all = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  const named = NAMED.flatMap((kind) => {
    const rows = counts[kind] ?? 0;
    return rows === 0 ? [] : [{ name: words.say(`privacy.${kind}`), rows }];
  });
  const others = all - named.reduce((sum, { rows }) => sum + rows, 0);
  const told = others === 0 ? named : [...named, { name: words.say("privacy.other"), rows: others }];
  return (
    <li className="grid gap-1 border-b border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b>{words.say(`privacy.by_${reason}`)}</b>
        <time className="hint" dateTime={at}>
          {words.moment(at)}
        </time>
      </p>
      <p>
        {told.length === 0
          ? words.say("privacy.nothing")
          : told.map(({ name, rows }) => `${name}: ${words.number(rows)}`).join(" · ")}
      </p>
    </li>
  );
}
