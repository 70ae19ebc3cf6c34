import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** After those of workspaces. A call that is deleted leaves the consent that was given in it. */
export const consentMigrations: readonly Migration[] = [
  {
    id: "0210-consents",
    sql: `create table consents (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      number text not null,
      purpose text not null check (purpose in ('marketing', 'service', 'recording')),
      channel text not null check (channel in ('any', 'call', 'message')),
      wording text not null,
      language text not null,
      means text not null check (means in ('spoken', 'key', 'form', 'import')),
      proof text not null default '',
      call_id uuid,
      at_ms integer,
      given_at timestamptz not null,
      withdrawn_at timestamptz,
      withdrawn_by text check (withdrawn_by in ('opt_out', 'declined', 'recorded')),
      recorded_by text not null default '',
      created_at timestamptz not null default now(),
      unique (workspace_id, number, purpose, channel, given_at)
    );
    create index consents_newest on consents (workspace_id, created_at desc, id desc);
    create index consents_of_call on consents (call_id) where call_id is not null;
    create function consent_is_only_withdrawn() returns trigger language plpgsql as $$
      begin
        if old.withdrawn_at is not null
          or (to_jsonb(old) - '{withdrawn_at,withdrawn_by}'::text[]) <> (to_jsonb(new) - '{withdrawn_at,withdrawn_by}'::text[]) then
          raise exception 'A consent is only withdrawn, once.';
        end if;
        return new;
      end
    $$;
    create trigger consents_only_withdrawn before update on consents for each row execute function consent_is_only_withdrawn();
    create table consent_policies (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      required text not null check (required in ('off', 'countries', 'everywhere')),
      agent_ids uuid[] not null default '{}',
      transfers boolean not null default false
    );
    ${tenantTable("consents")}
    ${tenantTable("consent_policies")}`,
  },
  {
    id: "0281-consents-by-message",
    sql: `alter table consents add column expires_at timestamptz,
      drop constraint consents_means_check,
      add constraint consents_means_check check (means in ('spoken', 'key', 'form', 'import', 'message')),
      drop constraint consents_withdrawn_by_check,
      add constraint consents_withdrawn_by_check check (withdrawn_by in ('opt_out', 'declined', 'recorded', 'revoked'))`,
  },
];
