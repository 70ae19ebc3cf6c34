import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Happened } from "../../shell/happened.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import { RECENT_EVENTS, recentActivity } from "./questions.ts";

export function RecentActivity(): React.ReactNode {
  const words = useWords();
  const activity = useQuery(recentActivity);
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("home.recent_activity")}</h2>
      </div>
      <Loaded query={activity} rows={RECENT_EVENTS}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={words.say("home.no_activity")}>{words.say("home.no_activity_note")}</Empty>
          ) : (
            <>
              <ol className="events">
                {data.map((one) => (
                  <Happened key={one.id} happening={one} />
                ))}
              </ol>
              <Link className="button mt-3" to={paths.activity}>
                {words.say("home.view_all_activity")}
              </Link>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
