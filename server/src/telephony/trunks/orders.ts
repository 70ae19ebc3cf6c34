/** What a trunk at Africa's Talking has besides: an account to order calls with, and an address that only the company knows. */
import { randomBytes } from "node:crypto";
import type { NewTrunk, TrunkChange } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { openSecrets, sealSecrets } from "./password.ts";
import type { StoredTrunk } from "./store.ts";
import type { TrunkSettings } from "./tables.ts";

/** Of what stands in the address that it asks: nobody guesses it. */
const HOOK_BYTES = 24;

type Orders = NewTrunk["africastalking"];

/** Its calls are ordered by HTTP and come by SIP, from whoever registers there. */
export function checkOrders(
  orders: Orders | TrunkSettings["africastalking"] | undefined,
  { isNew, inbound, auth }: { isNew: boolean; inbound: boolean; auth: NewTrunk["auth_type"] },
): void {
  if (!orders) return;
  const invalid = (field: string, msg: string) => refuse("request.invalid", [{ type: "missing", loc: ["body", field], msg }]);
  if (isNew && !("api_key" in orders && orders.api_key)) throw invalid("africastalking", "api_key must be given");
  if (auth !== "userpass") throw invalid("auth_type", "must be userpass: its SIP clients register");
  if (!inbound) throw invalid("inbound_enabled", "must be true: its calls come to our SIP client");
}

/** Another application has another address to ask. */
export function ordering(orders: Orders, before: TrunkSettings["africastalking"]): Pick<TrunkSettings, "africastalking"> {
  if (!orders) return { africastalking: null };
  const hook = before?.username === orders.username ? before.hook : randomBytes(HOOK_BYTES).toString("base64url");
  return { africastalking: { username: orders.username, hook } };
}

/** What is not given stays; what no key opens any more has to be given anew. Refuses orders that cannot be placed. */
export function changedOrders(
  ring: KeyRing,
  row: StoredTrunk,
  { africastalking: orders, auth_password: password, inbound_enabled }: TrunkChange,
): { secrets: Partial<ReturnType<typeof sealSecrets>>; settings: Pick<TrunkSettings, "africastalking"> } {
  const before = row.settings.africastalking ?? undefined;
  const inbound = inbound_enabled ?? row.settings.inbound_enabled;
  checkOrders(orders === undefined ? before : orders, { isNew: !before, inbound, auth: row.authType });
  const known = openSecrets(ring, row);
  const apiKey = orders === null ? undefined : (orders?.api_key ?? known?.apiKey);
  const isChanged = password !== undefined || orders !== undefined;
  return {
    secrets: isChanged ? sealSecrets(ring, row, { password: password ?? known?.password ?? "", apiKey }) : {},
    settings: orders === undefined ? {} : ordering(orders, before),
  };
}
