import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

/** After those of contacts. */
export const threadMigrations: readonly Migration[] = [
  {
    id: "0149-threads",
    sql: `create table threads (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      agent_id uuid not null,
      contact_id uuid not null references contacts (id) on delete cascade,
      channel text not null check (channel in ('web-chat')),
      address text not null,
      page text not null default '',
      state text not null default 'open' check (state in ('open', 'waiting', 'person', 'closed')),
      person text,
      language text not null default '',
      answered_up_to bigint not null default 0,
      answering_until timestamptz,
      last_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      unique (workspace_id, channel, address)
    );
    create index threads_newest on threads (workspace_id, last_at desc, id desc);
    create index threads_of_contact on threads (contact_id);
    create table thread_messages (
      id uuid primary key default gen_random_uuid(),
      position bigint not null generated always as identity,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      thread_id uuid not null references threads (id) on delete cascade,
      direction text not null check (direction in ('in', 'out')),
      author text not null check (author in ('contact', 'agent', 'person')),
      author_name text not null default '',
      text text not null,
      state text not null check (state in ('received', 'queued', 'sent', 'delivered', 'read', 'failed')),
      reason text,
      client_id uuid,
      trace jsonb,
      created_at timestamptz not null default now(),
      unique (thread_id, client_id)
    );
    create index thread_messages_in_order on thread_messages (thread_id, position);
    ${tenantTable("threads")}
    ${agentsTable("threads")}
    ${tenantTable("thread_messages")}`,
  },
  {
    id: "0161-text-messages",
    sql: `alter table threads drop constraint threads_channel_check,
      add constraint threads_channel_check check (channel in ('web-chat', 'sms')),
      add column sender_id uuid,
      drop constraint threads_workspace_id_channel_address_key;
    create unique index threads_at on threads
      (workspace_id, channel, address, coalesce(sender_id, '00000000-0000-0000-0000-000000000000'));
    alter table thread_messages add column provider_ref text, add column segments integer,
      add column begins boolean not null default false, add column asked_at timestamptz;
    create index thread_messages_by_ref on thread_messages (workspace_id, provider_ref) where provider_ref is not null`,
  },
  {
    id: "0201-whatsapp",
    sql: `alter table threads drop constraint threads_channel_check,
      add constraint threads_channel_check check (channel in ('web-chat', 'sms', 'whatsapp'))`,
  },
  {
    id: "0210-messages-in-calls",
    sql: `alter table thread_messages add column call_id uuid;
    create index thread_messages_of_call on thread_messages (workspace_id, call_id) where call_id is not null`,
  },
  {
    id: "0211-thread-files",
    sql: `create table thread_files (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      message_id uuid not null references thread_messages (id) on delete cascade,
      kind text not null check (kind in ('image', 'audio', 'video', 'document')),
      name text not null default '',
      type text not null default '',
      size integer,
      state text not null check (state in ('waiting', 'stored', 'failed')),
      reason text,
      provider_ref text,
      bytes bytea,
      created_at timestamptz not null default now()
    );
    alter table thread_files alter column bytes set storage external;
    create index thread_files_of_message on thread_files (message_id);
    ${tenantTable("thread_files")}`,
  },
  { id: "0213-message-templates", sql: "alter table thread_messages add column template jsonb" },
  { id: "0214-voice-notes", sql: "alter table thread_files add column transcription text" },
  {
    id: "0251-messages-of-batches",
    sql: `alter table thread_messages add column batch_id uuid;
    create index thread_messages_of_batch on thread_messages (batch_id) where batch_id is not null`,
  },
  {
    id: "0230-telegram",
    sql: `alter table threads drop constraint threads_channel_check,
      add constraint threads_channel_check check (channel in ('web-chat', 'sms', 'whatsapp', 'telegram'))`,
  },
  {
    id: "0260-e-mail",
    sql: `alter table threads drop constraint threads_channel_check,
      add constraint threads_channel_check check (channel in ('web-chat', 'sms', 'whatsapp', 'telegram', 'email'));
    alter table thread_messages add column mail jsonb`,
  },
  {
    // What was written before rules held for threads is not checked.
    id: "0262-threads-to-check",
    sql: `alter table threads add column checked_up_to bigint not null default 0, add column checked_last_at timestamptz,
      add column check_claimed_until timestamptz;
    update threads set checked_last_at = last_at,
      checked_up_to = coalesce((select max(position) from thread_messages one where one.thread_id = threads.id), 0);
    create index threads_to_check on threads (last_at) where checked_last_at is distinct from last_at`,
  },
  {
    id: "0263-masked-messages",
    sql: `alter table thread_messages add column whole text, add column whole_passes boolean not null default false;
    create index thread_messages_masked on thread_messages (thread_id, position) where whole is not null;
    create index thread_messages_passing on thread_messages (created_at) where whole is not null and whole_passes`,
  },
  {
    id: "0271-meta-channels",
    sql: `alter table threads drop constraint threads_channel_check,
      add constraint threads_channel_check
        check (channel in ('web-chat', 'sms', 'whatsapp', 'messenger', 'instagram', 'telegram', 'email'))`,
  },
  { id: "0282-requests-to-call", sql: "alter table thread_messages add column asks_to_call boolean not null default false" },
];
