import type { Migration } from "../../platform/database/migrate.ts";

export const leadMigrations: readonly Migration[] = [
  {
    id: "0006-leads",
    sql: `create table leads (
      id uuid primary key,
      kind text not null check (kind in ('demo-request', 'landing', 'contact')),
      name text not null,
      email text not null,
      company text,
      position text,
      message text,
      source text not null,
      sent_at timestamptz not null,
      created_at timestamptz not null default now(),
      verified_at timestamptz,
      forward_attempts integer not null default 0,
      forward_next_at timestamptz,
      forwarded_at timestamptz,
      forward_problem text
    );
    create index leads_to_forward on leads (forward_next_at) where forward_next_at is not null;
    create table invitation_codes (
      id uuid primary key,
      prefix text not null unique,
      salt text not null,
      hash text not null,
      uses integer not null default 0,
      last_used_at timestamptz,
      created_at timestamptz not null default now(),
      revoked_at timestamptz
    );
    create table visits (
      token_hash text primary key,
      lead_id uuid references leads (id) on delete cascade,
      code_id uuid references invitation_codes (id) on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index visits_expiry on visits (expires_at)`,
  },
  {
    id: "0140-leads-handled",
    sql: `alter table leads add column handled_at timestamptz;
    create index leads_newest on leads (created_at desc, id desc);
    create index leads_open on leads (created_at desc, id desc) where handled_at is null;
    alter table visits drop constraint visits_lead_id_fkey;
    alter table visits add constraint visits_lead_id_fkey foreign key (lead_id) references leads (id) on delete set null`,
  },
  {
    id: "0271-leads-answers",
    sql: "alter table leads add column assigned_to text, add column answers jsonb not null default '[]'",
  },
];
