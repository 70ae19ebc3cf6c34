/** Calls by trunks at Africa's Talking, which are requested over HTTP. */
import type { Platform } from "../platform/platform.ts";
import { sanitizeText } from "../platform/text.ts";
import type { CarrierRoutesParts } from "./inbound/carrier-routes.ts";
import { createRequestedCalls } from "./legs/africastalking/requested-calls.ts";
import type { Numbers } from "./numbers/numbers.ts";
import type { OpenedTrunks } from "./open-trunks.ts";

export interface RequestedCallsParts {
  numbers: Numbers;
  trunks: Pick<OpenedTrunks, "account" | "directory">;
  addressTowards(remoteHost: string): string;
}

export function openRequestedCalls(
  { config, log }: Platform,
  { numbers, trunks, addressTowards }: RequestedCallsParts,
): Pick<CarrierRoutesParts, "asked" | "askedTrunk"> {
  return {
    asked: createRequestedCalls({
      isPublic: config.PUBLIC_URL !== undefined,
      account: trunks.account,
      async answers({ trunkId, workspaceId }, number) {
        const at = sanitizeText(number) === number ? await numbers.agentAt(number) : undefined;
        return at?.trunkId === trunkId && at.workspaceId === workspaceId;
      },
      addressTowards,
      log,
    }),
    askedTrunk(trunkId) {
      const { asked, workspaceId = "" } = trunks.directory.lineOf(trunkId) ?? {};
      return asked && { trunkId, workspaceId, ...asked };
    },
  };
}
