/**
 * Money inside the server: exact, in millionths of a currency's unit. Other programs say hundredths (`amount_minor`, cents) or units; both
 * are read and written here. Pure.
 */
import { CURRENCIES, type Currency, type Me } from "@ongea/contract";

export interface Money {
  readonly currency: Currency;
  readonly micros: bigint;
}

/** What the operator sets by currency: what a minute of a call costs. */
export type Prices = Partial<Record<Currency, Money>>;
/** What one US dollar buys of each currency. */
export type ExchangeRates = Me["exchange_rates"];

const MICROS_A_MINOR = 10_000;
const MICROS_A_UNIT = 1_000_000n;
const MINOR_A_UNIT = 100;

export const noMoney = (currency: Currency): Money => ({ currency, micros: 0n });

export function fromMinor(minor: number, currency: Currency): Money {
  return { currency, micros: BigInt(Math.round(minor * MICROS_A_MINOR)) };
}

/** In hundredths of the unit, with what is less behind the point. Balances stay far below what a number holds exactly. */
export function toMinor({ micros }: Pick<Money, "micros">): number {
  return Number(micros) / MICROS_A_MINOR;
}

/** Prices of providers are floating numbers of dollars: cents of one, without rounding. */
export const unitsToMinor = (units: number): number => units * MINOR_A_UNIT;
export const minorToUnits = (minor: number): number => minor / MINOR_A_UNIT;

export const negate = ({ currency, micros }: Money): Money => ({ currency, micros: -micros });

/** Of one currency; throws where they are not. */
export function add(one: Money, other: Money): Money {
  if (one.currency !== other.currency) throw new Error(`${other.currency} cannot be added to ${one.currency}`);
  return { currency: one.currency, micros: one.micros + other.micros };
}

export const multiply = ({ currency, micros }: Money, times: number): Money => ({ currency, micros: micros * BigInt(times) });

/** What so many seconds cost at this price a minute. Every begun second counts. */
export function costOfSeconds({ currency, micros }: Money, seconds: number): Money {
  return { currency, micros: (micros * BigInt(Math.ceil(Math.max(0, seconds)))) / 60n };
}

/** What so many cents of the US dollar are in a currency; nothing in one that the operator has set no rate for. */
export function exchangeCents(cents: number, currency: Currency, rates: ExchangeRates): Money {
  return fromMinor(cents * (rates[currency] ?? 0), currency);
}

/** `USD:0.02,KES:2.6`. Returns undefined when it cannot be read. */
export function parsePrices(text: string): Prices | undefined {
  const prices: Prices = {};
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const match = /^\s*([A-Z]{3}):(\d{1,6})(?:\.(\d{1,6}))?\s*$/.exec(part);
    const currency = CURRENCIES.find((one) => one === match?.[1]);
    if (!match || !currency) return undefined;
    const micros = BigInt(match[2] ?? "0") * MICROS_A_UNIT + BigInt((match[3] ?? "").padEnd(6, "0"));
    prices[currency] = { currency, micros };
  }
  return prices;
}

/** What one US dollar buys: `KES:129.2,NGN:1450`. Returns undefined when it cannot be read, or when a dollar would buy nothing. */
export function parseRates(text: string): ExchangeRates | undefined {
  const amounts = parsePrices(text);
  const rates =
    amounts && Object.values(amounts).map((one) => [one.currency, Number(one.micros) / Number(MICROS_A_UNIT)] as const);
  return rates?.every(([, rate]) => rate > 0) ? { ...Object.fromEntries(rates), USD: 1 } : undefined;
}
