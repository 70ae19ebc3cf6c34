/** All the SQL of one person's conversations in writing, and of messages that are too old. */
import { sql, type SQL } from "drizzle-orm";
import type { Person, PersonalData } from "../../../compliance/index.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { among, pagesById } from "../../../platform/database/values.ts";

export interface PersonalThreads extends PersonalData {
  /** Messages of before that moment, at most so many, and threads that are left without one. Returns how many messages. */
  deleteBefore(workspaceId: string, before: Date, most: number): Promise<number>;
}

const PAGE = 100;

type Rows = { id: string; row: Record<string, unknown> }[];

/** `checksOf`: how these threads went by the rules of their workspace. */
export function createPersonalThreads(
  tenancy: Tenancy,
  checksOf: (workspaceId: string, threadIds: readonly string[]) => Promise<readonly { threadId: string }[]>,
): PersonalThreads {
  const withChecks = async (workspaceId: string, { rows }: { rows: Rows }): Promise<{ rows: Rows }> => {
    const checks = await checksOf(
      workspaceId,
      rows.map(({ id }) => id),
    );
    const of = (id: string) => checks.filter(({ threadId }) => threadId === id);
    return { rows: rows.map(({ id, row }) => ({ id, row: { ...row, checks: of(id) } })) };
  };
  const theirs = ({ workspaceId, contactId, identities }: Person): SQL => sql`one.workspace_id = ${workspaceId}
    and (one.contact_id = ${contactId} or one.address in ${among(identities.map(({ value }) => value))})`;
  return {
    read: (person) => ({
      threads: pagesById(async (after) =>
        withChecks(
          person.workspaceId,
          await tenancy.of(person.workspaceId).execute<{ id: string; row: Record<string, unknown> }>(sql`
            select id, to_jsonb(one) || jsonb_build_object('messages', (
              select coalesce(jsonb_agg(to_jsonb(said) - 'whole' - 'whole_passes' order by position), '[]') from thread_messages said
              where said.thread_id = one.id)) as row
            from threads one where ${theirs(person)} and id > ${after}::uuid order by id limit ${PAGE}`),
        ),
      ),
      // One at a time: each may have 5 MB.
      thread_files: pagesById((after) =>
        tenancy.of(person.workspaceId).execute<{ id: string; row: Record<string, unknown> }>(sql`
          select file.id, to_jsonb(file) - 'bytes' || jsonb_build_object('content', encode(file.bytes, 'base64')) as row
          from thread_files file join thread_messages said on said.id = file.message_id join threads one on one.id = said.thread_id
          where ${theirs(person)} and file.id > ${after}::uuid order by file.id limit 1`),
      ),
    }),
    async erase(person) {
      const db = tenancy.of(person.workspaceId);
      const { rows } = await db.execute<{ messages: number; threads: number }>(sql`
        with gone as (delete from threads one where ${theirs(person)} returning id)
        select count(*)::int as threads,
          (select count(*)::int from thread_messages where thread_id in (select id from gone)) as messages from gone`);
      return { threads: rows[0]?.threads ?? 0, thread_messages: rows[0]?.messages ?? 0 };
    },
    async deleteBefore(workspaceId, before, most) {
      const db = tenancy.of(workspaceId);
      const { rowCount } = await db.execute(sql`
        delete from thread_messages where id in (
          select said.id from thread_messages said join threads one on one.id = said.thread_id
          where said.workspace_id = ${workspaceId} and said.created_at < ${before.toISOString()}::timestamptz
            and not is_contact_held(one.contact_id)
          limit ${most} for update of said skip locked)`);
      await db.execute(sql`
        delete from threads one where one.workspace_id = ${workspaceId} and one.last_at < ${before.toISOString()}::timestamptz
          and not is_contact_held(one.contact_id)
          and not exists (select from thread_messages said where said.thread_id = one.id)`);
      return rowCount ?? 0;
    },
  };
}
