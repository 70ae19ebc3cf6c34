/** Templates of a thread's account, as the provider has them, and a person's message made from one. */
import { listSenderTemplates, listTemplates, sendTemplate } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { messageOnWire } from "../messages/on-wire.ts";
import type { DeliveryStore } from "../messages/outgoing/store.ts";
import type { ThreadKey } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import type { Senders } from "../senders/senders.ts";
import { templatesOf, useTemplate } from "./chosen.ts";

export interface TemplateRoutesParts {
  threads: Pick<Threads, "read" | "answer">;
  senders: Pick<Senders, "read" | "channelOf">;
  deliveries: Pick<DeliveryStore, "isWindowOpen">;
}

export function templateRoutes(app: Http, { threads, senders, deliveries }: TemplateRoutesParts): void {
  async function ofThread(key: ThreadKey) {
    const { workspaceId, senderId } = await threads.read(key);
    const sender = senderId === null ? undefined : await senders.read({ workspaceId, id: senderId });
    if (!sender) return { data: [], hasWindow: false, knowsAccount: true };
    return { ...(await templatesOf(senders, sender)), hasWindow: sender.provider === "whatsapp" };
  }
  serve(app, listTemplates, async ({ params }, { principal: { workspaceId } }) => {
    const key = { workspaceId, id: params.thread_id };
    const { data, hasWindow, knowsAccount } = await ofThread(key);
    return { data: [...data], is_window_open: !hasWindow || (await deliveries.isWindowOpen(key)), knows_account: knowsAccount };
  });
  serve(app, listSenderTemplates, async ({ params }, { principal: { workspaceId } }) => {
    const sender = await senders.read({ workspaceId, id: params.sender_id });
    const { data, knowsAccount } = await templatesOf(senders, sender);
    return { data: [...data], knows_account: knowsAccount };
  });
  serve(app, sendTemplate, async ({ params, body: { id: clientId, name, language, values } }, { principal }) => {
    const { workspaceId } = principal;
    const { data } = await ofThread({ workspaceId, id: params.thread_id });
    const { text, template } = useTemplate(data, { name, language, values });
    return messageOnWire(await threads.answer(principal, params.thread_id, { clientId, text, template }));
  });
}
