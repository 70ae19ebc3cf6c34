/** What a board shows: whether it compares, and which charts in which order. */
import { BOARD_CHARTS, type BoardChart } from "@ongea/contract";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { SentenceId } from "../../words/index.ts";
import { useWords } from "../../words/index.ts";
import type { BoardFilter } from "./filter.ts";
import { useChange } from "./filters.tsx";

const NAMES: Readonly<Record<BoardChart, SentenceId>> = {
  quality_figures: "analytics.chart_quality_figures",
  cost_figures: "analytics.chart_cost_figures",
  outcomes: "home.calls_a_day",
  delays: "home.delay_a_day",
  cost: "analytics.cost_a_day",
  cost_parts: "analytics.chart_cost_parts",
  days: "home.table_of_days",
};

export function Display({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const set = useChange();
  const label = words.say("analytics.display");
  return (
    <Popover label={label} trigger={<Button icon="down">{label}</Button>}>
      <div className="grid gap-3">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={wanted.compare}
            onChange={({ target }) => set({ compare: target.checked ? "" : "no" })}
          />
          {words.say("analytics.compare")}
        </label>
        {wanted.charts.length > 0 && <Charts charts={wanted.charts} />}
      </div>
    </Popover>
  );
}

function Charts({ charts }: { charts: readonly BoardChart[] }): React.ReactNode {
  const words = useWords();
  const set = useChange();
  const choose = (next: readonly BoardChart[]): void => set({ charts: next.join(",") });
  const all = [...charts, ...BOARD_CHARTS.filter((one) => !charts.includes(one))];
  return (
    <fieldset>
      <legend className="hint">{words.say("analytics.charts")}</legend>
      <ul className="rows">
        {all.map((chart, at) => {
          const name = words.say(NAMES[chart]);
          const isShown = at < charts.length;
          const isLast = at === charts.length - 1;
          return (
            <li key={chart}>
              <label className="flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={isShown}
                  // A board shows something.
                  disabled={isShown && charts.length === 1}
                  onChange={({ target }) => choose(target.checked ? [...charts, chart] : charts.filter((one) => one !== chart))}
                />
                {name}
              </label>
              <span className="grow" />
              {isShown && (
                <>
                  <Button
                    rank="quiet"
                    aria-label={words.say("analytics.move_up", { name })}
                    disabled={at === 0}
                    onClick={() => choose(swapped(charts, at - 1))}
                  >
                    ↑
                  </Button>
                  <Button
                    rank="quiet"
                    aria-label={words.say("analytics.move_down", { name })}
                    disabled={isLast}
                    onClick={() => choose(swapped(charts, at))}
                  >
                    ↓
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** The one at this place and the next, the other way round. */
function swapped(charts: readonly BoardChart[], at: number): BoardChart[] {
  return charts.flatMap((chart, place) => {
    if (place === at) return charts[at + 1] ?? [];
    return place === at + 1 ? (charts[at] ?? []) : chart;
  });
}
