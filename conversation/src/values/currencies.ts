/** The money of a country, where a caller says "shillings" or no currency at all. Pure. */
import type { Utterance } from "./utterance.ts";

/** ISO 3166 → ISO 4217. */
const OF_COUNTRY: Readonly<Record<string, string>> = {
  KE: "KES",
  UG: "UGX",
  TZ: "TZS",
  RW: "RWF",
  BI: "BIF",
  ET: "ETB",
  NG: "NGN",
  GH: "GHS",
  ZA: "ZAR",
  ZM: "ZMW",
  ZW: "USD",
  MW: "MWK",
  BW: "BWP",
  NA: "NAD",
  MZ: "MZN",
  AO: "AOA",
  EG: "EGP",
  MA: "MAD",
  CD: "CDF",
  SN: "XOF",
  CI: "XOF",
  ML: "XOF",
  BF: "XOF",
  BJ: "XOF",
  TG: "XOF",
  NE: "XOF",
  CM: "XAF",
  GA: "XAF",
  TD: "XAF",
  CG: "XAF",
  FR: "EUR",
  BE: "EUR",
  PT: "EUR",
  GB: "GBP",
  US: "USD",
};

/** `name`: what was said, `LOCAL` for a word that many countries use. */
export function currencyOf(name: string, { country }: Utterance): string {
  return name === "LOCAL" ? (OF_COUNTRY[country] ?? "USD") : name;
}
