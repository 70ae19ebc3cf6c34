/** All the SQL of what is asked of another server's calls. */
import { and, asc, eq, inArray, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { callOrders } from "./tables.ts";
import type { Outcome } from "./commands.ts";

export type Order = Omit<typeof callOrders.$inferSelect, "state" | "outcome" | "askedAt" | "takeBy">;
export type OrderKey = Pick<Order, "id" | "workspaceId">;

export interface OrderStanding {
  state: "waiting" | "taken" | "answered";
  outcome: unknown;
  /** The call has its end. */
  isOver: boolean;
}

export interface OrderStore {
  add(order: Order, takeWithinMs: number): Promise<void>;
  /** Undefined: it is gone, with its call. */
  read(key: OrderKey): Promise<OrderStanding | undefined>;
  /** Nobody will take it any more. False: somebody has. */
  withdraw(key: OrderKey): Promise<boolean>;
  remove(key: OrderKey): Promise<void>;
  /** Those that wait for this server, oldest first: each once, and none that is too old. */
  take(ownerId: string, most: number): Promise<Order[]>;
  answer(key: OrderKey, outcome: Outcome): Promise<void>;
  /** Those that nobody waits for any more: who asked is gone. */
  sweep(): Promise<void>;
}

const KEPT = sql`interval '10 minutes'`;

/** What calls say of one of theirs, in SQL. */
export interface CallOfId {
  /** The workspace has it. */
  isThere(callId: SQLWrapper): SQL;
  hasEnded(callId: SQLWrapper): SQL;
}

export function createOrderStore(tenancy: Tenancy, calls: CallOfId): OrderStore {
  const the = ({ id, workspaceId }: OrderKey) => and(eq(callOrders.workspaceId, workspaceId), eq(callOrders.id, id));
  const isWaiting = eq(callOrders.state, "waiting");
  return {
    async add(order, takeWithinMs) {
      const askedAt = sql`clock_timestamp()`;
      const takeBy = sql`clock_timestamp() + ${takeWithinMs} * interval '1 millisecond'`;
      await tenancy
        .of(order.workspaceId)
        .insert(callOrders)
        .values({ ...order, askedAt, takeBy });
    },
    async read(key) {
      const [row] = await tenancy
        .of(key.workspaceId)
        .select({
          state: callOrders.state,
          outcome: callOrders.outcome,
          isOver: calls.hasEnded(callOrders.callId).mapWith(Boolean),
        })
        .from(callOrders)
        .where(and(the(key), calls.isThere(callOrders.callId)));
      return row;
    },
    async withdraw(key) {
      const gone = tenancy
        .of(key.workspaceId)
        .delete(callOrders)
        .where(and(the(key), isWaiting));
      return (await gone.returning({ id: callOrders.id })).length > 0;
    },
    async remove(key) {
      await tenancy.of(key.workspaceId).delete(callOrders).where(the(key));
    },
    async take(ownerId, most) {
      const mine = and(eq(callOrders.ownerId, ownerId), isWaiting, sql`${callOrders.takeBy} > clock_timestamp()`);
      const next = tenancy.everywhere.select({ id: callOrders.id }).from(callOrders).where(mine);
      const rows = await tenancy.everywhere
        .update(callOrders)
        .set({ state: "taken" })
        .where(and(mine, inArray(callOrders.id, next.orderBy(asc(callOrders.askedAt)).limit(most))))
        .returning();
      return rows.toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime());
    },
    async answer(key, outcome) {
      const isTaken = eq(callOrders.state, "taken");
      await tenancy
        .of(key.workspaceId)
        .update(callOrders)
        .set({ state: "answered", outcome })
        .where(and(the(key), isTaken));
    },
    async sweep() {
      await tenancy.everywhere.delete(callOrders).where(sql`${callOrders.askedAt} < clock_timestamp() - ${KEPT}`);
    },
  };
}
