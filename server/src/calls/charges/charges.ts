/** What telephone companies say that they have taken for a call, when it is over: added to its cost, each of their sessions once. */
import { CURRENCIES } from "@ongea/contract";
import type { Log } from "../../platform/log/log.ts";
import { unitsToMinor, type ExchangeRates } from "../../platform/money/money.ts";
import type { RunningCall } from "../lifecycle/running-call.ts";
import type { Charge, ChargeStore } from "./store.ts";

export interface ChargesParts {
  store: ChargeStore;
  /** What one US dollar buys. */
  rates: ExchangeRates;
  log: Pick<Log, "info" | "error">;
}

/** Never throws. Of a currency without a rate only the row says how much it was. */
export function createCharges({ store, rates, log }: ChargesParts): (call: RunningCall, charge: Charge) => void {
  return (call, charge) => {
    const { id, row } = call;
    const rate = rateOf(rates, charge.currency);
    const cents = rate === undefined ? 0 : unitsToMinor(charge.amount / rate);
    // A call that has ended is stored whole: its cost is added to from then on.
    call.done
      .then(() => store.add({ id, workspaceId: row.workspaceId }, charge, cents))
      .then(
        (isNew) =>
          isNew && rate === undefined && log.info({ callId: id, currency: charge.currency }, "A charge has no exchange rate"),
        (error: unknown) => log.error({ err: error, callId: id }, "What a company took for a call could not be stored"),
      );
  };
}

function rateOf(rates: ExchangeRates, currency: string): number | undefined {
  const known = CURRENCIES.find((one) => one === currency);
  return known === "USD" ? 1 : known && rates[known];
}
