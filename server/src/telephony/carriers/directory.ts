/** Which companies a workspace has connected, and its accounts there, from its sealed connections. */
import type { FetchOutside } from "../../platform/fetch/outside.ts";
import type { CarrierAccount, CarrierName } from "./account.ts";
import { createPlivoAccount } from "./plivo/account.ts";
import { createTwilioAccount } from "./twilio/account.ts";

export interface CarrierCredentials {
  account: string;
  secret: string;
}

export interface CarrierDirectoryParts {
  /** Undefined: not connected, or its key is refused. Never rejects. */
  credentials(workspaceId: string, carrier: CarrierName): Promise<CarrierCredentials | undefined>;
  fetch: FetchOutside;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  twilioUrl: string;
  plivoUrl: string;
}

export interface CarrierDirectory {
  account(workspaceId: string, carrier: CarrierName): Promise<CarrierAccount | undefined>;
  /** In the order in which they are offered. */
  connected(workspaceId: string): Promise<CarrierName[]>;
}

const CARRIERS: readonly CarrierName[] = ["twilio", "plivo"];

export function createCarrierDirectory(parts: CarrierDirectoryParts): CarrierDirectory {
  const { credentials, fetch, allowed, twilioUrl, plivoUrl } = parts;
  const make: Record<CarrierName, (workspaceId: string, given: CarrierCredentials) => CarrierAccount> = {
    twilio: (workspaceId, given) =>
      createTwilioAccount({ workspaceId, ...given, fetch, allowed, baseUrl: twilioUrl, pricingUrl: pricingAt(twilioUrl) }),
    plivo: (workspaceId, given) => createPlivoAccount({ workspaceId, ...given, fetch, allowed, baseUrl: plivoUrl }),
  };
  const account: CarrierDirectory["account"] = async (workspaceId, carrier) => {
    const given = await credentials(workspaceId, carrier);
    return given && make[carrier](workspaceId, given);
  };
  return {
    account,
    async connected(workspaceId) {
      const given = await Promise.all(CARRIERS.map((carrier) => credentials(workspaceId, carrier)));
      return CARRIERS.filter((_, index) => given[index] !== undefined);
    },
  };
}

/** Twilio tells prices at a host of their own. */
function pricingAt(twilioUrl: string): string {
  return twilioUrl.replace(/^https:\/\/api\.(?:[a-z0-9.]+\.)?twilio\.com$/, "https://pricing.twilio.com");
}
