import type { Thread } from "@ongea/contract";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { useWords } from "../words/index.ts";

/** Each row leads to its thread. */
export function ThreadRows({ threads }: { threads: readonly Thread[] }): React.ReactNode {
  const words = useWords();
  return (
    <ul className="m-0 list-none p-0">
      {threads.map(({ id, contact_name: name, channel, address, last_text: text, last_at: at, state }) => (
        <li key={id} className="border-b border-line">
          <Link
            to={paths.thread(id)}
            className="grid min-h-14 content-center gap-x-4 py-2 sm:grid-cols-[1fr_2fr_auto] sm:items-center"
          >
            <b className="[overflow-wrap:anywhere]">
              <bdi>{name || address || words.say("messages.visitor")}</bdi>
            </b>
            <span className="line-clamp-2 [overflow-wrap:anywhere]" dir="auto">
              {text}
            </span>
            <small className="text-ink-2">
              {words.say(`messages.channel_${channel}`)} · {words.say(`messages.state_${state}`)} · {words.moment(at)}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
