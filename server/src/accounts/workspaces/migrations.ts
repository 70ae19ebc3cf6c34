import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

/** Before anything else that belongs to a workspace. What an older installation has becomes the home workspace's. */
export const workspaceMigrations: readonly Migration[] = [
  {
    id: "0007-workspaces",
    sql: `create table workspaces (
      id uuid primary key,
      name text not null,
      kind text not null check (kind in ('home', 'real', 'demo')),
      currency text not null default 'USD',
      created_at timestamptz not null default now()
    );
    create unique index workspaces_one_home on workspaces (kind) where kind = 'home';
    insert into workspaces (id, name, kind) values (gen_random_uuid(), 'Home', 'home');
    ${["agents", "numbers", "executions", "call_entries", "appointments", "messages"].map(intoHome).join("")}
    alter table agents drop constraint agents_template_key;
    alter table agents add unique (workspace_id, template);
    create index numbers_of_workspace on numbers (workspace_id);
    create index appointments_of_workspace on appointments (workspace_id);
    create index messages_of_workspace on messages (workspace_id);
    drop index executions_newest;
    drop index executions_of_agent;
    create index executions_newest on executions (workspace_id, created_at desc, id desc);
    create index executions_of_agent on executions (workspace_id, agent_id, created_at desc, id desc);
    create index executions_by_status on executions (workspace_id, status, created_at desc, id desc);
    ${tenantTable("workspaces", "id")}`,
  },
];

/** After the people's own tables. */
export const memberMigrations: readonly Migration[] = [
  {
    id: "0009-members",
    sql: `create table members (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      user_id uuid not null references users (id) on delete cascade,
      role text not null check (role in ('viewer', 'agent_manager', 'admin', 'owner')),
      joined_at timestamptz not null default now(),
      primary key (workspace_id, user_id)
    );
    create index members_of_user on members (user_id);
    create table member_invitations (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      email text not null,
      role text not null check (role in ('viewer', 'agent_manager', 'admin', 'owner')),
      token_hash text not null unique,
      invited_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      unique (workspace_id, email)
    );
    create table api_keys (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      prefix text not null,
      key_hash text not null unique,
      role text not null check (role in ('viewer', 'agent_manager', 'admin', 'owner')),
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    );
    create index api_keys_of_workspace on api_keys (workspace_id);
    alter table visits add column workspace_id uuid references workspaces (id) on delete cascade;
    create index visits_of_workspace on visits (workspace_id);
    ${tenantTable("members")}
    ${tenantTable("member_invitations")}
    ${tenantTable("api_keys")}`,
  },
  {
    // A workspace that goes takes its calls' entries along without a look at everybody's.
    id: "0013-entries-of-workspace",
    sql: "create index call_entries_of_workspace on call_entries (workspace_id)",
  },
  {
    // What a member made ends with them.
    id: "0034-left-behind",
    sql: `alter table api_keys add column creator_id uuid references users (id) on delete cascade;
    alter table member_invitations add column inviter_id uuid references users (id) on delete cascade`,
  },
  {
    id: "0057-key-calls",
    sql: `alter table api_keys add column last_four text, add column expires_at timestamptz;
    create table api_key_calls (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      key_id uuid not null references api_keys (id) on delete cascade,
      day date not null,
      calls bigint not null check (calls > 0),
      primary key (key_id, day)
    );
    create index api_key_calls_of_workspace on api_key_calls (workspace_id, day);
    ${tenantTable("api_key_calls")}`,
  },
];

/** After all tables whose rows belong to agents. */
export const keyReachMigrations: readonly Migration[] = [
  {
    id: "0100-key-reach",
    sql: `alter table api_keys add column scope text, add column agent_ids uuid[];
    update api_keys set scope = case role when 'viewer' then 'read' when 'agent_manager' then 'write' else 'admin' end;
    alter table api_keys alter column scope set not null,
      add check (scope in ('read', 'call', 'write', 'admin')), add check (cardinality(agent_ids) > 0);
    ${agentsTable("agents", "id")}
    ${["agent_versions", "executions", "batches", "widgets", "webhook_deliveries", "webhooks_gone", "appointments", "messages"].map((table) => agentsTable(table)).join("")}
    ${agentsTable("numbers", "agent_id", true)}`,
  },
];

/** After all others. Workspaces that there are keep what they had; those of visitors have had nothing. */
export const admissionMigrations: readonly Migration[] = [
  {
    id: "0121-workspaces-admitted",
    sql: `alter table workspaces add column admitted boolean not null default false;
    update workspaces set admitted = true where kind in ('home', 'real')`,
  },
];

function intoHome(table: string): string {
  return `
    alter table ${table} add column workspace_id uuid references workspaces (id) on delete cascade;
    update ${table} set workspace_id = (select id from workspaces where kind = 'home');
    alter table ${table} alter column workspace_id set not null;
    ${tenantTable(table)}`;
}
