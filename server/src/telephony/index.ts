/** How a call gets in, out and onwards. */
export type { BrowserCalls } from "./browser/browser-calls.ts";
export type { ChannelInbound } from "./inbound/channel-inbound.ts";
export type { CallingSender, ChannelLegs } from "./legs/channel/channel-legs.ts";
export { twilioWebhooks } from "./carriers/twilio/webhooks.ts";
export { XML } from "./carriers/webhooks.ts";
export { holderOf } from "./browser/routes.ts";
export type { Numbers } from "./numbers/numbers.ts";
export { addSeededNumbers } from "./numbers/seeded/store.ts";
export { type Telephony, openTelephony } from "./open.ts";
export type { CallOrder, Outbound } from "./outbound/outbound.ts";
export type { Everywhere } from "./supervision/cross-server-commands.ts";
