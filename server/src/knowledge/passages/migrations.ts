import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const knowledgeMigrations: readonly Migration[] = [
  {
    id: "0041-knowledge",
    sql: `create table knowledge_items (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      title text not null,
      type text not null,
      source text,
      size integer not null default 0,
      status text not null default 'processing',
      progress double precision not null default 0,
      problem text,
      chunks integer not null default 0,
      chunk_size integer not null,
      overlap integer not null,
      mode text not null,
      attempts integer not null default 0,
      held_until timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index knowledge_items_newest on knowledge_items (workspace_id, created_at desc, id desc);
    create index knowledge_items_waiting on knowledge_items (created_at) where status = 'processing';
    create table knowledge_originals (
      item_id uuid primary key references knowledge_items (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      content bytea not null
    );
    create table knowledge_chunks (
      item_id uuid not null references knowledge_items (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      position integer not null,
      heading text not null,
      text text not null,
      whole boolean not null default false,
      primary key (item_id, position)
    );
    create index knowledge_chunks_of_workspace on knowledge_chunks (workspace_id);
    ${tenantTable("knowledge_items")}
    ${tenantTable("knowledge_originals")}
    ${tenantTable("knowledge_chunks")}`,
  },
  {
    id: "0065-knowledge-vectors",
    sql: `alter table knowledge_items
      add column embedding text not null default 'builtin',
      add column embedding_service text,
      add column embedding_model text,
      add column embedded integer not null default 0,
      add column embedding_problem text;
    create table knowledge_vectors (
      item_id uuid not null references knowledge_items (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      position integer not null,
      space text not null,
      vector bytea not null,
      primary key (item_id, position)
    );
    create index knowledge_vectors_of_workspace on knowledge_vectors (workspace_id);
    ${tenantTable("knowledge_vectors")}`,
  },
  {
    id: "0066-knowledge-sites",
    sql: `alter table knowledge_items
      add column pages integer not null default 1,
      add column pages_read integer not null default 0;`,
  },
  {
    id: "0096-knowledge-tokens",
    sql: `alter table knowledge_items add column embedding_tokens bigint not null default 0;`,
  },
];

/**
 * Until now every agent answered from all items of its workspace. Agents keep what they had, except those that strangers reach (the landing
 * page's front desk, agents with a widget) and those whose document names its items; a notification says so.
 */
export const knowledgeAgentsMigrations: readonly Migration[] = [
  {
    id: "0115-knowledge-agents",
    sql: `alter table knowledge_items add column used_by uuid[] not null default '{}';
    create temporary table reachable_agents on commit drop as
      select a.id, a.workspace_id from agents a join workspaces w on w.id = a.workspace_id
      where a.deleted_at is null
        and ((a.template = 'front_desk' and w.kind = 'home') or exists (select 1 from widgets where widgets.agent_id = a.id));
    update knowledge_items i set used_by = coalesce((
      select array_agg(a.id) from agents a
      where a.workspace_id = i.workspace_id and a.deleted_at is null
        and a.id not in (select id from reachable_agents)
        and a.config #> '{tasks,0,tools_config,llm_agent,llm_config,vector_store}' is null
        and a.config #> '{tasks,0,tools_config,llm_agent,vector_store}' is null
    ), '{}');
    insert into happenings (id, workspace_id, kind, tone, details, notify)
      select gen_random_uuid(), a.workspace_id, 'knowledge.withheld', 'info',
        jsonb_build_object('name', a.config ->> 'agent_name'), true
      from agents a join reachable_agents r on r.id = a.id
      where exists (select 1 from knowledge_items i where i.workspace_id = a.workspace_id);`,
  },
];

export const knowledgeWireMigrations: readonly Migration[] = [
  {
    id: "0124-knowledge-wire",
    sql: "alter table knowledge_items add column similarity_top_k int, add column language_support text;",
  },
  {
    id: "0273-pages-of-passages",
    sql: "alter table knowledge_chunks add column page integer, add column last_page integer",
  },
];
