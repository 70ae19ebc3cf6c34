/** Templates of a thread's account, as the provider has them, and a person's message made from one. */
import { listTemplates, sendTemplate } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { CarrierFailure } from "../../telephony/index.ts";
import { filledBody } from "../channels/whatsapp-templates.ts";
import { messageOnWire } from "../messages/on-wire.ts";
import type { DeliveryStore } from "../messages/outgoing/store.ts";
import type { ThreadKey } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import type { Senders } from "../senders/senders.ts";

export interface TemplateRoutesParts {
  threads: Pick<Threads, "read" | "answer">;
  senders: Pick<Senders, "read" | "channelOf">;
  deliveries: Pick<DeliveryStore, "isWindowOpen">;
}

export function templateRoutes(app: Http, { threads, senders, deliveries }: TemplateRoutesParts): void {
  async function ofThread(key: ThreadKey) {
    const { workspaceId, senderId } = await threads.read(key);
    const sender = senderId === null ? undefined : await senders.read({ workspaceId, id: senderId });
    if (sender?.provider !== "whatsapp") return { data: [], hasWindow: false, knowsAccount: true };
    if (sender.account === "") return { data: [], hasWindow: true, knowsAccount: false };
    const channel = await senders.channelOf(sender);
    if (!channel?.templates) throw refuse("sender.not_connected");
    const data = await channel.templates(sender.account).catch((error: unknown) => {
      throw error instanceof CarrierFailure ? refuse("sender.not_connected") : error;
    });
    return { data, hasWindow: true, knowsAccount: true };
  }
  serve(app, listTemplates, async ({ params }, { principal: { workspaceId } }) => {
    const key = { workspaceId, id: params.thread_id };
    const { data, hasWindow, knowsAccount } = await ofThread(key);
    return { data, is_window_open: !hasWindow || (await deliveries.isWindowOpen(key)), knows_account: knowsAccount };
  });
  serve(app, sendTemplate, async ({ params, body: { id: clientId, name, language, values } }, { principal }) => {
    const { workspaceId } = principal;
    const { data } = await ofThread({ workspaceId, id: params.thread_id });
    const found = data.find((one) => one.name === name && one.language === language);
    if (!found?.can_send || found.variables.length !== values.length) throw refuse("message.no_template");
    const filled = found.variables.map((variable, at) => ({ name: variable, text: values[at] ?? "" }));
    const template = { name, language, values: filled };
    const text = filledBody(found.body, filled);
    return messageOnWire(await threads.answer(principal, params.thread_id, { clientId, text, template }));
  });
}
