/** Trunks of workspaces, from the row to the registration and to the calls that go by them. */
import type { SipEndpoint } from "@ongea/channels";
import type { Accounts } from "../accounts/index.ts";
import { fetchOutside } from "../platform/fetch/outside.ts";
import { mayReachWith } from "../platform/fetch/private.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { RestFailure } from "../platform/fetch/rest.ts";
import { createAfricasTalking, type AfricasTalking, type AfricasTalkingParts } from "./carriers/africastalking/account.ts";
import { createTrunkNumbers } from "./numbers/of-trunks/store.ts";
import { createTrunkCheck, type OrdersCheck, type TrunkCheck } from "./trunks/check.ts";
import { createTrunkDirectory, type TrunkDirectory } from "./trunks/directory.ts";
import { createTrunkKeeping } from "./trunks/keeping.ts";
import { trunkRoutes } from "./trunks/routes.ts";
import { createTrunkStore } from "./trunks/store.ts";
import { createTrunks } from "./trunks/trunks.ts";

export interface OpenedTrunks {
  /** The account that calls of this trunk are ordered with. */
  account(orders: Pick<AfricasTalkingParts, "username" | "apiKey">): AfricasTalking;
  directory: TrunkDirectory;
  /** From now on trunks are registered at; ends before the SIP port does. */
  keep(endpoint: SipEndpoint): void;
  routes(app: Http): void;
}

export function openTrunks({ config, database, ring, log, closing }: Platform, { audit, isDemo }: Accounts): OpenedTrunks {
  const store = createTrunkStore(database);
  const numbers = createTrunkNumbers(database);
  const mayReach = mayReachWith(config.PRIVATE_ADDRESSES);
  const directory = createTrunkDirectory({ store, numbers, ring, mayReach, log, nowMs: () => performance.now() });
  const account: OpenedTrunks["account"] = ({ username, apiKey }) =>
    createAfricasTalking({
      username,
      apiKey,
      fetch: fetchOutside,
      allowed: config.PRIVATE_ADDRESSES,
      baseUrl: config.PROVIDER_ADDRESSES["africastalking"],
    });
  const orders: OrdersCheck = (given) =>
    account(given)
      .balance()
      .then(
        () => "taken",
        (error: unknown) => (error instanceof RestFailure && error.problem !== "unknown" ? "refused" : "silent"),
      );
  let changed = (): void => undefined;
  let check: TrunkCheck = () => Promise.reject(new Error("the trunks are not kept yet"));
  return {
    directory,
    account,
    keep(endpoint) {
      const keeping = createTrunkKeeping({ store, directory, endpoint, ring, mayReach, log, now: () => new Date() });
      changed = () => void keeping.changed();
      check = createTrunkCheck({ endpoint, ring, mayReach, orders, now: () => new Date() });
      closing.add("trunks", () => keeping.stop());
    },
    routes(app) {
      trunkRoutes(
        app,
        createTrunks({ store, numbers, ring, audit, isDemo, mayReach, changed: () => changed(), check: (row) => check(row) }),
        config.PUBLIC_URL,
      );
    },
  };
}
