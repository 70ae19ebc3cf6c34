/** What the providers of a call ask for, by what it used of them. Pure. */
import type { Entry, Execution } from "@ongea/contract";
import { costOfUsage, type Prices } from "@ongea/providers";
import { saysItself } from "./life/lines.ts";

export type Cost = Execution["cost_breakdown"];

/** The vectors of questions belong to what the language model is given: existing clients know no part for them. */
const PARTS = { hear: "transcriber", think: "llm", speak: "synthesizer", embed: "llm", line: "network" } as const;
const CENTS = 100;
type Used = Extract<Entry, { kind: "usage" }>;

/** In cents of US dollars. What nobody knows the price of, and what runs here, counts nothing. */
export function costOfProviders(
  entries: readonly Entry[],
  { priceFor }: Pick<Prices, "priceFor">,
): Pick<Cost, "llm" | "network" | "synthesizer" | "transcriber"> {
  const cost = { llm: 0, network: 0, synthesizer: 0, transcriber: 0 };
  for (const entry of entries) if (entry.kind === "usage") cost[PARTS[entry.stage]] += centsOf(entry, priceFor);
  return cost;
}

/** Of that, what was asked of this installation's accounts and not of the workspace's own; in cents of US dollars. */
export function costOfInstallation(entries: readonly Entry[], { priceFor }: Pick<Prices, "priceFor">): number {
  let cents = 0;
  // Vectors are asked of services that the workspace has connected, or of this machine.
  for (const entry of entries)
    if (entry.kind === "usage" && !entry.own && entry.stage !== "embed") cents += centsOf(entry, priceFor);
  return cents;
}

function centsOf({ stage, by, usage }: Used, priceFor: Prices["priceFor"]): number {
  const price = stage === "line" && saysItself(by) ? undefined : priceFor(stage, by);
  return price ? costOfUsage(price, usage as Parameters<typeof costOfUsage>[1]) * CENTS : 0;
}
