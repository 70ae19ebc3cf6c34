/** What the providers of a call ask for, by what it used of them. Pure. */
import type { Entry, Execution } from "@ongea/contract";
import { costOfUsage, type Prices } from "@ongea/providers";

export type Cost = Execution["cost_breakdown"];

/** The vectors of questions belong to what the language model is given: existing clients know no part for them. */
const PARTS = { hear: "transcriber", think: "llm", speak: "synthesizer", embed: "llm" } as const;
const CENTS = 100;

/** In cents of US dollars. What nobody knows the price of, and what runs here, counts nothing. */
export function costOfProviders(
  entries: readonly Entry[],
  { priceFor }: Pick<Prices, "priceFor">,
): Pick<Cost, "llm" | "synthesizer" | "transcriber"> {
  const cost = { llm: 0, synthesizer: 0, transcriber: 0 };
  for (const entry of entries) {
    if (entry.kind !== "usage") continue;
    const price = priceFor(entry.stage, entry.by);
    if (price) cost[PARTS[entry.stage]] += costOfUsage(price, entry.usage as Parameters<typeof costOfUsage>[1]) * CENTS;
  }
  return cost;
}
