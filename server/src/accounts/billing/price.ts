/** Amounts that the operator sets by currency: what a minute of a call costs, what a dollar buys. Pure. */
import { CURRENCIES, type Currency, type Me } from "@ongea/contract";

/** Millionths of each currency's unit. */
export type Amounts = Partial<Record<Currency, bigint>>;

/** `USD:0.02,KES:2.6`. Returns undefined when it cannot be read. */
export function parseAmounts(text: string): Amounts | undefined {
  const amounts: Amounts = {};
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const match = /^\s*([A-Z]{3}):(\d{1,6})(?:\.(\d{1,6}))?\s*$/.exec(part);
    const currency = CURRENCIES.find((one) => one === match?.[1]);
    if (!match || !currency) return undefined;
    amounts[currency] = BigInt(match[2] ?? "0") * 1_000_000n + BigInt((match[3] ?? "").padEnd(6, "0"));
  }
  return amounts;
}

/** What one US dollar buys: `KES:129.2,NGN:1450`. Returns undefined when it cannot be read, or when a dollar would buy nothing. */
export function parseRates(text: string): Me["exchange_rates"] | undefined {
  const amounts = parseAmounts(text);
  const rates = amounts && Object.entries(amounts).map(([currency, micros]) => [currency, Number(micros) / 1_000_000] as const);
  return rates?.every(([, rate]) => rate > 0) ? { ...Object.fromEntries(rates), USD: 1 } : undefined;
}

/** Every begun second counts. */
export function priceOf(minuteMicros: bigint, seconds: number): bigint {
  return (minuteMicros * BigInt(Math.ceil(Math.max(0, seconds)))) / 60n;
}
