/** What axe finds wrong on a page, and where. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { noteFigure } from "./figures.ts";
import { ROOT } from "./running-server.ts";

const AXE = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");

/** Only what is wrong comes back: what is right is most of the page, and took longer than to look at it. */
const RUN = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`;

/** What fades or slides has arrived: half transparent it has no contrast. What never ends is not waited for. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished)).then(() => undefined)`;

/** It runs by the debugger's door, so the page's own rules for scripts stay in force. Notes how many it found. */
export async function faultsOf(page: Page | Frame, what: string): Promise<string[]> {
  await page.evaluate(SETTLED);
  // Half a megabyte: sent and read once a page, however often it is looked at.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  const faults: string[] = await page.evaluate(RUN);
  noteFigure({ of: "axe", what, measured: `${faults.length} violations`, bar: "0" });
  return faults;
}
