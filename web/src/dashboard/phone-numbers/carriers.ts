/** From whom the workspace can have numbers, and what they are called. */
import { CARRIERS, EXAMPLE_NUMBER, listNumberCarriers, PROVIDERS, type Answer, type Carrier } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { toMinorUnits } from "../../shell/money.ts";
import type { Words } from "../../words/index.ts";
import { NUMBERS } from "./keys.ts";

export type Source = Answer<typeof listNumberCarriers>[number]["provider"];

/** The built-in carrier, which no telephone network leads to. */
export const SANDBOX = "sandbox";

export function useSources(): readonly Source[] {
  const { data = [] } = useQuery({
    queryKey: [...NUMBERS, "carriers"],
    queryFn: () => server.call(listNumberCarriers),
    // Somebody may have connected one on another screen.
    staleTime: 5_000,
  });
  return data.map(({ provider }) => provider);
}

export function isCarrier(provider: string): provider is Carrier {
  return (CARRIERS as readonly string[]).includes(provider);
}

export function carrierName(words: Words, provider: string): string {
  if (isCarrier(provider)) return PROVIDERS.find(({ id }) => id === provider)?.name ?? provider;
  if (provider === EXAMPLE_NUMBER) return words.say("numbers.example");
  return words.say(provider === SANDBOX ? "numbers.sandbox" : "numbers.own");
}

/** What a telephone company charges, in its currency. */
export function carrierPrice(
  words: Words,
  carrier: Carrier,
  { price, currency }: { price: number | null; currency: string },
): string {
  const name = carrierName(words, carrier);
  if (price === null) return words.say("numbers.company_price_unknown", { carrier: name });
  const rent = currency === "USD" ? words.money(Math.round(toMinorUnits(price)), currency) : `${currency} ${price}`;
  return words.say("numbers.company_price", { carrier: name, rent });
}
