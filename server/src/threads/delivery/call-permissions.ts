/** Whether somebody lets a WhatsApp number call them: they are asked in their thread, and answer by its buttons. */
import { askCallPermission, LANGUAGES, readCallPermission } from "@ongea/contract";
import { type Agents, languageOf } from "../../agents/index.ts";
import type { Compliance } from "../../compliance/index.ts";
import type { CallPermission, CallPermissionReply } from "../../contacts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { countryOf } from "../../platform/phone-number/phone-number.ts";
import { messageOnWire } from "../messages/on-wire.ts";
import type { DeliveryStore } from "../messages/outgoing/store.ts";
import type { ThreadKey } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import { callingSender } from "../senders/calling.ts";
import type { Senders } from "../senders/senders.ts";
import type { SenderRow } from "../senders/store.ts";

export interface CallPermissionParts {
  threads: Pick<Threads, "read" | "answer">;
  senders: Pick<Senders, "read" | "channelOf">;
  deliveries: Pick<DeliveryStore, "byRef" | "hasMessage">;
  agents: Pick<Agents, "present">;
  ledger: Compliance["channelPermissions"];
}

/** Where nobody was asked by us: they called, or allowed it in the profile of the business. */
const OWN_ACCORD = "WhatsApp: allow calls";

export interface CallPermissions {
  /** What somebody has answered, once. In a transaction of the caller's. */
  answered(sender: SenderRow, number: string, reply: CallPermissionReply): Promise<void>;
  routes(app: Http): void;
}

export function createCallPermissions({ threads, senders, deliveries, agents, ledger }: CallPermissionParts): CallPermissions {
  /** As the provider says now. Refuses a thread of another channel. */
  async function permissionIn(key: ThreadKey) {
    const { workspaceId } = key;
    const { senderId, address: number } = await threads.read(key);
    const sender = senderId === null ? undefined : await senders.read({ workspaceId, id: senderId });
    if (sender?.provider !== "whatsapp") throw refuse("request.invalid");
    const caller = await callingSender(sender, senders.channelOf);
    if (!caller) throw refuse("sender.not_connected");
    const from = `whatsapp:${caller.number}`;
    if (!caller.api.mayCallFrom(countryOf(caller.number) ?? "")) return { from, permission: undefined };
    const at = new Date();
    const asked = await caller.api.permission(number);
    if (asked.kind === "later") throw refuse("call.channel_busy");
    if (asked.kind === "refused") throw refuse("call.channel_refused");
    if (asked.kind === "unknown") throw refuse("call.channel_unreachable");
    if (asked.permission.state === "none") await ledger.ended({ workspaceId, number, by: "revoked", givenUpTo: at });
    return { from, permission: asked.permission };
  }

  return {
    async answered({ workspaceId, id: senderId, agentId }, number, { ref, about, at, isAllowed, expiresAt }) {
      if (!isAllowed) return ledger.ended({ workspaceId, number, by: "declined", givenUpTo: at });
      const request = about === undefined ? undefined : await deliveries.byRef({ workspaceId, senderId }, about);
      const agent = await agents.present(workspaceId, agentId);
      const language = LANGUAGES.find((one) => agent && one === languageOf(agent.document)) ?? "en";
      const wording = request?.text.trim().slice(0, 1_000) || OWN_ACCORD;
      await ledger.allowed({ workspaceId, number, wording, language, proof: ref.slice(0, 500), givenAt: at, expiresAt });
    },
    routes(app) {
      serve(app, readCallPermission, async ({ params }, { principal: { workspaceId } }) => {
        const { from, permission } = await permissionIn({ workspaceId, id: params.thread_id });
        return onWire(from, permission);
      });
      serve(app, askCallPermission, async ({ params, body: { id: clientId, text } }, { principal }) => {
        const key = { workspaceId: principal.workspaceId, id: params.thread_id };
        // The same again is the same message, though nobody may be asked a second time.
        if (!(await deliveries.hasMessage(key, clientId))) {
          const { permission } = await permissionIn(key);
          if (!permission) throw refuse("call.channel_country");
          if (!permission.mayAsk) throw refuse("call.permission_asked");
        }
        return messageOnWire(await threads.answer(principal, params.thread_id, { clientId, text, asksToCall: true }));
      });
    },
  };
}

function onWire(from: string, permission: CallPermission | undefined) {
  return {
    state: permission?.state ?? ("none" as const),
    expires_at: permission?.expiresAt?.toISOString() ?? null,
    may_call: permission?.mayCall ?? false,
    may_ask: permission?.mayAsk ?? false,
    is_offered: permission !== undefined,
    from_phone_number: from,
  };
}
