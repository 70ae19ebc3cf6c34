import type { Migration } from "../../platform/database/migrate.ts";

const BORN = "created_at timestamptz not null default now(), updated_at timestamptz not null default now()";

const OF_USER = "user_id uuid not null references users (id) on delete cascade";

export const accessMigrations: readonly Migration[] = [
  {
    id: "0008-access",
    sql: `create table users (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      email text not null unique,
      email_verified boolean not null default false,
      image text,
      two_factor_enabled boolean not null default false,
      operator boolean not null default false,
      language text,
      currency text,
      sidebar_collapsed boolean not null default false,
      ${BORN}
    );
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      token text not null unique,
      ${OF_USER},
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      workspace_id uuid references workspaces (id) on delete set null,
      ${BORN}
    );
    create index sessions_of_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);
    create table accounts (
      id uuid primary key default gen_random_uuid(),
      account_id text not null,
      provider_id text not null,
      ${OF_USER},
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      ${BORN},
      unique (provider_id, account_id)
    );
    create index accounts_of_user on accounts (user_id);
    create table verifications (
      id uuid primary key default gen_random_uuid(),
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      ${BORN}
    );
    create index verifications_identifier on verifications (identifier);
    create index verifications_expiry on verifications (expires_at);
    create table second_factors (
      id uuid primary key default gen_random_uuid(),
      ${OF_USER} unique,
      secret text not null,
      backup_codes text not null,
      verified boolean default true,
      failed_verification_count integer default 0,
      locked_until timestamptz
    );
    create table passkeys (
      id uuid primary key default gen_random_uuid(),
      name text,
      public_key text not null,
      ${OF_USER},
      credential_id text not null unique,
      counter integer not null,
      device_type text not null,
      backed_up boolean not null,
      transports text,
      aaguid text,
      created_at timestamptz default now()
    );
    create index passkeys_of_user on passkeys (user_id);
    alter table visits add column language text, add column currency text, add column sidebar_collapsed boolean not null default false`,
  },
  {
    id: "0035-used-codes",
    sql: `create table used_codes (
      ${OF_USER},
      code_hash text not null,
      used_at timestamptz not null default now(),
      primary key (user_id, code_hash)
    );
    create index used_codes_age on used_codes (used_at)`,
  },
];
