/** What was measured, as lines while it runs, tables at the end, and JSON. */
export interface Row {
  bench: string;
  subject: string;
  figures: Record<string, string | number>;
}

export class Results {
  readonly rows: Row[] = [];
  /** What a reader of the figures has to know. */
  readonly notes: string[] = [];

  add(bench: string, subject: string, figures: Row["figures"]): void {
    this.rows.push({ bench, subject, figures });
    const text = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
    console.log(`${bench}: ${subject}: ${text.join(" · ")}`);
  }

  note(text: string): void {
    if (this.notes.includes(text)) return;
    this.notes.push(text);
    console.log(text);
  }

  /** Markdown, a table a bench. */
  print(): string {
    const benches = [...new Set(this.rows.map((row) => row.bench))];
    const tables = benches.map((bench) => `## ${bench}\n\n${tableOf(this.rows.filter((row) => row.bench === bench))}`);
    return [...tables, ...this.notes.map((note) => `- ${note}`)].join("\n\n");
  }
}

function tableOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const cells = [
    ["", ...columns],
    ...rows.map((row) => [row.subject, ...columns.map((name) => String(row.figures[name] ?? "–"))]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`);
  lines.splice(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  return lines.join("\n");
}
