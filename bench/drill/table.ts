/** What a drill did, what was lost by it, and how long that took. */
export interface Outcome {
  drill: string;
  done: string;
  lost: string;
  took: string;
  /** It came out as it should. */
  isWell: boolean;
}

export function print(outcomes: readonly Outcome[]): string {
  const rows = [["", "drill", "done", "lost", "how long"], ...outcomes.map(rowOf)];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function rowOf({ drill, done, lost, took, isWell }: Outcome): string[] {
  return [isWell ? "ok" : "NOT", drill, done, lost, took];
}
