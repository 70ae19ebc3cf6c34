import type { Schema } from "../platform/database/schema.ts";
import { tenancyMigrations } from "../platform/database/tenancy.ts";
import { idempotencyMigrations } from "../platform/http/idempotency.ts";
import { accessMigrations } from "./access/migrations.ts";
import { activityMigrations } from "./activity/migrations.ts";
import { auditMigrations } from "./audit/migrations.ts";
import { creditMigrations } from "./billing/migrations.ts";
import { forwardingQueue } from "./leads/forwarding.ts";
import { notificationQueue } from "./notifications/queue.ts";
import { notificationMigrations } from "./notifications/migrations.ts";
import { leadMigrations } from "./leads/migrations.ts";
import { phoneMigrations } from "./phones/tables.ts";
import { webhookQueue } from "./webhooks/queue.ts";
import { webhookMigrations } from "./webhooks/migrations.ts";
import { expiryQueue } from "./workspaces/expiry.ts";
import { admissionMigrations, keyReachMigrations, memberMigrations, workspaceMigrations } from "./workspaces/migrations.ts";

/** What is kept of accounts, and of requests of theirs that are repeated. */
export const accountsSchema: Schema = {
  migrations: [
    ...accessMigrations,
    ...activityMigrations,
    ...admissionMigrations,
    ...auditMigrations,
    ...creditMigrations,
    ...idempotencyMigrations,
    ...keyReachMigrations,
    ...leadMigrations,
    ...memberMigrations,
    ...notificationMigrations,
    ...phoneMigrations,
    ...tenancyMigrations,
    ...webhookMigrations,
    ...workspaceMigrations,
  ],
  queues: [expiryQueue, forwardingQueue, notificationQueue, webhookQueue],
};
