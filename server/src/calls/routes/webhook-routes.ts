import { listWebhookDeliveries, makeWebhookSecret, readWebhookSecret, resendWebhook } from "@ongea/contract";
import type { Agents } from "../../agents/documents/index.ts";
import type { Audit } from "../../accounts/audit/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import { newWebhookSecret } from "../webhooks/signature.ts";
import type { Delivery, WebhookStore } from "../webhooks/store.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";

export interface WebhookRoutesParts {
  store: WebhookStore;
  agents: Pick<Agents, "read">;
  webhooks: Pick<Webhooks, "resend">;
  seal: Pick<Seal, "close">;
  audit: Pick<Audit, "act">;
}

const MOST_LISTED = 50;
const ENDS = 4;
/** Receivers learn the new secret meanwhile. */
const FORMER_HOLDS_MS = 86_400_000;

export function webhookRoutes(app: Http, { store, agents, webhooks, seal, audit }: WebhookRoutesParts): void {
  serve(app, listWebhookDeliveries, async ({ params }, { asker }) => {
    const { id } = await agents.read(asker.workspaceId, params.agent_id);
    return { data: (await store.list(asker.workspaceId, id, MOST_LISTED)).map(wireDelivery) };
  });
  serve(app, resendWebhook, async ({ params }, { asker }) => {
    const isThere = await webhooks.resend({ id: params.delivery_id, workspaceId: asker.workspaceId });
    if (!isThere) throw refuse("webhook.not_found");
    return { message: "success" as const, state: "waiting" as const };
  });
  serve(app, readWebhookSecret, async (_given, { asker }) => {
    const kept = await store.secret(asker.workspaceId);
    return { made_at: kept?.createdAt.toISOString() ?? null, ends: kept?.ends ?? null };
  });
  serve(app, makeWebhookSecret, async (_given, { asker }) => {
    const secret = newWebhookSecret();
    const ends = secret.slice(-ENDS);
    const kept = { sealed: seal.close(secret, asker.workspaceId), ends };
    await audit.act(asker, async (write) => {
      await store.keepSecret(asker.workspaceId, kept, new Date(Date.now() + FORMER_HOLDS_MS));
      await write({ act: "webhook.secret_made", subject: `…${ends}`, details: {} });
    });
    return { secret };
  });
}

function wireDelivery({ id, callId, callStatus, state, attempts, answer, problem, ...at }: Delivery) {
  const created_at = at.createdAt.toISOString();
  const attempted_at = at.attemptedAt?.toISOString() ?? null;
  return {
    id,
    execution_id: callId,
    status: callStatus,
    state,
    attempts,
    answer_status: answer,
    problem,
    created_at,
    attempted_at,
  };
}
