import type { RowProblem } from "@ongea/contract";
import { useWords } from "../../words/index.ts";

interface RefusedRow {
  line: number;
  cell: string;
  problem: RowProblem;
  /** The one that is empty in this row. */
  column?: string | null;
}

/** Rows that are left out, each with its line and why. */
export function RefusedRows({ rows, count }: { rows: readonly RefusedRow[]; count: number }): React.ReactNode {
  const words = useWords();
  if (count === 0) return null;
  return (
    <details>
      <summary>{words.say("batches.found_bad", { bad: count })}</summary>
      <div className="relative max-h-60 overflow-auto" tabIndex={0} role="region" aria-label={words.say("batches.refused")}>
        <table>
          <thead>
            <tr>
              <th className="number">{words.say("batches.line")}</th>
              <th>{words.say("batches.number")}</th>
              <th>{words.say("batches.why")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cell, problem, column }) => (
              <tr key={line}>
                <td className="number">{words.number(line)}</td>
                <td>
                  <bdi>{cell}</bdi>
                </td>
                <td className="whitespace-normal">
                  {column ? words.say("batches.no_value_of", { column }) : words.say(`batches.${problem}`)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
