import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** After those of trunks and of owners. */
export const trunkLineMigrations: readonly Migration[] = [
  {
    id: "0101-trunk-lines",
    sql: `create table trunk_turns (
      trunk_id uuid primary key references sip_trunks (id) on delete cascade,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      next_at timestamptz not null default now()
    );
    create table trunk_lines (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      trunk_id uuid not null references sip_trunks (id) on delete cascade,
      owner_id uuid not null references call_owners (id) on delete cascade
    );
    create index trunk_lines_of_trunk on trunk_lines (trunk_id);
    create index trunk_lines_of_owner on trunk_lines (owner_id);
    create index trunk_lines_of_workspace on trunk_lines (workspace_id);
    create index trunk_turns_of_workspace on trunk_turns (workspace_id);
    ${tenantTable("trunk_turns")}
    ${tenantTable("trunk_lines")}`,
  },
];
