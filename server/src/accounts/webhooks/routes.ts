import {
  listWebhookDeliveries,
  makeWebhookSecret,
  readWebhookDelivery,
  readWebhookSecret,
  resendWebhook,
  tryWebhook,
} from "@ongea/contract";
import type { Audit } from "../audit/audit.ts";
import { whileHere } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import { newWebhookSecret } from "./signature.ts";
import type { Delivery, WebhookStore } from "./store.ts";
import type { createTryWebhook } from "./try-webhook.ts";
import type { AgentsWithWebhooks, Webhooks } from "./webhooks.ts";

export interface WebhookRoutesParts {
  store: WebhookStore;
  agents: Pick<AgentsWithWebhooks, "read">;
  webhooks: Pick<Webhooks, "resend">;
  seal: Pick<Seal, "close">;
  audit: Pick<Audit, "act">;
  tried: ReturnType<typeof createTryWebhook>;
}

const MOST_LISTED = 50;
const ENDS = 4;
/** Receivers learn the new secret meanwhile. */
const FORMER_HOLDS_MS = 86_400_000;

export function webhookRoutes(app: Http, { store, agents, webhooks, seal, audit, tried }: WebhookRoutesParts): void {
  serve(app, listWebhookDeliveries, async ({ params }, { principal }) => {
    const { id } = await agents.read(principal.workspaceId, params.agent_id);
    return { data: (await store.list(principal.workspaceId, id, MOST_LISTED)).map(wireDelivery) };
  });
  serve(app, readWebhookDelivery, async ({ params }, { principal }) => {
    const delivery = await store.read({ id: params.delivery_id, workspaceId: principal.workspaceId });
    if (!delivery) throw refuse("webhook.not_found");
    return { ...wireDelivery(delivery), body: delivery.body };
  });
  serve(app, resendWebhook, async ({ params }, { principal }) => {
    const isThere = await webhooks.resend({ id: params.delivery_id, workspaceId: principal.workspaceId });
    if (!isThere) throw refuse("webhook.not_found");
    return { message: "success" as const, state: "waiting" as const };
  });
  serve(app, tryWebhook, async ({ params }, { principal, reply }) =>
    tried(principal.workspaceId, params.agent_id, whileHere(reply)),
  );
  serve(app, readWebhookSecret, async (_given, { principal }) => {
    const kept = await store.secret(principal.workspaceId);
    return { made_at: kept?.createdAt.toISOString() ?? null, ends: kept?.ends ?? null };
  });
  serve(app, makeWebhookSecret, async (_given, { principal }) => {
    const secret = newWebhookSecret();
    const ends = secret.slice(-ENDS);
    const kept = { sealed: seal.close(secret, principal.workspaceId), ends };
    await audit.act(principal, async (write) => {
      await store.keepSecret(principal.workspaceId, kept, new Date(Date.now() + FORMER_HOLDS_MS));
      await write({ act: "webhook.secret_made", subject: `…${ends}`, details: {} });
    });
    return { secret };
  });
}

function wireDelivery({ id, event, state, attempts, answer, problem, ...of }: Delivery) {
  const created_at = of.createdAt.toISOString();
  const attempted_at = of.attemptedAt?.toISOString() ?? null;
  return {
    id,
    event,
    execution_id: of.callId,
    status: of.callStatus,
    thread_id: of.threadId,
    message_id: of.messageId,
    message_state: of.messageState,
    state,
    attempts,
    answer_status: answer,
    problem,
    created_at,
    attempted_at,
  };
}
