/** How long the calls below lasted, a column for each range: a sentence in its title, and all of them as a table. */
import { type CallLengths, MOST_COUNTED, MOST_MEASURED, readCallLengths } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clock } from "../../call/clock.ts";
import { server } from "../../server.ts";
import { Columns, roundUp } from "../../ui/plot.tsx";
import { useWords } from "../../words/index.ts";
import { type HistoryFilter, queryOf } from "./filter.ts";

type Range = CallLengths["data"][number];

const HEIGHT = 72;
/** For "10:00". */
const NAME_PX = 36;

export function CallLengthsChart({ wanted }: { wanted: HistoryFilter }): React.ReactNode {
  const words = useWords();
  const query = queryOf(wanted);
  const { data: lengths, isPlaceholderData: isOld } = useQuery({
    queryKey: ["calls", "lengths", query],
    queryFn: () => server.call(readCallLengths, { query }),
    placeholderData: keepPreviousData,
  });
  const all = lengths?.data.reduce((sum, { calls }) => sum + calls, 0) ?? 0;
  // The figures above say what cannot be read.
  if (!lengths || all === 0) return null;
  const { data, has_more: hasMore } = lengths;
  const top = roundUp(Math.max(...data.map(({ calls }) => calls)));
  const label = words.say("history.lengths");
  return (
    <figure className={`mt-3 max-w-160 ${isOld ? "opacity-60" : ""}`} aria-busy={isOld}>
      <figcaption className="legend">
        <b className="text-ink">{label}</b>
        <span>{words.say("history.lengths_axes")}</span>
      </figcaption>
      <Columns
        all={data}
        height={HEIGHT}
        top={words.number(top)}
        label={label}
        keyOf={keyOf}
        nameOf={({ from_seconds: from }) => clock(from * 1_000)}
        namePx={NAME_PX}
        sentence={(range) => `${rangeOf(range)} · ${words.say("home.calls")}: ${words.number(range.calls)}`}
      >
        {({ calls }, { x, width }) => {
          const height = calls === 0 ? 0 : Math.max(2, Math.round((calls / top) * HEIGHT));
          return height > 0 && <rect className="day-completed" x={x} y={HEIGHT - height} width={width} height={height} />;
        }}
      </Columns>
      <details>
        <summary className="hint">{words.say("home.table_of_days")}</summary>
        <table className="max-w-80">
          <thead>
            <tr>
              <th>{words.say("history.duration")}</th>
              <th className="number">{words.say("home.calls")}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((range) => (
              <tr key={keyOf(range)}>
                <td>{rangeOf(range)}</td>
                <td className="number">{words.number(range.calls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      {hasMore && (
        <p className="hint">{words.say("history.lengths_most", { count: wanted.q === "" ? MOST_MEASURED : MOST_COUNTED })}</p>
      )}
    </figure>
  );
}

const keyOf = ({ from_seconds: from }: Range): string => String(from);

/** From left to right in every language: "1:00–2:00". */
function rangeOf({ from_seconds: from, to_seconds: to }: Range): string {
  return `\u2066${clock(from * 1_000)}${to === null ? "+" : `–${clock(to * 1_000)}`}\u2069`;
}
