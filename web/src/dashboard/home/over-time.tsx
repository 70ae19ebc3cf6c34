/** Calls, outcomes and delays over time. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import { CallsADay, DelayADay } from "./day-charts.tsx";
import { DayTable } from "./day-table.tsx";
import { callDays, USUAL_DAYS } from "./questions.ts";

const PERIODS = [7, 30, 90] as const;

export function OverTime(): React.ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const days = PERIODS.find((period) => String(period) === search.get("days")) ?? USUAL_DAYS;
  const query = useQuery({ ...callDays(days), placeholderData: keepPreviousData });
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("home.over_time")}</h2>
        <select
          className="input select small"
          aria-label={words.say("home.period")}
          value={days}
          onChange={({ target }) =>
            setSearch(Number(target.value) === USUAL_DAYS ? {} : { days: target.value }, { replace: true })
          }
        >
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {words.say("home.period_days", { count: period })}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={query} rows={4}>
        {({ data }) =>
          data.every(({ calls }) => calls === 0) ? (
            <Empty title={words.say("home.no_days")} />
          ) : (
            <div className="day-charts">
              <CallsADay days={data} />
              <DelayADay days={data} />
              <DayTable days={data} />
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
