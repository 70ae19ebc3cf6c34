/** Written conversations that failed a rule, the newest first, each leading to the message. */
import { listFailedThreads } from "@ongea/contract";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { Older } from "../../ui/older.tsx";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";
import { THREAD_FAILURES } from "./keys.ts";
import { useFailures } from "./use-failures.ts";

const AREAS: readonly FurtherArea[] = ["compliance", "messages"];

/** `rule`: its id; empty: of all. */
export function FailedThreads({ rule }: { rule: string }): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const failures = useFailures(THREAD_FAILURES, rule, (query) => server.call(listFailedThreads, { query }));
  return (
    <section aria-labelledby="failed-threads" aria-busy={failures.isPlaceholderData}>
      <h2 id="failed-threads" className="pt-6 pb-2">
        {words.say("compliance.thread_failures")}
      </h2>
      <Older query={failures}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ink-2">{words.say("compliance.no_thread_failures")}</p>
          ) : (
            <ul className="m-0 list-none p-0">
              {rows.map((one) => (
                <li key={one.id} className="border-b border-line">
                  <Link
                    to={messageOf(one.thread_id, one.message_id)}
                    className="grid min-h-12 content-center gap-x-4 py-2 sm:grid-cols-[1fr_1fr_auto] sm:items-center"
                  >
                    <b className="[overflow-wrap:anywhere]">
                      <bdi>{one.name}</bdi>
                    </b>
                    <span className="text-ink-2">{words.say(`messages.channel_${one.channel}`)}</span>
                    <time className="hint" dateTime={one.checked_at}>
                      {words.say("compliance.open_thread", { moment: words.moment(one.checked_at) })}
                    </time>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Older>
    </section>
  );
}

/** The thread's page, at this message. */
export function messageOf(threadId: string, messageId: string | null): string {
  return `${paths.thread(threadId)}${messageId === null ? "" : `?message=${messageId}`}`;
}
