import { type CallTotals, type HomeFigures, MOST_EXPORTED, readCallTotals, readHome } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useDollars } from "../../shell/money.ts";
import { DurationFigure, Figure, PercentFigure } from "../../ui/figure.tsx";
import { Failed } from "../../ui/loaded.tsx";
import { useWords, type SentenceId } from "../../words/index.ts";
import { type HistoryFilter, isFiltered, queryOf } from "./filter.ts";

type Totals = CallTotals | HomeFigures;
const LOST: Readonly<Record<keyof Totals["lost"], SentenceId>> = {
  unanswered: "home.unanswered",
  abandoned: "history.abandoned",
  silent: "history.why_silence",
  missed: "history.goal_missed",
  failed: "calls.failed",
};

/** What the calls below add up to. A figure that no call has made yet is a dash. */
export function StatCards({ wanted }: { wanted: HistoryFilter }): React.ReactNode {
  const words = useWords();
  const dollars = useDollars();
  const query = useTotals(wanted);
  const { data } = query;
  if (query.isError && !data) return <Failed error={query.error} again={() => void query.refetch()} />;
  const none = words.say("home.none_yet");
  const rate = data?.success_rate;
  const seconds = data?.average_duration_seconds;
  const cost = data?.cost_per_minute_usd;
  return (
    <>
      <dl className="figures stat-cards" aria-busy={!data || query.isPlaceholderData}>
        <Figure name={words.say("home.total_calls")}>
          {data && `${words.number(data.total_calls)}${"has_more" in data && data.has_more ? "+" : ""}`}
        </Figure>
        <Figure name={words.say("home.success_rate")}>
          {rate === null ? none : rate === undefined ? undefined : <PercentFigure text={words.percent(rate)} />}
        </Figure>
        <Figure name={words.say("home.average_duration")}>
          {seconds === null ? none : seconds === undefined ? undefined : <DurationFigure seconds={seconds} />}
        </Figure>
        <Figure name={words.say("home.cost_per_minute")}>
          {cost === null ? none : cost === undefined ? undefined : <span className="phone-number">{dollars(cost)}</span>}
        </Figure>
      </dl>
      {data && <Lost lost={data.lost} />}
      {data && data.total_calls > MOST_EXPORTED && (
        <p className="hint pt-2">{words.say("history.export_most", { count: MOST_EXPORTED })}</p>
      )}
    </>
  );
}

/** Of all calls the home's figures are the same, and are there at once however many calls there are. */
function useTotals(wanted: HistoryFilter) {
  const query = queryOf(wanted);
  const filtered = isFiltered(wanted);
  const all = useQuery({ queryKey: ["home"], queryFn: () => server.call(readHome), enabled: !filtered });
  const some = useQuery({
    queryKey: ["calls", "totals", query],
    queryFn: () => server.call(readCallTotals, { query }),
    enabled: filtered,
    placeholderData: keepPreviousData,
  });
  return filtered ? some : all;
}

/** Why the others were no success. */
function Lost({ lost }: Pick<Totals, "lost">): React.ReactNode {
  const words = useWords();
  const reasons = Object.entries(LOST).flatMap(([reason, name]) => {
    const count = Object.entries(lost).find(([one]) => one === reason)?.[1] ?? 0;
    return count > 0 ? [`${words.say(name)}: ${words.number(count)}`] : [];
  });
  if (reasons.length === 0) return null;
  return (
    <p className="hint pb-4">
      {words.say("history.no_success")} {reasons.join(" · ")}
    </p>
  );
}
