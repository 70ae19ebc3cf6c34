/** What the providers of a call ask for, by what it used of them. Pure. */
import type { Currency, Entry, Execution } from "@ongea/contract";
import { costOfUsage, type Prices } from "@ongea/providers";
import type { Config } from "../../platform/config/config.ts";
import {
  costOfSeconds,
  exchangeCents,
  noMoney,
  toMinor,
  type Money,
  type Prices as MinutePrices,
  unitsToMinor,
} from "../../platform/money/money.ts";

export type Cost = Execution["cost_breakdown"];

/** The vectors of questions belong to what the language model is given: existing clients know no part for them. */
const PARTS = { hear: "transcriber", think: "llm", speak: "synthesizer", embed: "llm", line: "network" } as const;
type Used = Extract<Entry, { kind: "usage" }>;

/** What the built-in parts cost. */
const NO_COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };

/** What a call of so many seconds costs in all. */
export function costsOf(minute: MinutePrices, providers: Prices): (seconds: number, entries: readonly Entry[]) => Cost {
  return (seconds, entries) => ({
    ...NO_COST,
    ...costOfProviders(entries, providers),
    platform: toMinor(costOfSeconds(minute.USD ?? noMoney("USD"), seconds)),
    ...installationPart(costOfInstallation(entries, providers)),
  });
}

function installationPart(cents: number): { installation?: number } {
  return cents > 0 ? { installation: cents } : {};
}

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

/** What a workspace is asked for that, where the operator passes it on. */
export function passedOnBy({
  CHARGE_PROVIDER_COSTS,
  EXCHANGE_RATES,
}: Pick<Config, "CHARGE_PROVIDER_COSTS" | "EXCHANGE_RATES">): (cents: number, currency: Currency) => Money {
  return (cents, currency) => exchangeCents(CHARGE_PROVIDER_COSTS === "yes" ? cents : 0, currency, EXCHANGE_RATES);
}

function centsOf({ stage, by, usage }: Used, priceFor: Prices["priceFor"]): number {
  const price = stage === "line" && saysItself(by) ? undefined : priceFor(stage, by);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- amounts that are absent may be undefined on the wire
  return price ? unitsToMinor(costOfUsage(price, usage as Parameters<typeof costOfUsage>[1])) : 0;
}

/** It tells what it takes for each call: no price is looked up. */
function saysItself(by: string): boolean {
  return by.startsWith("africastalking-");
}
