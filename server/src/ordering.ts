/** Calls by trunks at Africa's Talking, which are asked for by HTTP, and what the company takes for them. Part of the composition. */
import { createAskedCalls, createCharges, createChargeStore, type CarrierRoutesParts } from "./calls/index.ts";
import type { Config } from "./config.ts";
import type { Numbers } from "./telephony/numbers/index.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Log } from "./platform/log/log.ts";
import { keepableText } from "./platform/text.ts";
import type { Trunking } from "./trunking.ts";

export interface OrderingParts {
  config: Pick<Config, "PUBLIC_URL" | "EXCHANGE_RATES">;
  tenancy: Tenancy;
  numbers: Pick<Numbers, "agentAt">;
  log: Log;
}

export interface Ordering extends Pick<CarrierRoutesParts, "asked" | "askedTrunk"> {
  charged: ReturnType<typeof createCharges>;
}

export function openOrdering(
  { config, tenancy, numbers, log }: OrderingParts,
  { trunking, addressTowards }: { trunking: Pick<Trunking, "account" | "directory">; addressTowards(remoteHost: string): string },
): Ordering {
  return {
    asked: createAskedCalls({
      isPublic: config.PUBLIC_URL !== undefined,
      account: trunking.account,
      async answers({ trunkId, workspaceId }, number) {
        const at = keepableText(number) === number ? await numbers.agentAt(number) : undefined;
        return at?.trunkId === trunkId && at.workspaceId === workspaceId;
      },
      addressTowards,
      log,
    }),
    askedTrunk(trunkId) {
      const { asked, workspaceId = "" } = trunking.directory.lineOf(trunkId) ?? {};
      return asked && { trunkId, workspaceId, ...asked };
    },
    charged: createCharges({ store: createChargeStore(tenancy), rates: config.EXCHANGE_RATES, log }),
  };
}
