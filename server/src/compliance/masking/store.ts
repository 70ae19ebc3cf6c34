/** All the SQL of what workspaces mask. */
import type { Masking } from "@ongea/contract";
import { eq } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { masking } from "./tables.ts";

export interface MaskingStore {
  read(workspaceId: string): Promise<Masking>;
  keep(workspaceId: string, rules: Masking): Promise<void>;
}

export const NO_MASKING: Masking = { kinds: [], agents: [], keep_whole: true };

export function createMaskingStore(tenancy: Tenancy): MaskingStore {
  return {
    async read(workspaceId) {
      const { rules } = masking;
      const rows = tenancy.of(workspaceId).select({ rules }).from(masking).where(eq(masking.workspaceId, workspaceId));
      return (await rows)[0]?.rules ?? NO_MASKING;
    },
    async keep(workspaceId, rules) {
      await tenancy
        .of(workspaceId)
        .insert(masking)
        .values({ workspaceId, rules })
        .onConflictDoUpdate({ target: masking.workspaceId, set: { rules } });
    },
  };
}
