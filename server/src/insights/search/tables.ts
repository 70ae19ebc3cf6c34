import type { Migration } from "../../platform/database/migrate.ts";

/**
 * The words of each call, for finding it again. PostgreSQL refuses to look into an index for what somebody asks before it has applied
 * the policy that keeps workspaces apart, because the operator might leak what it sees. So what is asked stands in the policy itself:
 * a row can be seen when it is this workspace's and has the words of the setting `ongea.asked`. Without that setting nothing is seen.
 *
 * The workspace is compared as text there, lest the index of all its calls be taken for what the other index finds.
 *
 * Every word begins with its workspace's first eight letters: one index holds all workspaces side by side, and how much the others say
 * costs nobody anything.
 */
export const searchMigrations: readonly Migration[] = [
  {
    id: "0024-search",
    sql: `create table call_words (
      call_id uuid primary key references executions (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      at timestamptz not null,
      words tsvector not null
    );
    create index call_words_newest on call_words (workspace_id, at desc);
    create index call_words_found on call_words using gin (words) with (fastupdate = on, gin_pending_list_limit = 1024);
    alter table call_words enable row level security;
    alter table call_words force row level security;
    create policy call_words_of_workspace on call_words using (
      workspace_id::text = current_setting('ongea.workspace', true)
      and words @@ nullif(current_setting('ongea.asked', true), '')::tsquery
    ) with check (
      workspace_id = nullif(current_setting('ongea.workspace', true), '')::uuid
      or current_setting('ongea.everywhere', true) = 'on'
    )`,
  },
  {
    // The policy that asks for the sealed word.
    id: "0037-search-scope",
    sql: `drop policy call_words_of_workspace on call_words;
    create policy call_words_of_workspace on call_words using (
      workspace_id::text = (select ongea_scope())
      and words @@ nullif(current_setting('ongea.asked', true), '')::tsquery
    ) with check (
      workspace_id::text = (select ongea_scope())
      or (select ongea_scope()) = '*'
    )`,
  },
];
