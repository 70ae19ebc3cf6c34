/** The home of the dashboard: what the workspace's rows add up to, the latest calls, an assistant to talk to, what happened. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useOwnCall } from "../../call/own-call.tsx";
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
  const { view } = useOwnCall();
  const [isNew, setNew] = useState(false);
  const isEmpty = figures.data ? figures.data.total_calls === 0 : isNew;
  // Nothing moves under somebody's first call.
  if (isEmpty !== isNew && (isEmpty || view.state === "idle")) setNew(isEmpty);
  const welcome = me.kind === "visitor" ? words.say("home.welcome_visitor") : words.say("home.welcome", { name: me.name });
  return (
    <>
      <PageHead title={words.say("home.title")} subtitle={welcome} />
      <Banner figures={figures.data} />
      {!isNew && <FirstSteps />}
      <Figures query={figures} />
      <div className="home">
        <div className="main">
          {isNew && <Talk isFirst />}
          {isNew && <FirstSteps />}
          <LatestCalls />
          {!isNew && <OverTime />}
        </div>
        <div className="beside">
          {!isNew && <Talk />}
          <QuickActions />
          <RecentActivity />
        </div>
      </div>
    </>
  );
}
