/** All the SQL of telephone numbers. */
import { and, eq, isNotNull } from "drizzle-orm";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { numbers } from "./tables.ts";

interface StoredNumber {
  number: string;
  agentId: string | null;
}

export interface NumberStore {
  agentAt(number: string): Promise<{ workspaceId: string; agentId: string } | undefined>;
  /** Those of a workspace that an assistant answers, in order. */
  answered(workspaceId: string): Promise<StoredNumber[]>;
  held(workspaceId: string): Promise<StoredNumber[]>;
  /** Unless somebody has it. */
  add(workspaceId: string, number: StoredNumber): Promise<void>;
}

export function createNumberStore(tenancy: Tenancy): NumberStore {
  const { workspaceId: workspace, agentId, number: digits, held } = numbers;
  return {
    async agentAt(number) {
      const [row] = await tenancy.everywhere
        .select({ workspaceId: workspace, agentId })
        .from(numbers)
        .where(and(eq(digits, number), isNotNull(agentId)));
      return row?.agentId == null ? undefined : { workspaceId: row.workspaceId, agentId: row.agentId };
    },
    answered: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select({ number: digits, agentId })
        .from(numbers)
        .where(and(eq(workspace, workspaceId), isNotNull(agentId)))
        .orderBy(digits),
    held: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select({ number: digits, agentId })
        .from(numbers)
        .where(and(eq(workspace, workspaceId), eq(held, true)))
        .orderBy(digits),
    async add(workspaceId, row) {
      await tenancy
        .of(workspaceId)
        .insert(numbers)
        .values({ ...row, workspaceId })
        .onConflictDoNothing();
    },
  };
}
