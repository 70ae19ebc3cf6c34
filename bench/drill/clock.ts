/** A wall clock that is set while people talk. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Execution } from "@ongea/contract";
import type { Product } from "../whole/product.ts";
import { pause, whileTalking } from "./faults.ts";
import type { Outcome } from "./table.ts";

const STEP_HOURS = 7;
const LONGEST_SECONDS = 300;
const MOST_COST_CENTS = 50;

/** Set by 7 h in the middle of ten calls, forwards or back: lengths, prices and time-outs are those of the calls. */
export async function steppedClock(
  direction: 1 | -1,
  withProduct: (work: (product: Product) => Promise<Outcome>, settings: Record<string, string>) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "ongea-clock-"));
  const file = join(folder, "step");
  writeFileSync(file, "0");
  const settings = {
    NODE_OPTIONS: `--import=${new URL("./stepped-clock.mjs", import.meta.url).href}`,
    STEPPED_CLOCK: file,
    PRICE_PER_MINUTE: "USD:0.06",
  };
  const hours = direction * STEP_HOURS;
  try {
    return await withProduct(
      (product) =>
        whileTalking(product, {
          drill: `the wall clock set by ${hours > 0 ? "+" : ""}${hours} h`,
          happen: async () => {
            writeFileSync(file, String(hours * 3_600_000));
            await pause(500);
          },
          wrong,
        }),
      settings,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function wrong(rows: readonly Execution[]): string | undefined {
  const lengths = rows.map(({ conversation_duration: seconds }) => seconds);
  const costs = rows.map(({ total_cost: cost }) => cost);
  const isWrong =
    lengths.some((seconds) => !(seconds > 0 && seconds < LONGEST_SECONDS)) ||
    costs.some((cost) => !(cost >= 0 && cost < MOST_COST_CENTS));
  return isWrong ? `lengths ${lengths.join(" ")} s, costs ${costs.join(" ")} cents` : undefined;
}
