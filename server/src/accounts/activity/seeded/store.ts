/** The SQL of the log of a demo workspace. */
import type { ActivityEvent } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import { EVERYONE } from "../store.ts";

/** An event as it is stored. */
export interface SeededEvent extends Pick<ActivityEvent, "kind" | "tone" | "details" | "subject"> {
  id: string;
  at: string;
  notify: boolean;
}

/** Many at a time; everybody has read them until then. */
export async function addSeededEvents(
  db: Db,
  workspaceId: string,
  events: readonly SeededEvent[],
  readUntil: string,
): Promise<void> {
  await db.execute(sql`
    insert into happenings (id, workspace_id, at, kind, tone, details, subject, notify)
    select id, ${workspaceId}, at, kind, tone, details, subject, notify
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as row (id uuid, at timestamptz, kind text, tone text,
      details jsonb, subject jsonb, notify boolean)`);
  await db.execute(sql`
    insert into notification_marks (workspace_id, reader, until) values (${workspaceId}, ${EVERYONE}, ${readUntil}::timestamptz)`);
}
