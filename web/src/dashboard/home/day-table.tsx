import type { CallDay } from "@ongea/contract";
import { useWords } from "../../words/index.ts";

/** The charts' figures, for those who read rather than look; the newest day first. */
export function DayTable({ days }: { days: readonly CallDay[] }): React.ReactNode {
  const words = useWords();
  return (
    <details>
      <summary className="hint">{words.say("home.table_of_days")}</summary>
      <div className="scrolled" tabIndex={0} role="region" aria-label={words.say("home.over_time")}>
        <table>
          <thead>
            <tr>
              <th>{words.say("home.day")}</th>
              <th className="number">{words.say("home.calls")}</th>
              <th className="number">{words.say("home.completed")}</th>
              <th className="number">{words.say("home.unanswered")}</th>
              <th className="number">{words.say("home.failed")}</th>
              <th className="number">{words.say("calls.canceled")}</th>
              <th className="number">{words.say("calls.in-progress")}</th>
              <th className="number">{words.say("home.delay")}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <td>{words.day(`${day.day}T12:00:00`)}</td>
                <td className="number">{words.number(day.calls)}</td>
                <td className="number">{words.number(day.completed)}</td>
                <td className="number">{words.number(day.unanswered)}</td>
                <td className="number">{words.number(day.failed)}</td>
                <td className="number">{words.number(day.canceled)}</td>
                <td className="number">{words.number(day.in_progress)}</td>
                <td className="number">
                  {day.average_delay_ms !== null &&
                    words.say("home.milliseconds", { ms: words.number(Math.round(day.average_delay_ms)) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
