/** All the SQL of daily summaries. */
import { sql, type SQL } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { MemberKey } from "../store.ts";

/** A member who has chosen a daily summary. */
export interface DigestChoice extends MemberKey {
  hour: number;
  timeZone: string;
}

/** Days are those of the member's own zone, `YYYY-MM-DD`. */
export interface DigestStore {
  /** Pages of all of them. */
  chosen(): AsyncIterable<DigestChoice[]>;
  /** From now on nobody sends it again, unless it is put back. The number of this attempt; undefined: it is not to be sent, or not yet. */
  claim(member: MemberKey, day: string, now: Date): Promise<number | undefined>;
  settle(member: MemberKey, day: string, end: { state: "sent" | "ended" } | { retryAt: Date }): Promise<void>;
  /** That day none is sent. */
  skip(member: MemberKey, day: string): Promise<void>;
}

const PAGE = 500;
const FIRST = "00000000-0000-0000-0000-000000000000";

export function createDigestStore({ everywhere, of }: Tenancy): DigestStore {
  const when = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;
  return {
    async *chosen() {
      for (let after = { workspaceId: FIRST, userId: FIRST }; ;) {
        const { rows } = await everywhere.execute<DigestChoice & Record<string, unknown>>(sql`
          select workspace_id as "workspaceId", user_id as "userId", digest_hour as hour, time_zone as "timeZone"
          from notification_settings where digest_hour is not null
            and (workspace_id, user_id) > (${after.workspaceId}::uuid, ${after.userId}::uuid)
          order by workspace_id, user_id limit ${PAGE}`);
        const last = rows.at(-1);
        if (!last) return;
        yield rows;
        after = last;
      }
    },
    async claim({ workspaceId, userId }, day, now) {
      const { rows } = await everywhere.execute<{ attempts: number }>(sql`
        insert into notification_digests as one (workspace_id, user_id, day, state, attempts)
        values (${workspaceId}, ${userId}, ${day}, 'sending', 1)
        on conflict (workspace_id, user_id, day) do update set state = 'sending', attempts = one.attempts + 1
          where one.state = 'waiting' and one.retry_at <= ${when(now)}
        returning attempts`);
      return rows[0]?.attempts;
    },
    async settle({ workspaceId, userId }, day, end) {
      const change = "state" in end ? sql`state = ${end.state}` : sql`state = 'waiting', retry_at = ${when(end.retryAt)}`;
      await everywhere.execute(sql`update notification_digests set ${change}
        where workspace_id = ${workspaceId} and user_id = ${userId} and day = ${day} and state = 'sending'`);
    },
    async skip({ workspaceId, userId }, day) {
      await of(workspaceId).execute(sql`
        insert into notification_digests (workspace_id, user_id, day, state) values (${workspaceId}, ${userId}, ${day}, 'ended')
        on conflict do nothing`);
    },
  };
}
