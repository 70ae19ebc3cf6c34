/** A board's groups as a table, the largest first; each leads to the same screen with its calls alone. */
import type { CallBoard } from "@ongea/contract";
import { Link, useSearchParams } from "react-router";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords } from "../../words/index.ts";
import { Change } from "./cards.tsx";
import { changed, filterOf } from "./filter.ts";
import { useGroupName } from "./group-name.ts";
import { type Measure, useFigureText } from "./measures.ts";

interface GroupTableProps {
  board: CallBoard;
  columns: readonly Measure[];
  label: string;
  compare: boolean;
}

export function GroupTable({ board, columns, label, compare }: GroupTableProps): React.ReactNode {
  const words = useWords();
  return (
    <>
      <WideTable label={label}>
        <table className="board">
          <thead>
            <tr>
              <th>{label}</th>
              {columns.map(({ id, means }) => (
                <th key={id} className="number" title={words.say(means)}>
                  {words.say(id)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {board.groups.map((group) => (
              <Row key={group.key ?? ""} of={board.group} group={group} columns={columns} compare={compare} />
            ))}
          </tbody>
        </table>
      </WideTable>
      {board.has_more && <p className="hint">{words.say("analytics.more_groups", { count: board.groups.length })}</p>}
    </>
  );
}

interface RowProps {
  of: CallBoard["group"];
  group: CallBoard["groups"][number];
  columns: readonly Measure[];
  compare: boolean;
}

function Row({ of, group, columns, compare }: RowProps): React.ReactNode {
  const [search] = useSearchParams();
  const text = useFigureText();
  const name = useGroupName()(of, group);
  const filter = filterOf(of);
  const { key, figures, before } = group;
  return (
    <tr>
      <td>
        {filter && key !== null ? (
          <Link className="underline" to={changed(search, { board: "calls", [filter]: key })}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          name
        )}
      </td>
      {columns.map((measure, at) => (
        <td key={measure.id} className="number">
          {text(measure.of(figures), measure.kind)}
          {compare && at === 0 && of !== "day" && (
            <div className="text-ink-3">
              <Change measure={measure} now={measure.of(figures)} before={before && measure.of(before)} />
            </div>
          )}
        </td>
      ))}
    </tr>
  );
}
