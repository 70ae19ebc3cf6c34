import { fetchOutside } from "../platform/fetch/outside.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { createSeal } from "../platform/secrets/seal.ts";
import type { Activity } from "./activity/activity.ts";
import type { Audit } from "./audit/audit.ts";
import { startDelivering } from "./webhooks/deliver.ts";
import type { PostParts } from "./webhooks/post.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { createWebhookStore, type WebhookStore } from "./webhooks/store.ts";
import { createTryWebhook, type ExampleCall } from "./webhooks/try-webhook.ts";
import { type AgentsWithWebhooks, createWebhooks, type Webhooks } from "./webhooks/webhooks.ts";

export interface OpenWebhooks extends Pick<Webhooks, "deliver" | "happened">, Pick<WebhookStore, "removeDue" | "rewriteOfCall"> {}

export interface WebhooksLater {
  agents: AgentsWithWebhooks;
  exampleCall: ExampleCall;
}

export function openWebhooks(
  { config, database, jobs, secret }: Platform,
  { activity, audit }: { activity: Activity; audit: Audit },
): OpenWebhooks & { start(agents: AgentsWithWebhooks): void; routes(app: Http, later: WebhooksLater): void } {
  const store = createWebhookStore(database);
  const webhooks = createWebhooks({ tenancy: database, store, jobs });
  const seal = createSeal(secret, "webhooks");
  const allowed = config.PRIVATE_ADDRESSES;
  const posting: PostParts = { store, fetch: fetchOutside, allowed, open: seal.open, now: () => new Date() };
  return {
    deliver: webhooks.deliver,
    happened: webhooks.happened,
    removeDue: store.removeDue,
    rewriteOfCall: store.rewriteOfCall,
    start(agents) {
      startDelivering({
        ...posting,
        jobs,
        store,
        agents,
        gone: (workspaceId, { id, name }) =>
          activity.tell(workspaceId, {
            kind: "webhook.gone",
            tone: "error",
            details: { name },
            subject: { kind: "agent", id },
            notify: true,
          }),
      });
    },
    routes(app, later) {
      const tried = createTryWebhook({ ...posting, ...later });
      webhookRoutes(app, { store, agents: later.agents, webhooks, seal, audit, tried });
    },
  };
}
