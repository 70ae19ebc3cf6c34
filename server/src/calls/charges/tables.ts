import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

export const carrierChargeMigrations: readonly Migration[] = [
  {
    id: "0103-carrier-charges",
    sql: `create table carrier_charges (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      ref text not null,
      call_id uuid not null references executions (id) on delete cascade,
      amount double precision not null,
      currency text not null,
      at timestamptz not null default now(),
      primary key (workspace_id, ref)
    );
    create index carrier_charges_of_call on carrier_charges (call_id);
    ${tenantTable("carrier_charges")}`,
  },
];
