import { MOST_EXPORTED, readHome } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useMoney } from "../../shell/money.ts";
import { DurationFigure, Figure, PercentFigure } from "../../ui/figure.tsx";
import { Failed } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";

/** What all calls of the workspace add up to, whatever is looked for below. A figure that no call has made yet is a dash. */
export function StatCards(): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  const query = useQuery({ queryKey: ["home"], queryFn: () => server.call(readHome) });
  const { data } = query;
  if (query.isError && !data) return <Failed error={query.error} again={() => void query.refetch()} />;
  const none = words.say("home.none_yet");
  const rate = data?.success_rate;
  const seconds = data?.average_duration_seconds;
  const cost = data?.cost_per_minute_usd;
  return (
    <>
      <dl className="figures stat-cards" aria-busy={!data}>
        <Figure name={words.say("home.total_calls")}>{data && words.number(data.total_calls)}</Figure>
        <Figure name={words.say("home.success_rate")}>
          {rate === null ? none : rate === undefined ? undefined : <PercentFigure text={words.percent(rate)} />}
        </Figure>
        <Figure name={words.say("home.average_duration")}>
          {seconds === null ? none : seconds === undefined ? undefined : <DurationFigure seconds={seconds} />}
        </Figure>
        <Figure name={words.say("home.cost_per_minute")}>
          {cost === null ? (
            none
          ) : cost === undefined ? undefined : (
            <span className="phone-number">{money(cost * 100, "USD")}</span>
          )}
        </Figure>
      </dl>
      {data && data.total_calls > MOST_EXPORTED && (
        <p className="hint pt-2">{words.say("history.export_most", { count: MOST_EXPORTED })}</p>
      )}
    </>
  );
}
