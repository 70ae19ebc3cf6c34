/** The home of the dashboard: what the workspace's rows add up to, the latest calls, an assistant to talk to, what happened. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../../shell/me.tsx";
import { PageHead } from "../../shell/page-head.tsx";
import { useWords } from "../../words/index.ts";
import { Banner } from "./banner.tsx";
import { Figures } from "./figures.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { LatestCalls } from "./latest-calls.tsx";
import { OverTime } from "./over-time.tsx";
import * as questions from "./questions.ts";
import { QuickActions } from "./quick-actions.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { Talk } from "./talk.tsx";

export { askAll } from "./questions.ts";

export function Home(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const figures = useQuery(questions.figures);
  // As it was when the page came: nothing moves under somebody's first call.
  const [isNew, setNew] = useState<boolean>();
  if (isNew === undefined && figures.data) setNew(figures.data.total_calls === 0);
  const welcome = me.kind === "visitor" ? words.say("home.welcome_visitor") : words.say("home.welcome", { name: me.name });
  return (
    <>
      <PageHead title={words.say("home.title")} subtitle={welcome} />
      <Banner figures={figures.data} />
      {isNew !== true && <FirstSteps />}
      <Figures query={figures} />
      <div className="home">
        <div className="main">
          {isNew && <Talk isFirst />}
          {isNew && <FirstSteps />}
          <LatestCalls />
          {isNew !== true && <OverTime />}
        </div>
        <div className="beside">
          {isNew !== true && <Talk />}
          <QuickActions />
          <RecentActivity />
        </div>
      </div>
    </>
  );
}
