/** Calls by trunks at Africa's Talking, which are requested over HTTP. */
import type { Platform } from "../platform/platform.ts";
import { sanitizeText } from "../platform/text.ts";
import type { CarrierRoutesParts } from "./inbound/carrier-routes.ts";
import { createRequestedCalls } from "./legs/africastalking/requested-calls.ts";
import type { TurnAway } from "./inbound/turn-away.ts";
import type { Numbers } from "./numbers/numbers.ts";
import type { OpenedTrunks } from "./open-trunks.ts";

export interface RequestedCallsParts {
  numbers: Numbers;
  trunks: Pick<OpenedTrunks, "account" | "directory">;
  turnAway: TurnAway;
  addressTowards(remoteHost: string): string;
}

export function openRequestedCalls(
  { config, log }: Platform,
  { numbers, trunks, turnAway, addressTowards }: RequestedCallsParts,
): Pick<CarrierRoutesParts, "asked" | "askedTrunk"> {
  return {
    asked: createRequestedCalls({
      isPublic: config.PUBLIC_URL !== undefined,
      account: trunks.account,
      async answers({ trunkId, workspaceId }, number) {
        const at = sanitizeText(number) === number ? await numbers.agentAt(number) : undefined;
        return at?.trunkId === trunkId && at.workspaceId === workspaceId;
      },
      async turnsAway({ trunkId, workspaceId }, { sessionId, person: from, number: to }) {
        const at = await numbers.agentAt(to);
        if (!at?.missedCall) return false;
        const ring = { ref: `${trunkId}/${sessionId}`, provider: "sip", workspaceId, agentId: at.agentId } as const;
        await turnAway({ ...ring, setting: at.missedCall, from, to, line: undefined });
        return true;
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
