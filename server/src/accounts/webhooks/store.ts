/** All the SQL of what webhooks are told. */
import { randomUUID } from "node:crypto";
import { and, desc, eq, ne, sql, type SQL } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { webhookDeliveries, webhookSecrets, webhooksGone } from "./tables.ts";

export type Delivery = typeof webhookDeliveries.$inferSelect;
export type NewDelivery = Pick<Delivery, "workspaceId" | "agentId" | "body"> &
  (
    | Required<Pick<Delivery, "callId" | "callStatus">>
    | Pick<Delivery, "event" | "threadId" | "messageId" | "messageState">
    | Pick<Delivery, "event">
  );
export type Attempted = Pick<Delivery, "state" | "answer" | "problem">;

export interface DeliveryKey {
  id: string;
  workspaceId: string;
}

export interface WebhookStore {
  /** Its id; undefined: that status of that call was told already. */
  add(made: NewDelivery): Promise<string | undefined>;
  read(key: DeliveryKey): Promise<Delivery | undefined>;
  list(workspaceId: string, agentId: string, most: number): Promise<Delivery[]>;
  attempted(key: DeliveryKey, attempted: Attempted): Promise<void>;
  /** Waits for a further attempt, also where its receiver wanted to hear no more; false: there is none such. */
  again(key: DeliveryKey): Promise<boolean>;
  /** Of an agent, what is older than its newest ones goes, unless it waits. */
  prune(workspaceId: string, agentId: string, keep: number): Promise<void>;
  secret(workspaceId: string): Promise<typeof webhookSecrets.$inferSelect | undefined>;
  /** The one before it holds beside it until then. */
  keepSecret(workspaceId: string, secret: { sealed: string; ends: string }, formerUntil: Date): Promise<void>;
  /** Its receiver wants to hear no more at this address. False: that was known. */
  gone(workspaceId: string, agentId: string, url: string): Promise<boolean>;
  isGone(workspaceId: string, agentId: string, url: string): Promise<boolean>;
  /** At most so many that are older, wait for nothing and are on no hold; returns how many. */
  removeDue(workspaceId: string, before: Date, most: number): Promise<number>;
  /** What was told of a call, or will be, in a transaction of the caller's. */
  rewriteOfCall(call: { id: string; workspaceId: string }, rewrite: (body: string) => string): Promise<void>;
}

export function createWebhookStore(tenancy: Tenancy): WebhookStore {
  const the = ({ id, workspaceId }: DeliveryKey) =>
    and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.id, id));
  const ofAgent = (workspaceId: string, agentId: string) =>
    and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.agentId, agentId));
  const theGone = (workspaceId: string, agentId: string) =>
    and(eq(webhooksGone.workspaceId, workspaceId), eq(webhooksGone.agentId, agentId));
  const change = (key: DeliveryKey, set: PgUpdateSetSource<typeof webhookDeliveries>) =>
    tenancy.of(key.workspaceId).update(webhookDeliveries).set(set).where(the(key));
  return {
    async add(made) {
      const row = { id: randomUUID(), ...made };
      const added = tenancy.of(made.workspaceId).insert(webhookDeliveries).values(row).onConflictDoNothing();
      return (await added.returning({ id: webhookDeliveries.id }))[0]?.id;
    },
    async read(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(webhookDeliveries).where(the(key));
      return row;
    },
    async list(workspaceId, agentId, most) {
      const rows = tenancy.of(workspaceId).select().from(webhookDeliveries).where(ofAgent(workspaceId, agentId));
      return rows.orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id)).limit(most);
    },
    async attempted(key, attempted) {
      await change(key, { ...attempted, attempts: sql`${webhookDeliveries.attempts} + 1`, attemptedAt: sql`now()` });
    },
    async again(key) {
      const [row] = await change(key, { state: "waiting" }).returning({ agentId: webhookDeliveries.agentId });
      if (row) await tenancy.of(key.workspaceId).delete(webhooksGone).where(theGone(key.workspaceId, row.agentId));
      return row !== undefined;
    },
    async prune(workspaceId, agentId, keep) {
      const newest = tenancy
        .of(workspaceId)
        .select({ at: webhookDeliveries.createdAt })
        .from(webhookDeliveries)
        .where(ofAgent(workspaceId, agentId))
        .orderBy(desc(webhookDeliveries.createdAt))
        .offset(keep)
        .limit(1);
      const older = and(sql`${webhookDeliveries.createdAt} <= (${newest})`, ne(webhookDeliveries.state, "waiting"));
      await tenancy
        .of(workspaceId)
        .delete(webhookDeliveries)
        .where(and(ofAgent(workspaceId, agentId), older));
    },
    async secret(workspaceId) {
      const rows = tenancy.of(workspaceId).select().from(webhookSecrets);
      return (await rows.where(eq(webhookSecrets.workspaceId, workspaceId)))[0];
    },
    async keepSecret(workspaceId, secret, formerUntil) {
      const former = { formerSealed: sql`${webhookSecrets.sealed}`, formerUntil };
      await tenancy
        .of(workspaceId)
        .insert(webhookSecrets)
        .values({ workspaceId, ...secret })
        .onConflictDoUpdate({ target: webhookSecrets.workspaceId, set: { ...secret, ...former, createdAt: sql`now()` } });
    },
    async gone(workspaceId, agentId, url) {
      const set = { url, createdAt: sql`now()` };
      const noted = tenancy.of(workspaceId).insert(webhooksGone).values({ workspaceId, agentId, url });
      const isNews = { target: webhooksGone.agentId, set, setWhere: ne(webhooksGone.url, url) };
      return (await noted.onConflictDoUpdate(isNews).returning({ url: webhooksGone.url })).length > 0;
    },
    async isGone(workspaceId, agentId, url) {
      const rows = tenancy.of(workspaceId).select({ url: webhooksGone.url }).from(webhooksGone);
      return (await rows.where(theGone(workspaceId, agentId)))[0]?.url === url;
    },
    async removeDue(workspaceId, before, most) {
      const { rowCount } = await tenancy.of(workspaceId).execute(sql`
        delete from webhook_deliveries where id in (
          select told.id from webhook_deliveries told
          where told.workspace_id = ${workspaceId} and told.created_at < ${before.toISOString()}::timestamptz
            and told.state <> 'waiting' and not is_delivery_held(told)
          limit ${most} for update of told skip locked)`);
      return rowCount ?? 0;
    },
    async rewriteOfCall(call, rewrite) {
      const db = tenancy.of(call.workspaceId);
      const { id, body, workspaceId, callId } = webhookDeliveries;
      const ofCall = and(eq(workspaceId, call.workspaceId), eq(callId, call.id));
      for (const one of await db.select({ id, body }).from(webhookDeliveries).where(ofCall))
        await db
          .update(webhookDeliveries)
          .set({ body: rewrite(one.body) })
          .where(and(ofCall, eq(id, one.id)));
    },
  };
}

/** Of these calls, given by a query of their ids. */
export const deleteDeliveriesOf = (calls: SQL): SQL => sql`delete from webhook_deliveries where call_id in (${calls})`;

/** The bodies, as one JSON value. */
export const deliveredOf = (call: SQL): SQL =>
  sql`(select coalesce(jsonb_agg(body), '[]') from webhook_deliveries where call_id = ${call})`;
