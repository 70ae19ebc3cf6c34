/** All the SQL of what companies have taken for calls. */
import { sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { CallKey } from "../records/store.ts";

/** What a carrier says that it takes for a session, which it names. */
export interface Charge {
  ref: string;
  amount: number;
  currency: string;
}

export interface ChargeStore {
  /** `cents`: of US dollars. False: it was told before, and counts once; or the call has been deleted. */
  add(call: CallKey, charge: Charge, cents: number): Promise<boolean>;
}

export function createChargeStore(tenancy: Tenancy): ChargeStore {
  return {
    add: ({ id, workspaceId }, { ref, amount, currency }, cents) =>
      tenancy.together(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        const { rows } = await db.execute(sql`
          insert into carrier_charges (workspace_id, ref, call_id, amount, currency)
          select ${workspaceId}, ${ref}, id, ${amount}, ${currency} from executions where workspace_id = ${workspaceId} and id = ${id}
          on conflict do nothing returning 1`);
        if (rows.length === 0) return false;
        await db.execute(sql`
          update executions set cost = jsonb_set(cost, '{network}', to_jsonb((cost ->> 'network')::float8 + ${cents}::float8))
          where workspace_id = ${workspaceId} and id = ${id}`);
        return true;
      }),
  };
}
