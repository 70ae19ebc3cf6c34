/** What the stories measured: axe findings, sizes, speeds. `npm test` prints them as a table when it is over. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./running-server.ts";

export interface Figure {
  /** Which table it stands in. */
  of: "axe" | "size" | "speed";
  /** What was measured: a page, a file, a route. */
  what: string;
  /** With its unit: "0 violations", "42.1 kB", "1.2 s". */
  measured: string;
  /** The stated bar, where there is one. */
  bar?: string;
}

const FOLDER = join(ROOT, ".ongea");

export function noteFigure(figure: Figure): void {
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(join(FOLDER, "figures.jsonl"), `${JSON.stringify(figure)}\n`);
}
