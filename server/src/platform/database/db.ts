import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** A database or a transaction on it. */
export type Db = Pick<NodePgDatabase, "select" | "insert" | "update" | "delete" | "execute" | "transaction">;
