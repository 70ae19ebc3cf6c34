/**
 * WhatsApp by Meta's Cloud API (developers.facebook.com/docs/whatsapp/cloud-api): JSON that is signed with the app's secret over its raw bytes,
 * many events in one delivery, and free text only within 24 hours of the person's last message. It has no key that would make a second request
 * the same, and does not tell what it has sent.
 */
import type { Rest } from "../../platform/fetch/rest.ts";
import type { TextChannel } from "./channel.ts";
import { GRAPH_VERSION, isSignedByApp, sendByGraph } from "./meta.ts";
import type { DownloadMedia } from "./meta-media.ts";
import { callSignalsIn, createWhatsAppCalls } from "./whatsapp-calls.ts";
import { listTemplatesBy, templateJson } from "./whatsapp-templates.ts";
import { About, CODES, LATER, Taken, accountIn, deliveredIn } from "./whatsapp-events.ts";

export interface WhatsAppParts {
  ask: Rest;
  /** Signs what Meta posts. */
  appSecret: string;
  /** Meta's id of the number that people write to. */
  phoneNumberId: string;
  download: DownloadMedia;
}

export function createWhatsApp({ ask, appSecret, phoneNumberId, download }: WhatsAppParts): TextChannel {
  const number = `/${GRAPH_VERSION}/${encodeURIComponent(phoneNumberId)}`;
  const path = `${number}/messages`;
  const base = { messaging_product: "whatsapp", recipient_type: "individual" };
  return {
    provider: "whatsapp",
    hasWindow: true,
    verify: (posted) => isSignedByApp(posted, appSecret),
    receive: (posted) => deliveredIn(posted, phoneNumberId),
    callsIn: (posted) => callSignalsIn(posted, phoneNumberId),
    calls: createWhatsAppCalls(ask, phoneNumberId),
    templates: (account) => listTemplatesBy(ask, { version: GRAPH_VERSION, account }),
    accountIn: (posted) => accountIn(posted, phoneNumberId),
    send({ to, text, template, asksToCall }) {
      const free = asksToCall ? requestToCall(text) : { type: "text", text: { preview_url: false, body: text } };
      const what = template ? { type: "template", template: templateJson(template) } : free;
      const refIn = (json: unknown): string | undefined => Taken.safeParse(json).data?.messages[0]?.id;
      return sendByGraph(ask, { path, json: { ...base, to: to.slice(1), ...what } }, { codes: CODES, later: LATER, refIn });
    },
    download,
    /** The two blue marks, so that the person sees that it has been read. */
    async read(ref) {
      await ask({ method: "POST", path, json: { messaging_product: "whatsapp", status: "read", message_id: ref } });
    },
    async describe() {
      const answer = await ask({ method: "GET", path: `${number}?fields=display_phone_number`, also: [400, 403, 404] });
      return answer.status < 300 ? About.safeParse(answer.json).data?.display_phone_number : undefined;
    },
  };
}

/** With the buttons of WhatsApp, which nobody may word. */
function requestToCall(text: string): object {
  const name = "call_permission_request";
  return { type: "interactive", interactive: { type: name, action: { name }, body: { text } } };
}
