/** What the operator asks for a minute of a call, in each currency. Pure. */
import { CURRENCIES, type Currency } from "@ongea/contract";

/** Millionths of the currency's unit for a minute; a currency that is not named costs nothing. */
export type MinutePrices = Partial<Record<Currency, bigint>>;

/** `USD:0.02,KES:2.6`. Returns undefined when it cannot be read. */
export function parsePrices(text: string): MinutePrices | undefined {
  const prices: MinutePrices = {};
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const match = /^\s*([A-Z]{3}):(\d{1,6})(?:\.(\d{1,6}))?\s*$/.exec(part);
    const currency = CURRENCIES.find((one) => one === match?.[1]);
    if (!match || !currency) return undefined;
    prices[currency] = BigInt(match[2] ?? "0") * 1_000_000n + BigInt((match[3] ?? "").padEnd(6, "0"));
  }
  return prices;
}

/** Every begun second counts. */
export function priceOf(minuteMicros: bigint, seconds: number): bigint {
  return (minuteMicros * BigInt(Math.ceil(Math.max(0, seconds)))) / 60n;
}
