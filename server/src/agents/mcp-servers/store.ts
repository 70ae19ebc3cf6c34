/** All the SQL of MCP servers. */
import type { McpProblem, McpTool } from "@ongea/contract";
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { mcpServers } from "./tables.ts";

export type McpServerRow = typeof mcpServers.$inferSelect;
export type McpServerKey = Pick<McpServerRow, "workspaceId" | "id">;
type Address = Pick<McpServerRow, "url" | "header" | "sealed">;

/** How a server was found; tools that are absent stay as they were listed last. */
export interface McpFinding {
  problem: McpProblem | null;
  tools?: McpTool[];
}

export interface McpServerStore {
  /** By name. */
  all(workspaceId: string): Promise<McpServerRow[]>;
  count(workspaceId: string): Promise<number>;
  read(key: McpServerKey): Promise<McpServerRow | undefined>;
  named(workspaceId: string, name: string): Promise<McpServerRow | undefined>;
  /** Undefined: the workspace has one of this name. */
  add(row: Address & Pick<McpServerRow, "id" | "workspaceId" | "name">): Promise<McpServerRow | undefined>;
  /** Undefined: it is gone, or was changed since it was read. */
  change(row: McpServerRow, address: Address): Promise<McpServerRow | undefined>;
  /** Its name; undefined where there was none. */
  remove(key: McpServerKey): Promise<string | undefined>;
  /** Undefined: it is gone, or was changed since it was connected. */
  found(row: McpServerRow, finding: McpFinding): Promise<McpServerRow | undefined>;
}

export function createMcpServerStore(tenancy: Tenancy): McpServerStore {
  const one = ({ workspaceId, id }: McpServerKey) => and(eq(mcpServers.workspaceId, workspaceId), eq(mcpServers.id, id));
  const asRead = (row: McpServerRow) => and(one(row), eq(mcpServers.revision, row.revision));
  return {
    all: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(mcpServers)
        .where(eq(mcpServers.workspaceId, workspaceId))
        .orderBy(asc(mcpServers.name)),
    async count(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ all: count() })
        .from(mcpServers)
        .where(eq(mcpServers.workspaceId, workspaceId));
      return row?.all ?? 0;
    },
    async read(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(mcpServers).where(one(key));
      return row;
    },
    async named(workspaceId, name) {
      const isIts = and(eq(mcpServers.workspaceId, workspaceId), eq(mcpServers.name, name));
      const [row] = await tenancy.of(workspaceId).select().from(mcpServers).where(isIts);
      return row;
    },
    async add(row) {
      const [added] = await tenancy
        .of(row.workspaceId)
        .insert(mcpServers)
        .values(row)
        .onConflictDoNothing({ target: [mcpServers.workspaceId, mcpServers.name] })
        .returning();
      return added;
    },
    async change(row, address) {
      const [changed] = await tenancy
        .of(row.workspaceId)
        .update(mcpServers)
        .set({ ...address, state: "new", problem: null, revision: row.revision + 1 })
        .where(asRead(row))
        .returning();
      return changed;
    },
    async remove(key) {
      const [gone] = await tenancy.of(key.workspaceId).delete(mcpServers).where(one(key)).returning({ name: mcpServers.name });
      return gone?.name;
    },
    async found(row, { problem, tools }) {
      const [changed] = await tenancy
        .of(row.workspaceId)
        .update(mcpServers)
        .set({
          state: problem === null ? "connected" : "failed",
          problem,
          ...(tools && { tools }),
          checkedAt: sql<Date>`now()`,
        })
        .where(asRead(row))
        .returning();
      return changed;
    },
  };
}
