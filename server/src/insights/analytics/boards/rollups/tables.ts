/** What whole weeks or days of a board add up to, once somebody has asked for it. Facts that change later take it away. */
import type { Migration } from "../../../../platform/database/migrate.ts";
import { tenantTable } from "../../../../platform/database/tenancy.ts";

/** Facts of calls that are younger change without a note. */
const YOUNG_HOURS = 24;
/** A week or a day is added up when it is over for so long: no transaction that found it young lasts as long as the rest. */
export const ROLLED_UP_AFTER_HOURS = 2 * YOUNG_HOURS;

/** Of transactions that change older facts of a workspace (shared), and of the one that adds them up. */
export const ROLLUP_LOCK = 7_301_442;

/**
 * A note says that facts of this moment have changed. It holds no figures: somebody who is held to some agents leaves one with the facts of
 * their calls, and sees no sums of the others'. Most workspaces have no sums, and need no notes.
 */
export const rollupMigrations: readonly Migration[] = [
  {
    id: "0278-board-rollups",
    sql: `create table board_rollups (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      board text not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      cells text not null,
      used_on date not null default current_date,
      primary key (workspace_id, board, starts_at)
    );
    create table rolled_up_workspaces (workspace_id uuid primary key references workspaces (id) on delete cascade);
    create table call_fact_changes (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      started_at timestamptz not null
    );
    create index call_fact_changes_of on call_fact_changes (workspace_id, started_at);
    ${tenantTable("board_rollups")}
    create policy board_rollups_of_agents on board_rollups as restrictive using ((select ongea_agents()) is null);
    ${tenantTable("rolled_up_workspaces")}
    ${tenantTable("call_fact_changes")}
    create function note_changed_facts() returns trigger language plpgsql as $$
      declare
        facts call_facts := case tg_op when 'DELETE' then old else new end;
      begin
        perform pg_advisory_xact_lock_shared(${ROLLUP_LOCK}, hashtext(facts.workspace_id::text));
        if not exists (select from rolled_up_workspaces where workspace_id = facts.workspace_id) then return null; end if;
        if not exists (select from workspaces where id = facts.workspace_id) then return null; end if;
        insert into call_fact_changes (workspace_id, started_at) values (facts.workspace_id, facts.started_at);
        if tg_op = 'UPDATE' and old.started_at <> new.started_at then
          insert into call_fact_changes (workspace_id, started_at) values (old.workspace_id, old.started_at);
        end if;
        return null;
      end
    $$;
    create trigger call_facts_added_late after insert on call_facts
      for each row when (new.started_at < now() - interval '${YOUNG_HOURS} hours') execute function note_changed_facts();
    create trigger call_facts_changed_late after update on call_facts for each row
      when (least(old.started_at, new.started_at) < now() - interval '${YOUNG_HOURS} hours') execute function note_changed_facts();
    create trigger call_facts_deleted_late after delete on call_facts
      for each row when (old.started_at < now() - interval '${YOUNG_HOURS} hours') execute function note_changed_facts();`,
  },
  {
    id: "0280-board-rollups-by-their-end",
    sql: `alter table board_rollups drop constraint board_rollups_pkey,
      add primary key (workspace_id, board, starts_at, ends_at)`,
  },
  {
    id: "0280-board-time-zones",
    sql: `create table board_time_zones (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      time_zone text not null,
      used_on date not null default current_date,
      primary key (workspace_id, time_zone)
    );
    ${tenantTable("board_time_zones")}`,
  },
];
