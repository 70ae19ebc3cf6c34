import type { CarrierName } from "./account.ts";
import { plivoWebhooks } from "./plivo/webhooks.ts";
import { twilioWebhooks } from "./twilio/webhooks.ts";
import type { WebhookDialect } from "./webhooks.ts";

/** How a company's webhooks are read and answered. */
export function dialectOf(carrier: CarrierName): WebhookDialect {
  return carrier === "twilio" ? twilioWebhooks : plivoWebhooks;
}
