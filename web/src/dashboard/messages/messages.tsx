/** The inbox: threads of messages by state, the newest first. */
import { listThreads } from "@ongea/contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { ThreadRows } from "../../call/thread-rows.tsx";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { THREADS } from "./keys.ts";
import { Senders } from "./senders.tsx";

const PAGE = 20;
/** Those that want somebody come first. */
const STATES = ["waiting", "person", "open", "closed"] as const;

export function Messages(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const isSms = search.has("sms");
  return (
    <>
      <PageHead
        title={words.say(isSms ? "messages.sms" : "messages.title")}
        subtitle={words.say(isSms ? "messages.sms_subtitle" : "messages.subtitle")}
      >
        <Link className="button" to={paths.afterCalls}>
          {words.say("messages.after")}
        </Link>
        <Link className="button" to={isSms ? paths.messages : `${paths.messages}?sms`}>
          {words.say(isSms ? "messages.back" : "messages.sms")}
        </Link>
      </PageHead>
      {isSms ? <Senders /> : <Inbox />}
    </>
  );
}

function Inbox(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const state = STATES.find((one) => one === search.get("state"));
  const threads = useInfiniteQuery({
    queryKey: [...THREADS, "list", state ?? ""],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listThreads, {
        query: { limit: PAGE, ...(state === undefined ? {} : { state }), ...(cursor === "" ? {} : { cursor }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const tabs = [
    { to: paths.messages, label: words.say("messages.all"), chosen: state === undefined },
    ...STATES.map((one) => ({
      to: `${paths.messages}?state=${one}`,
      label: words.say(`messages.state_${one}`),
      chosen: state === one,
    })),
  ];
  return (
    <>
      <TabLinks label={words.say("messages.states")} tabs={tabs} />
      <div aria-busy={threads.isPlaceholderData} className="pt-4">
        <Older query={threads}>
          {(rows) =>
            rows.length > 0 ? (
              <ThreadRows threads={rows} />
            ) : (
              <Empty title={words.say("messages.none")}>{state === undefined && words.say("messages.none_note")}</Empty>
            )
          }
        </Older>
      </div>
    </>
  );
}
