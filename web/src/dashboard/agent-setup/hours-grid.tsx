/** The opening hours of a week: for each day spans from one time to another. */
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";

const AREAS: readonly FurtherArea[] = ["hours"];
/** A day, as the calendar takes them. */
const MOST_SPANS = 4;
const USUAL = "08:00-17:00";
const AFTERNOON = "14:00-17:00";
/** A time field knows no 24:00: as an end, midnight is shown as 00:00. */
const MIDNIGHT = "24:00";
const FIRST = "00:00";

export interface HoursDay {
  label: string;
  spans: readonly string[];
  problem: string | undefined;
  set: (spans: string[]) => void;
}

export function HoursGrid({ days, readOnly }: { days: readonly HoursDay[]; readOnly: boolean }): React.ReactNode {
  useAreas(AREAS);
  return (
    <div className="hours">
      {days.map((day) => (
        <Day key={day.label} day={day} readOnly={readOnly} />
      ))}
    </div>
  );
}

function Day({ day: { label: day, spans, problem, set }, readOnly }: { day: HoursDay; readOnly: boolean }): React.ReactNode {
  const words = useWords();
  const put = (at: number, span: string): void => set(spans.map((one, place) => (place === at ? span : one)));
  return (
    <div role="group" aria-label={day}>
      <b>{day}</b>
      <div className="spans">
        {spans.length === 0 && <span className="hint">{words.say("hours.closed")}</span>}
        {spans.map((span, at) => {
          const [from = "", to = ""] = span.split("-");
          const time = {
            type: "time",
            className: "input",
            dir: "ltr",
            disabled: readOnly,
            "aria-invalid": problem !== undefined,
          };
          return (
            <span key={at} className="span" dir="ltr">
              <input
                {...time}
                aria-label={words.say("hours.from", { day })}
                value={from}
                onChange={({ target }) => put(at, `${target.value}-${to}`)}
              />
              –
              <input
                {...time}
                aria-label={words.say("hours.to", { day })}
                value={to === MIDNIGHT ? FIRST : to}
                onChange={({ target }) => put(at, `${from}-${target.value === FIRST ? MIDNIGHT : target.value}`)}
              />
              {!readOnly && (
                <Button
                  rank="quiet"
                  className="square"
                  aria-label={words.say("hours.remove_of", { day, hours: span })}
                  onClick={() => set(spans.filter((_, place) => place !== at))}
                >
                  <Icon name="trash" />
                </Button>
              )}
            </span>
          );
        })}
        {!readOnly && spans.length < MOST_SPANS && (
          <Button
            rank="quiet"
            icon="plus"
            aria-label={words.say("hours.add_of", { day })}
            title={words.say("hours.add")}
            onClick={() => set([...spans, spans.length === 0 ? USUAL : AFTERNOON])}
          />
        )}
      </div>
      {problem !== undefined && <p className="problem">{problem}</p>}
    </div>
  );
}
