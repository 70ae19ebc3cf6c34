/** The activity log and the notifications of a workspace. */
import { randomUUID } from "node:crypto";
import type { ActivityEvent, LiveEvent, Notification } from "@ongea/contract";
import type { Db } from "../../platform/database/db.ts";
import type { PageOf } from "../../platform/database/keyset.ts";
import type { Live } from "../../platform/live/live.ts";
import type { ActivityStore, StoredEvent } from "./store.ts";

export interface NewEvent extends Pick<ActivityEvent, "kind" | "tone" | "details"> {
  subject?: ActivityEvent["subject"];
  /** People should know: it is a notification, too. */
  notify?: boolean;
  /** Whom alone it concerns, by the ids of those who ask; absent: everybody. Nobody else hears of it, and the log does not have it. */
  readers?: readonly string[];
}

export interface Activity {
  /** Writes it down and tells those who watch. */
  tell(workspaceId: string, event: NewEvent): Promise<void>;
  /** As part of a transaction; call what it returns when that is done. */
  write(db: Db, workspaceId: string, events: readonly NewEvent[]): Promise<() => void>;
  log(
    workspaceId: string,
    asked: { cursor?: string | undefined; limit: number; tone?: ActivityEvent["tone"] | undefined },
  ): Promise<PageOf<ActivityEvent>>;
  notifications(
    workspaceId: string,
    reader: string,
    asked: { cursor?: string | undefined; limit: number },
  ): Promise<PageOf<Notification> & { unread: number }>;
  /** Returns how many are left unread. */
  read(workspaceId: string, reader: string, ids: readonly string[] | undefined): Promise<number>;
}

export function createActivity(store: ActivityStore, live: Live<LiveEvent>): Activity {
  const publish = (row: StoredEvent): void => {
    if (!row.notify) return;
    const notification = { ...wire(row), read: false };
    live.publish(row.workspaceId, { event: "notification", notification, ...(row.readers && { readers: row.readers }) });
  };
  return {
    async tell(workspaceId, event) {
      const row = freshRow(workspaceId, event);
      await store.add(workspaceId, row);
      publish(row);
    },
    async write(db, workspaceId, events) {
      const rows = events.map((event) => freshRow(workspaceId, event));
      await store.addIn(db, rows);
      return () => rows.forEach(publish);
    },
    async log(workspaceId, asked) {
      const { data, next } = await store.list(workspaceId, asked);
      return { data: data.map(wire), next };
    },
    async notifications(workspaceId, reader, asked) {
      const [{ data, next }, unread] = await Promise.all([
        store.notifications(workspaceId, reader, asked),
        store.unread(workspaceId, reader),
      ]);
      return { data: data.map((row) => ({ ...wire(row), read: row.read })), next, unread };
    },
    async read(workspaceId, reader, ids) {
      if (ids) await store.markSome(workspaceId, reader, ids);
      else await store.markAll(workspaceId, reader);
      return store.unread(workspaceId, reader);
    },
  };
}

function freshRow(workspaceId: string, { kind, tone, details, subject, notify, readers }: NewEvent): StoredEvent {
  return {
    id: randomUUID(),
    workspaceId,
    at: new Date(),
    kind,
    tone,
    details,
    subject: subject ?? null,
    notify: notify ?? false,
    readers: readers ? [...readers] : null,
  };
}

function wire({ id, at, kind, tone, details, subject }: StoredEvent): ActivityEvent {
  return { id, at: at.toISOString(), kind, tone, details, subject };
}
