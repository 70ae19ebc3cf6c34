import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** After those of workspaces. */
export const contactMigrations: readonly Migration[] = [
  {
    id: "0145-contacts",
    sql: `create table contacts (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null default '',
      language text not null default '',
      country text,
      tags text[] not null default '{}',
      fields jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index contacts_newest on contacts (workspace_id, created_at desc, id desc);
    create table contact_identities (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      kind text not null check (kind in ('phone', 'email', 'external')),
      value text not null,
      contact_id uuid not null references contacts (id) on delete cascade,
      primary key (workspace_id, kind, value)
    );
    create index contact_identities_of_contact on contact_identities (contact_id);
    create table contact_notes (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      contact_id uuid not null references contacts (id) on delete cascade,
      text text not null,
      author text not null,
      created_at timestamptz not null default now()
    );
    create index contact_notes_of_contact on contact_notes (contact_id, created_at desc);
    ${tenantTable("contacts")}
    ${tenantTable("contact_identities")}
    ${tenantTable("contact_notes")}`,
  },
  {
    id: "0148-contact-visitors",
    sql: `alter table contact_identities drop constraint contact_identities_kind_check;
    alter table contact_identities add constraint contact_identities_kind_check
      check (kind in ('phone', 'email', 'external', 'visitor'))`,
  },
];
