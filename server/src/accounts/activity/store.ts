/** All the SQL of the activity log and the notifications. */
import type { ActivityEvent } from "@ongea/contract";
import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, pageFrom, cursorOf, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { activityEvents, notificationMarks, notificationReads } from "./tables.ts";

export type StoredEvent = typeof activityEvents.$inferSelect;

interface Asked {
  cursor?: string | undefined;
  limit: number;
}

export interface ActivityStore {
  add(workspaceId: string, row: StoredEvent): Promise<void>;
  addIn(db: Db, rows: readonly StoredEvent[]): Promise<void>;
  /** Those of these that there still are, the oldest first. */
  these(workspaceId: string, ids: readonly string[]): Promise<StoredEvent[]>;
  /** How many there were of each kind, from a moment on and before another. */
  counts(workspaceId: string, from: Date, until: Date): Promise<ReadonlyMap<ActivityEvent["kind"], number>>;
  /** Newest first. */
  list(workspaceId: string, asked: Asked & { tone?: ActivityEvent["tone"] | undefined }): Promise<PageOf<StoredEvent>>;
  notifications(workspaceId: string, reader: string, asked: Asked): Promise<PageOf<StoredEvent & { read: boolean }>>;
  unread(workspaceId: string, reader: string): Promise<number>;
  markAll(workspaceId: string, reader: string): Promise<void>;
  markSome(workspaceId: string, reader: string, ids: readonly string[]): Promise<void>;
}

/** No badge shows more. */
const MOST_UNREAD = 1_000;
export const EVERYONE = "*";

/** What else is written down with events, in their transaction. */
export type WithEvents = (db: Db, rows: readonly StoredEvent[]) => Promise<void>;

export function createActivityStore(tenancy: Tenancy, also: WithEvents = async () => undefined): ActivityStore {
  const addIn: WithEvents = async (db, rows) => {
    if (rows.length === 0) return;
    await db.insert(activityEvents).values([...rows]);
    await also(db, rows);
  };
  return {
    add: (workspaceId, row) => tenancy.together(workspaceId, () => addIn(tenancy.of(workspaceId), [row])),
    addIn,
    these: (workspaceId, ids) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(activityEvents)
        .where(and(eq(activityEvents.workspaceId, workspaceId), inArray(activityEvents.id, [...ids])))
        .orderBy(asc(activityEvents.at)),
    async counts(workspaceId, from, until) {
      const { rows } = await tenancy.of(workspaceId).execute<{ kind: ActivityEvent["kind"]; count: number }>(sql`
        select kind, count(*)::int as count from happenings where workspace_id = ${workspaceId}
          and at >= ${from.toISOString()}::timestamptz and at < ${until.toISOString()}::timestamptz group by kind`);
      return new Map(rows.map(({ kind, count }) => [kind, count]));
    },
    async list(workspaceId, { cursor, limit, tone }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ row: activityEvents, place: cursorOf(activityEvents.at, activityEvents.id) })
        .from(activityEvents)
        .where(
          and(
            eq(activityEvents.workspaceId, workspaceId),
            isNull(activityEvents.readers),
            tone ? eq(activityEvents.tone, tone) : undefined,
            afterCursor(cursor, activityEvents.at, activityEvents.id),
          ),
        )
        .orderBy(desc(activityEvents.at), desc(activityEvents.id))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ row }) => row), next };
    },
    async notifications(workspaceId, reader, { cursor, limit }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ row: activityEvents, place: cursorOf(activityEvents.at, activityEvents.id), read: isRead(workspaceId, reader) })
        .from(activityEvents)
        .where(
          and(
            eq(activityEvents.workspaceId, workspaceId),
            sql`${activityEvents.notify}`,
            isTo(reader),
            afterCursor(cursor, activityEvents.at, activityEvents.id),
          ),
        )
        .orderBy(desc(activityEvents.at), desc(activityEvents.id))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ row, read }) => ({ ...row, read })), next };
    },
    ...createReading(tenancy),
  };
}

/** Who has read what. */
function createReading(tenancy: Tenancy): Pick<ActivityStore, "unread" | "markAll" | "markSome"> {
  return {
    async unread(workspaceId, reader) {
      const { rows } = await tenancy.of(workspaceId).execute<{ unread: string }>(sql`
        select count(*) as unread from (
          select 1 from ${activityEvents}
          where ${activityEvents.workspaceId} = ${workspaceId} and ${activityEvents.notify} and ${isTo(reader)}
            and not ${isRead(workspaceId, reader)}
          order by ${activityEvents.at} desc limit ${MOST_UNREAD}
        ) left_over`);
      return Number(rows[0]?.unread ?? 0);
    },
    async markAll(workspaceId, reader) {
      await tenancy.of(workspaceId).transaction(async (tx) => {
        await tx.execute(sql`
          insert into notification_marks (workspace_id, reader, until)
          select ${workspaceId}, ${reader}, coalesce(max(at), now()) from happenings where workspace_id = ${workspaceId} and notify
          on conflict (workspace_id, reader) do update set until = greatest(notification_marks.until, excluded.until)`);
        await tx
          .delete(notificationReads)
          .where(and(eq(notificationReads.workspaceId, workspaceId), eq(notificationReads.reader, reader)));
      });
    },
    async markSome(workspaceId, reader, ids) {
      if (ids.length === 0) return;
      await tenancy.of(workspaceId).execute(sql`
        insert into notification_reads (workspace_id, reader, notification_id)
        select ${workspaceId}, ${reader}, id from happenings
        where workspace_id = ${workspaceId} and notify and id in (${sql.join(
          ids.map((id) => sql`${id}::uuid`),
          sql`, `,
        )})
        on conflict do nothing`);
    },
  };
}

/** It is for everybody, or for this reader among others. */
function isTo(reader: string): SQL<boolean> {
  return sql<boolean>`(${activityEvents.readers} is null or ${reader} = any(${activityEvents.readers}))`;
}

/** By the reader's own mark, or everyone's, or because this one was read. */
function isRead(workspaceId: string, reader: string): SQL<boolean> {
  const markOf = (whose: string): SQL => sql`
    (select ${notificationMarks.until} from ${notificationMarks}
     where ${notificationMarks.workspaceId} = ${workspaceId} and ${notificationMarks.reader} = ${whose})`;
  return sql<boolean>`(
    ${activityEvents.at} <= coalesce(${markOf(reader)}, ${markOf(EVERYONE)}, '-infinity')
    or exists (
      select 1 from ${notificationReads} where ${notificationReads.workspaceId} = ${workspaceId}
        and ${notificationReads.reader} = ${reader} and ${notificationReads.notificationId} = ${activityEvents.id}
    ))`;
}
