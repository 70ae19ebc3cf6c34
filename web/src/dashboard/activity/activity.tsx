/** Everything that happened in the workspace, a page at a time; the filter stands in the address. */
import { type ActivityEvent, listActivity } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { server } from "../../server.ts";
import { Happened } from "../../shell/happened.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";

const TONES = ["success", "info", "error"] as const satisfies readonly ActivityEvent["tone"][];
const PAGE = 30;

export function Activity(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const tone = TONES.find((one) => one === search.get("tone"));
  const log = useInfiniteQuery({
    queryKey: ["activity", tone ?? "all"],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listActivity, { query: { limit: PAGE, ...(tone ? { tone } : {}), ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <PageHead title={words.say("home.activity_title")} subtitle={words.say("home.activity_subtitle")} />
      <TabLinks
        label={words.say("home.activity_filter")}
        tabs={[
          { to: "?", label: words.say("home.tone_all"), chosen: tone === undefined },
          ...TONES.map((one) => ({ to: `?tone=${one}`, label: words.say(`home.tone_${one}`), chosen: tone === one })),
        ]}
      />
      <Older query={log}>
        {(rows) =>
          rows.length > 0 ? (
            <ol className="events wide">
              {rows.map((one) => (
                <Happened key={one.id} happening={one} />
              ))}
            </ol>
          ) : tone === undefined ? (
            <Empty title={words.say("home.no_activity")}>{words.say("home.no_activity_note")}</Empty>
          ) : (
            <Empty
              title={words.say("home.no_such_activity")}
              act={
                <Link className="button" to="?">
                  {words.say("home.show_all")}
                </Link>
              }
            />
          )
        }
      </Older>
    </>
  );
}
