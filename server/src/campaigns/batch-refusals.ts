/** Why numbers of a batch may not be called. */
import { mayDial } from "../compliance/index.ts";
import { orRefusal } from "../platform/http/refuse.ts";
import type { Telephony } from "../telephony/index.ts";
import type { BatchesParts } from "./batches/batches.ts";
import type { CampaignsParts } from "./dependencies.ts";

/** Why numbers may not be called, as the dial gate will say of each. */
export function refusalsOf({ platform: { config }, compliance, telephony }: CampaignsParts): BatchesParts["refusalsOf"] {
  return async ({ workspaceId, agentId, message }, numbers) => {
    const channel = message ? "message" : "call";
    const question = { workspaceId, agentId, numbers, channel, at: new Date() } as const;
    const [listed, missing] = await Promise.all([
      compliance.doNotCall.among(workspaceId, numbers),
      compliance.consents.missing(question),
    ]);
    const phones = message ? new Set<string>() : await phonesAmong(telephony, workspaceId, numbers);
    return numbers.map((to) => {
      const isRegistered = !message && (phones.has(to) || telephony.isRegistered(to));
      const verdict = mayDial({ to, isRegistered, isDemo: false, countries: config.DIAL_COUNTRIES });
      if (verdict.kind === "refused") return verdict.code;
      if (verdict.kind === "phone") return undefined;
      if (listed.has(verdict.number)) return "call.do_not_call";
      return missing.has(verdict.number) ? "call.no_consent" : undefined;
    });
  };
}

/** Those that are names of the workspace's phones; whether one is registered is seen when it is rung. */
async function phonesAmong(
  telephony: Pick<Telephony, "phoneOf">,
  workspaceId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const name of numbers) {
    const user = await orRefusal(telephony.phoneOf(workspaceId, name));
    if (user !== undefined) found.add(name);
  }
  return found;
}
