/** All the SQL of carriers: nonces of webhooks. */
import { sql } from "drizzle-orm";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable, type Tenancy } from "../../platform/database/tenancy.ts";

export interface NonceStore {
  /** False: it is there already. */
  add(workspaceId: string, hash: string): Promise<boolean>;
  forgetOld(workspaceId: string): Promise<void>;
}

const KEPT_DAYS = 30;

export const carrierNonceMigrations: readonly Migration[] = [
  {
    id: "0116-carrier-nonces",
    sql: `create table carrier_nonces (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      hash text not null,
      at timestamptz not null default now(),
      primary key (workspace_id, hash)
    );
    ${tenantTable("carrier_nonces")}`,
  },
];

export function createNonceStore(tenancy: Tenancy): NonceStore {
  return {
    async add(workspaceId, hash) {
      const { rows } = await tenancy.of(workspaceId).execute(sql`insert into carrier_nonces (workspace_id, hash)
        values (${workspaceId}, ${hash}) on conflict do nothing returning hash`);
      return rows.length > 0;
    },
    async forgetOld(workspaceId) {
      await tenancy.of(workspaceId).execute(sql`delete from carrier_nonces
        where workspace_id = ${workspaceId} and at < now() - make_interval(days => ${KEPT_DAYS})`);
    },
  };
}
