import type { HomeFigures } from "@ongea/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { DurationFigure, Figure, PercentFigure } from "../../ui/figure.tsx";
import { Failed } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";

/** The four cards. A figure that no call has made yet is a dash. */
export function Figures({ query }: { query: UseQueryResult<HomeFigures> }): React.ReactNode {
  const words = useWords();
  const { data } = query;
  if (query.isError && !data) return <Failed error={query.error} again={() => void query.refetch()} />;
  const none = words.say("home.none_yet");
  return (
    <dl className="figures" aria-busy={!data}>
      <Figure name={words.say("home.active_agents")}>{data && words.number(data.active_agents)}</Figure>
      <Figure name={words.say("home.total_calls")}>{data && words.number(data.total_calls)}</Figure>
      <Figure name={words.say("home.success_rate")}>
        {data && (data.success_rate === null ? none : <PercentFigure text={words.percent(data.success_rate)} />)}
      </Figure>
      <Figure name={words.say("home.average_duration")}>
        {data && (data.average_duration_seconds === null ? none : <DurationFigure seconds={data.average_duration_seconds} />)}
      </Figure>
    </dl>
  );
}
