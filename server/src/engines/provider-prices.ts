/** What providers ask for: the table that comes with the program, and the operator's own before it. Part of the composition. */
import { readFileSync } from "node:fs";
import { createPrices, pricesIn, type Prices } from "@ongea/providers";
import { CannotStart } from "../platform/cannot-start.ts";

const MOST_TOLD = 20;

/** `path`: of the setting PROVIDER_PRICES; absent: ours alone. Costs that are silently wrong are worse than a start that is refused. */
export function openPrices(path: string | undefined): Prices {
  if (path === undefined) return createPrices();
  const { prices, problems } = pricesIn(textOf(path));
  if (problems.length === 0) return createPrices(prices);
  const told = problems.slice(0, MOST_TOLD).map(({ line, problem }) => `line ${line}: ${problem}`);
  const more = problems.length > MOST_TOLD ? `, and ${problems.length - MOST_TOLD} more` : "";
  throw new CannotStart(`PROVIDER_PRICES (${path}) cannot be used: ${told.join("; ")}${more}.`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CannotStart(`PROVIDER_PRICES names a file that cannot be read: ${path}.`, { cause: error });
  }
}
