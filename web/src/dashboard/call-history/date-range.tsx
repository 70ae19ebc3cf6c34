import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Popover } from "../../ui/popover.tsx";
import { useWords, type Words } from "../../words/index.ts";
import { dayBefore, isDay, noonOf } from "../../ui/days.ts";
import type { HistoryFilter } from "./filter.ts";

interface DateRangeProps {
  wanted: Pick<HistoryFilter, "first" | "last">;
  set: (days: { from: string; to: string }) => void;
}

/** Between which days calls began, in the days of the person who looks. */
export function DateRange({ wanted: { first, last }, set }: DateRangeProps): React.ReactNode {
  const words = useWords();
  const chosen = rangeIn(words, first, last);
  const label = words.say("history.date_range");
  return (
    <Popover
      label={label}
      trigger={
        <Button icon="down" aria-label={chosen === undefined ? label : `${label}: ${chosen}`}>
          {chosen ?? label}
        </Button>
      }
    >
      <Days first={first ?? ""} last={last ?? ""} set={set} />
    </Popover>
  );
}

const PRESETS = [7, 30] as const;

function Days({ first, last, set }: { first: string; last: string; set: DateRangeProps["set"] }): React.ReactNode {
  const words = useWords();
  const [days, setDays] = useState({ from: first, to: last });
  const choose = (from: string, to: string): void => {
    setDays({ from, to });
    // A date that is half typed is none yet.
    if ([from, to].every((day) => day === "" || isDay(day))) set({ from, to });
  };
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={words.say("history.first_day")}
          type="date"
          value={days.from}
          max={days.to}
          onChange={({ target }) => choose(target.value, days.to)}
        />
        <TextField
          label={words.say("history.last_day")}
          type="date"
          value={days.to}
          min={days.from}
          onChange={({ target }) => choose(days.from, target.value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => choose(dayBefore(0), dayBefore(0))}>{words.say("history.today")}</Button>
        {PRESETS.map((count) => (
          <Button key={count} onClick={() => choose(dayBefore(count - 1), dayBefore(0))}>
            {words.say("home.period_days", { count })}
          </Button>
        ))}
        <Button rank="quiet" onClick={() => choose("", "")}>
          {words.say("history.any_day")}
        </Button>
      </div>
    </div>
  );
}

function rangeIn(words: Words, first: string | undefined, last: string | undefined): string | undefined {
  if (first === undefined && last === undefined) return undefined;
  if (first === last) return words.day(noonOf(first ?? ""));
  return [first, last]
    .map((day) => (day === undefined ? "" : words.day(noonOf(day))))
    .join(" – ")
    .trim();
}
