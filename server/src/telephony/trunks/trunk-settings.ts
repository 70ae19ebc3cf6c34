/** What a trunk is set to, and what of it cannot be. Pure. */
import { isIP } from "node:net";
import type { NewTrunk, TrunkChange } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import type { TrunkSettings } from "./tables.ts";

/** What is wrong with an address is said where it is typed; a name is looked at each time that it is resolved. */
export function checkPlaces(gateways: NewTrunk["gateways"], mayReach: (address: string) => boolean): void {
  for (const { gateway_address: host } of gateways)
    if ((isIP(host) !== 0 && !mayReach(host)) || (host.toLowerCase() === "localhost" && !mayReach("127.0.0.1")))
      throw refuse("trunk.private_address");
}

export function checkAccount(authType: NewTrunk["auth_type"], username: string): void {
  if (authType === "userpass" && username === "")
    throw refuse("request.invalid", [{ type: "missing", loc: ["body", "auth_username"], msg: "must be given" }]);
}

export function settingsOf(wanted: NewTrunk): TrunkSettings {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a new one gives every setting
  return settingsIn(wanted) as TrunkSettings;
}

export function settingsIn(given: TrunkChange | NewTrunk): Partial<TrunkSettings> {
  const { gateways, ip_identifiers, allow, transport, media_encryption, qualify_frequency } = given;
  const { inbound_enabled, outbound_leading_plus_enabled, lines, calls_per_second, transfer } = given;
  const how = { gateways, ip_identifiers, allow, transport, media_encryption, qualify_frequency };
  const all = { ...how, inbound_enabled, outbound_leading_plus_enabled, lines, calls_per_second, transfer };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
