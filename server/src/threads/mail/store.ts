/** All the SQL of mailboxes: e-mail addresses of senders, and up to where each has been read. */
import type { MailProblem } from "@ongea/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { MailPlace } from "./imap.ts";
import { mailboxes } from "./tables.ts";

export type MailboxRow = typeof mailboxes.$inferSelect;
export type NewMailbox = Pick<MailboxRow, "id" | "workspaceId" | "address" | "settings" | "sealed" | "place">;
export type MailboxKey = Pick<MailboxRow, "id" | "workspaceId">;
export type MailboxStore = ReturnType<typeof createMailboxStore>;

const isOne = ({ id, workspaceId }: MailboxKey) => and(eq(mailboxes.workspaceId, workspaceId), eq(mailboxes.id, id));

/** `everySeconds`: how long after a visit the next one is due. */
export function createMailboxStore(tenancy: Tenancy, everySeconds: number) {
  const soon = sql`now() + ${everySeconds} * interval '1 second'`;
  return {
    async add(mailbox: NewMailbox): Promise<void> {
      await tenancy.of(mailbox.workspaceId).insert(mailboxes).values(mailbox);
    },
    /** With a `place`: it is another mailbox than before. It is due at once. */
    async change(
      { id, workspaceId }: MailboxKey,
      change: Pick<MailboxRow, "settings" | "sealed"> & Partial<Pick<MailboxRow, "place">>,
    ): Promise<void> {
      const fresh = { state: "new" as const, problem: null, failures: 0, nextAt: sql`now()` };
      await tenancy
        .of(workspaceId)
        .update(mailboxes)
        .set({ ...change, ...fresh })
        .where(isOne({ id, workspaceId }));
    },
    async at({ workspaceId, address }: Pick<MailboxRow, "workspaceId" | "address">): Promise<MailboxRow | undefined> {
      const is = and(eq(mailboxes.workspaceId, workspaceId), eq(mailboxes.address, address));
      const [row] = await tenancy.of(workspaceId).select().from(mailboxes).where(is);
      return row;
    },
    async read(key: MailboxKey): Promise<MailboxRow | undefined> {
      const [row] = await tenancy.of(key.workspaceId).select().from(mailboxes).where(isOne(key));
      return row;
    },
    /** Those whose time has come, of all workspaces; each is due again later, whatever becomes of this visit. */
    async due(most: number): Promise<MailboxKey[]> {
      const db = tenancy.everywhere;
      const due = db
        .select({ id: mailboxes.id })
        .from(mailboxes)
        .where(sql`${mailboxes.nextAt} <= now()`)
        .orderBy(mailboxes.nextAt)
        .limit(most)
        .for("update", { skipLocked: true });
      const changed = db.update(mailboxes).set({ nextAt: soon }).where(inArray(mailboxes.id, due));
      return changed.returning({ id: mailboxes.id, workspaceId: mailboxes.workspaceId });
    },
    /** For one visit at a time, over all servers. Undefined: another is underway, or it is gone. */
    async lease(key: MailboxKey, seconds: number): Promise<MailboxRow | undefined> {
      const [row] = await tenancy
        .of(key.workspaceId)
        .update(mailboxes)
        .set({ leasedUntil: sql`now() + ${seconds} * interval '1 second'` })
        .where(and(isOne(key), sql`coalesce(${mailboxes.leasedUntil} < now(), true)`))
        .returning();
      return row;
    },
    async readUpTo(key: MailboxKey, place: MailPlace): Promise<void> {
      await tenancy.of(key.workspaceId).update(mailboxes).set({ place }).where(isOne(key));
    },
    /** The visit is over. `againAfterSeconds`: undefined: as usual. */
    async release(
      key: MailboxKey,
      { problem, againAfterSeconds }: { problem: MailProblem | null; againAfterSeconds?: number | undefined },
    ): Promise<void> {
      const failures = problem === null ? sql`0` : sql`${mailboxes.failures} + 1`;
      const nextAt = againAfterSeconds === undefined ? soon : sql`now() + ${againAfterSeconds} * interval '1 second'`;
      const state = problem === null ? ("working" as const) : ("failed" as const);
      const over = { state, problem, failures, nextAt, leasedUntil: null, checkedAt: sql`now()` };
      await tenancy.of(key.workspaceId).update(mailboxes).set(over).where(isOne(key));
    },
    /** The server stops: another one goes on at once. */
    async giveUp(key: MailboxKey): Promise<void> {
      await tenancy
        .of(key.workspaceId)
        .update(mailboxes)
        .set({ leasedUntil: null, nextAt: sql`now()` })
        .where(isOne(key));
    },
  };
}
