/** Who is called on a messaging channel: `from` names its sender, as in `whatsapp:+254700000001`. Only whoever allows it is rung there. */
import type { Admitted } from "../../compliance/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { countryOf, parsePhoneNumber, withPlus } from "../../platform/phone-number/phone-number.ts";
import type { CallingSender } from "../legs/channel/channel-legs.ts";
import type { DialRoute } from "./dial.ts";

export interface ChannelRouteParts {
  /** A workspace's WhatsApp sender that people know by this number. */
  callingSender(workspaceId: string, number: string): Promise<CallingSender | undefined>;
}

const WHATSAPP = "whatsapp:";

/** Undefined: it leaves by the telephone network. Refuses who has not allowed it, and a sender that may call nobody. */
export async function routeByChannel(
  { callingSender }: ChannelRouteParts,
  { workspaceId, admitted, from }: { workspaceId: string; admitted: Admitted; from: string | undefined },
): Promise<DialRoute | undefined> {
  if (from?.startsWith(WHATSAPP) !== true) return undefined;
  const number = parsePhoneNumber(withPlus(from.slice(WHATSAPP.length).trim()));
  const sender = number && (await callingSender(workspaceId, number));
  if (!sender) throw refuse("call.bad_caller_id");
  if (admitted.isRegistered) throw refuse("call.bad_number");
  if (!sender.api.mayCallFrom(countryOf(sender.number) ?? "")) throw refuse("call.channel_country");
  const permission = await permissionOf(sender, admitted.to);
  const facts = { ...admitted.facts, permission };
  return { via: { channel: sender }, from: sender.number, to: admitted.to, admitted: { ...admitted, facts } };
}

async function permissionOf({ api }: CallingSender, to: string): Promise<Admitted["facts"]["permission"]> {
  const asked = await api.permission(to);
  if (asked.kind === "later") throw refuse("call.channel_busy");
  if (asked.kind === "refused") throw refuse("call.channel_refused");
  if (asked.kind === "unknown") throw refuse("call.channel_unreachable");
  const { state, expiresAt, mayCall } = asked.permission;
  if (state === "none") throw refuse("call.no_permission");
  if (!mayCall) throw refuse("call.permission_used_up");
  return { state, ...(expiresAt && { expires_at: expiresAt.toISOString() }) };
}
