/** Trunks of workspaces, from the row to the registration and to the calls that go by them. Part of the composition. */
import type { SipEndpoint } from "@ongea/channels";
import type { Audit } from "./accounts/audit/index.ts";
import {
  CarrierFailure,
  createAfricasTalking,
  type AfricasTalking,
  type AfricasTalkingParts,
} from "./telephony/carriers/index.ts";
import type { Config } from "./config.ts";
import { connectionKeys } from "./connecting.ts";
import { createTrunkNumbers } from "./telephony/numbers/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import { fetchOutside } from "./platform/fetch/outside.ts";
import { mayReachWith } from "./platform/fetch/private.ts";
import type { Http } from "./platform/http/http.ts";
import type { Log } from "./platform/log/log.ts";
import {
  createTrunkCheck,
  createTrunkDirectory,
  createTrunkKeeping,
  createTrunks,
  createTrunkStore,
  trunkRoutes,
  type OrdersCheck,
  type TrunkCheck,
  type TrunkDirectory,
} from "./telephony/trunks/index.ts";
import type { Workspaces } from "./accounts/workspaces/index.ts";

export interface TrunkingParts {
  config: Pick<Config, "AUTH_SECRET" | "CONNECTION_KEYS" | "PRIVATE_ADDRESSES" | "PUBLIC_URL" | "PROVIDER_ADDRESSES">;
  dataDir: string;
  tenancy: Tenancy;
  workspaces: Pick<Workspaces, "read">;
  log: Log;
}

export interface Trunking {
  /** The account that calls of this trunk are ordered with. */
  account(orders: Pick<AfricasTalkingParts, "username" | "apiKey">): AfricasTalking;
  directory: TrunkDirectory;
  /** From now on trunks are registered at; ends before the SIP port does. */
  keep(endpoint: SipEndpoint, closing: Closing): void;
  routes(app: Http, audit: Audit): void;
}

export function openTrunking({ config, dataDir, tenancy, workspaces, log }: TrunkingParts): Trunking {
  const store = createTrunkStore(tenancy);
  const numbers = createTrunkNumbers(tenancy);
  const ring = connectionKeys(config, dataDir);
  const mayReach = mayReachWith(config.PRIVATE_ADDRESSES);
  const directory = createTrunkDirectory({ store, numbers, ring, mayReach, log, nowMs: () => performance.now() });
  const account: Trunking["account"] = ({ username, apiKey }) =>
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
        (error: unknown) => (error instanceof CarrierFailure && error.problem !== "unknown" ? "refused" : "silent"),
      );
  let changed = (): void => undefined;
  let check: TrunkCheck | undefined;
  return {
    directory,
    account,
    keep(endpoint, closing) {
      const keeping = createTrunkKeeping({ store, directory, endpoint, ring, mayReach, log, now: () => new Date() });
      changed = () => void keeping.changed();
      check = createTrunkCheck({ endpoint, ring, mayReach, orders, now: () => new Date() });
      closing.add("trunks", () => keeping.stop());
    },
    routes(app, audit) {
      const isDemo = async (workspaceId: string): Promise<boolean> => (await workspaces.read(workspaceId)).kind === "demo";
      trunkRoutes(
        app,
        createTrunks({ store, numbers, ring, audit, isDemo, mayReach, changed: () => changed(), check: (row) => check!(row) }),
        config.PUBLIC_URL,
      );
    },
  };
}
