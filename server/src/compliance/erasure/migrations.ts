import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** PostgreSQL's code of what a hold forbids; HTTP tells it as "privacy.on_hold". */
const ON_HOLD = "OH001";

const held = (table: string, of: string, when = "before delete"): string => `
  create trigger ${table}_on_hold ${when} on ${table} for each row execute function refuse_on_hold('${of}');`;

/**
 * After all that is deleted. A legal hold stands in the database's own way: nobody who deletes or redacts can forget it. Only a workspace
 * that goes as a whole takes what is held with it.
 */
export const privacyMigrations: readonly Migration[] = [
  {
    id: "0170-privacy",
    sql: `create table legal_holds (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      call_id uuid,
      contact_id uuid,
      numbers text[] not null default '{}',
      reason text not null,
      placed_by text not null,
      placed_at timestamptz not null default now(),
      check (num_nonnulls(call_id, contact_id) = 1)
    );
    create unique index legal_holds_of_one on legal_holds (workspace_id, coalesce(call_id, contact_id));
    create index legal_holds_newest on legal_holds (workspace_id, placed_at desc, id desc);
    create table retention (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      days jsonb not null
    );
    create table deletions (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      reason text not null check (reason in ('retention', 'erasure')),
      at timestamptz not null default now(),
      counts jsonb not null
    );
    create index deletions_newest on deletions (workspace_id, at desc, id desc);
    create table erasures (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      hashes text[] not null,
      actor jsonb not null,
      asked_at timestamptz not null default now(),
      done_at timestamptz
    );
    create index erasures_undone on erasures (asked_at) where done_at is null;
    create index erasures_of_workspace on erasures (workspace_id);
    ${["legal_holds", "retention", "deletions", "erasures"].map((table) => tenantTable(table)).join("")}
    create function is_workspace(workspace uuid) returns boolean language sql stable as $$
      select exists (select from workspaces where id = workspace)
    $$;
    create function is_contact_held(contact uuid) returns boolean language sql stable as $$
      select exists (select from legal_holds hold where hold.contact_id = contact)
    $$;
    create function is_call_held(call executions) returns boolean language sql stable as $$
      select exists (select from legal_holds hold where hold.workspace_id = call.workspace_id and (
        hold.call_id = call.id or call.person = any (hold.numbers)
        or (call.person is null and call.from_number = any (hold.numbers)) or (call.person is null and call.to_number = any (hold.numbers))
        or exists (select from contact_identities one where one.contact_id = hold.contact_id
          and one.kind = 'phone' and one.value = call.person)))
    $$;
    create function refuse_on_hold() returns trigger language plpgsql as $$
      begin
        if exists (select from workspaces where id = old.workspace_id) and (case tg_argv[0]
          when 'call' then is_call_held((select one from executions one where one.id = (to_jsonb(old) ->> 'id')::uuid))
          when 'thread' then is_contact_held((select contact_id from threads where id = (to_jsonb(old) ->> 'thread_id')::uuid))
          else is_contact_held((to_jsonb(old) ->> tg_argv[0])::uuid) end)
        then raise exception 'This is on legal hold.' using errcode = '${ON_HOLD}'; end if;
        return case tg_op when 'DELETE' then old else new end;
      end
    $$;
    ${held("executions", "call")}
    create trigger executions_redacted_on_hold before update of redacted_at on executions
      for each row when (old.redacted_at is distinct from new.redacted_at) execute function refuse_on_hold('call');
    ${held("contacts", "id")}
    ${held("contact_notes", "contact_id")}
    ${held("threads", "contact_id")}
    ${held("thread_messages", "thread")}`,
  },
];
