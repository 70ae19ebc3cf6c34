/** How the calls of the last days went by one rule, a column a day, and how often people agree with what was found. */
import type { CheckRule } from "@ongea/contract";
import { Plot } from "../../ui/plot.tsx";
import { useWords } from "../../words/index.ts";

const HEIGHT = 64;

export function RuleTrend({ rule: { days, reviewed, agreed } }: { rule: CheckRule }): React.ReactNode {
  const words = useWords();
  return (
    <>
      {reviewed > 0 && <p className="hint">{words.say("compliance.agreement", { agreed, reviewed })}</p>}
      {days.length > 1 && (
        <details className="basis-full">
          <summary className="py-2">{words.say("compliance.trend")}</summary>
          <Plot
            days={days}
            height={HEIGHT}
            top={words.percent(1)}
            label={words.say("compliance.trend")}
            sentence={({ day, checked, failed }) =>
              words.say("compliance.trend_day", { day: words.day(`${day}T12:00:00`), passed: checked - failed, checked })
            }
          >
            {({ checked, failed }, { x, width }) => {
              const height = Math.round(((checked - failed) / checked) * HEIGHT);
              return height > 0 && <rect className="day-completed" x={x} y={HEIGHT - height} width={width} height={height} />;
            }}
          </Plot>
        </details>
      )}
    </>
  );
}
