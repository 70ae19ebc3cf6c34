/** Amounts in the currency that a person reads. */
import type { Currency, Me } from "@ongea/contract";
import { useWords, type Words } from "../words/index.ts";
import { useMe } from "./me.tsx";

/** Like `words.money`; an amount that was converted is marked ≈, one without a rate stays as it is kept. */
export function useMoney(): Words["money"] {
  const words = useWords();
  const { preferences, exchange_rates: rates } = useMe();
  const { currency: wanted } = preferences;
  return (minorUnits, currency) => {
    const converted = wanted === null || wanted === currency ? undefined : convert(minorUnits, currency, wanted, rates);
    if (wanted === null || converted === undefined) return words.money(minorUnits, currency);
    return `≈\u00a0${words.money(converted, wanted)}`;
  };
}

/** Prices of providers come as numbers of dollars. */
export function useDollars(): (usd: number) => string {
  const money = useMoney();
  return (usd) => money(toMinorUnits(usd), "USD");
}

const MINOR_A_UNIT = 100;
export const toMinorUnits = (units: number): number => units * MINOR_A_UNIT;

/** Through the US dollar, of which each rate tells how much it buys; undefined without both rates. */
export function convert(
  minorUnits: number,
  from: Currency,
  ...[to, rates]: [to: Currency, rates: Me["exchange_rates"]]
): number | undefined {
  const [ofFrom, ofTo] = [rates[from], rates[to]];
  return ofFrom === undefined || ofTo === undefined ? undefined : (minorUnits / ofFrom) * ofTo;
}
