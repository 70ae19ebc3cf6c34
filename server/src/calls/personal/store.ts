/** All the SQL of calls that are due, and of calls with one person. */
import { PLANNED_STATUSES } from "@ongea/contract";
import { sql, type SQL } from "drizzle-orm";
import { deleteDeliveriesOf, deliveredOf } from "../../accounts/index.ts";
import { deleteWholeEntriesOf, type DueCalls, type PersonalCalls } from "../../compliance/index.ts";
import { SHARED_RECORDINGS } from "../../engines/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { among, pagesById, pagesByValue } from "../../platform/database/values.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { type CallWords, removals } from "../records/words/store.ts";

export interface FilesToRemove {
  list(): Promise<string[]>;
  done(names: readonly string[]): Promise<void>;
}

const PAGE = 100;
const PEOPLE = 10_000;
/** Another server has the file, or nobody has it. */
const FORGOTTEN_DAYS = 90;
const IS_PLANNED = sql.raw(PLANNED_STATUSES.map((status) => `'${status}'`).join(", "));
const IS_OWN_FILE = sql`recording is not null and recording not like ${`${SHARED_RECORDINGS}%`}`;

/** `words`: what other domains keep of the words of calls. */
export function createDueCalls(tenancy: Tenancy, words: readonly CallWords[]): Omit<DueCalls, "deliveries"> {
  const due = (workspaceId: string, before: Date, also: SQL, most: number): SQL => sql`due as materialized (
    select id, recording from executions one where workspace_id = ${workspaceId} and ended_at < ${before.toISOString()}::timestamptz
      and ${also} and not is_call_held(one) order by ended_at limit ${most} for update skip locked)`;
  return {
    async audio(workspaceId, before, most) {
      const { rowCount } = await tenancy.of(workspaceId).execute(sql`
        with ${due(workspaceId, before, IS_OWN_FILE, most)}, ${filesOf("due", workspaceId)}
        update executions set recording = null, recording_closed = false where id in (select id from due)`);
      return rowCount ?? 0;
    },
    async transcripts(workspaceId, before, most) {
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string }>(sql`
        with ${due(workspaceId, before, sql`not words_deleted`, most)},
          journal as (delete from call_entries where call_id in (select id from due)),
          made as (delete from call_analyses where call_id in (select id from due)),
          ${removals([deleteWholeEntriesOf, deleteDeliveriesOf, ...words.map(({ remove }) => remove)].map((of) => of(sql`select id from due`)))}
        update executions set transcript = null, notes = 0, words_deleted = true, redacted_at = clock_timestamp()
        where id in (select id from due) returning id`);
      return rows.map(({ id }) => id);
    },
    async calls(workspaceId, before, most) {
      const { rowCount } = await tenancy.of(workspaceId).execute(sql`
        with ${due(workspaceId, before, sql`true`, most)}, ${filesOf("due", workspaceId)}
        delete from executions where id in (select id from due)`);
      return rowCount ?? 0;
    },
  };
}

/** In the statement that takes their names out of the calls. */
function filesOf(calls: string, workspaceId: string): SQL {
  return sql`files as (insert into recordings_to_remove (name, workspace_id)
    select recording, ${workspaceId}::uuid from ${sql.raw(calls)} where ${IS_OWN_FILE} on conflict do nothing)`;
}

export function createPersonalCalls(tenancy: Tenancy, words: readonly CallWords[]): PersonalCalls {
  const these = (workspaceId: string, callIds: readonly string[]): SQL =>
    sql`one.workspace_id = ${workspaceId} and one.id in ${among(callIds, "uuid")}`;
  return {
    async idsOf(workspaceId, phones) {
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string }>(sql`
        select id from executions where workspace_id = ${workspaceId} and person in ${among(phones)}
        union select id from executions where workspace_id = ${workspaceId} and person is null
          and case direction when 'inbound' then from_number else to_number end in ${among(phones)}`);
      return rows.map(({ id }) => id);
    },
    async *identities(workspaceId) {
      const next = (after: string) =>
        tenancy.of(workspaceId).execute<{ value: string }>(sql`
          select distinct person as value from executions where workspace_id = ${workspaceId} and person > ${after}
          order by 1 limit ${PEOPLE}`);
      for await (const page of pagesByValue(next)) yield page.map((value) => ({ kind: "phone" as const, value }));
    },
    read: (workspaceId, callIds) => ({
      calls: pagesById((after) =>
        tenancy.of(workspaceId).execute<{ id: string; row: Record<string, unknown> }>(sql`
          select id, to_jsonb(one) - 'cost' - 'owner_id' || jsonb_build_object(
            'journal', (select coalesce(jsonb_agg(entry order by position), '[]') from call_entries where call_id = one.id),
            ${sql.join(words.map(({ exported: { name, of } }) => sql`${name}::text, ${of(sql`one.id`)}, `))}
            'analysis', (select to_jsonb(made) from call_analyses made where call_id = one.id),
            'deliveries', ${deliveredOf(sql`one.id`)}) as row
          from executions one where ${these(workspaceId, callIds)} and id > ${after}::uuid order by id limit ${PAGE}`),
      ),
    }),
    async recordingsOf(workspaceId, callIds) {
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string; recording: string; withheld: boolean }>(sql`
        select id, recording, traits ? 'masked' and not recording_closed as withheld from executions one where ${these(workspaceId, callIds)} and ended_at is not null and ${IS_OWN_FILE}`);
      return rows;
    },
    async check(workspaceId, callIds) {
      const { rows } = await tenancy.of(workspaceId).execute<{ held: boolean | null; running: boolean | null }>(sql`
        select bool_or(is_call_held(one)) as held, bool_or(one.ended_at is null
          and (one.status not in (${IS_PLANNED}) or exists (select from planned_calls plan where plan.id = one.id and plan.state = 'dialled'))) as running
        from executions one where ${these(workspaceId, callIds)}`);
      if (rows[0]?.held) throw refuse("privacy.on_hold");
      if (rows[0]?.running) throw refuse("privacy.call_running");
    },
    async erase(workspaceId, callIds) {
      const db = tenancy.of(workspaceId);
      await db.execute(sql`select from planned_calls one where ${these(workspaceId, callIds)} order by id for update`);
      await db.execute(sql`select from executions one where ${these(workspaceId, callIds)} order by id for update`);
      await this.check(workspaceId, callIds);
      const counted = await db.execute<Record<string, number>>(sql`select
        (select count(*)::int from executions one where ${these(workspaceId, callIds)}) as calls,
        (select count(*)::int from executions one where ${these(workspaceId, callIds)} and ${IS_OWN_FILE}) as audio`);
      await db.execute(sql`
        with gone as (delete from executions one where ${these(workspaceId, callIds)} returning recording), ${filesOf("gone", workspaceId)}
        select`);
      return counted.rows[0] ?? {};
    },
  };
}

export function createFilesToRemove({ everywhere }: Pick<Tenancy, "everywhere">): FilesToRemove {
  return {
    async list() {
      const { rows } = await everywhere.execute<{ name: string }>(sql`select name from recordings_to_remove order by since`);
      return rows.map(({ name }) => name);
    },
    async done(names) {
      await everywhere.execute(sql`delete from recordings_to_remove
        where name in ${among(names)} or since < now() - ${FORGOTTEN_DAYS} * interval '1 day'`);
    },
  };
}
