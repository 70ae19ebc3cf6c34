import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { say } from "./say.mjs";

const TITLES = { axe: "Faults that axe knows", size: "Size, gzip", speed: "Speed" };

/** What the stories measured goes here, a line of JSON each. */
function fileOf(root) {
  return join(root, ".ongea", "figures.jsonl");
}

export function forgetFigures(root) {
  rmSync(fileOf(root), { force: true });
}

/** Prints what the stories measured, a table a kind. */
export function printFigures(root) {
  if (!existsSync(fileOf(root))) return;
  const lines = readFileSync(fileOf(root), "utf8").trim().split("\n");
  const figures = lines.map((line) => JSON.parse(line));
  for (const [kind, title] of Object.entries(TITLES)) {
    // A story that ran twice is shown as it went the last time.
    const rows = [...new Map(figures.filter(({ of }) => of === kind).map((figure) => [figure.what, figure])).values()];
    if (rows.length === 0) continue;
    const width = Math.max(...rows.map(({ what }) => what.length));
    say(`${title}:`);
    for (const { what, measured, bar } of rows) console.log(`  ${what.padEnd(width)}  ${measured}${bar ? `   (${bar})` : ""}`);
  }
}
