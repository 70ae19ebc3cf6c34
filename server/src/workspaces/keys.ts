/** Keys for programs: told once, kept as a hash, revoked at once. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { ApiKey, Role } from "@ongea/contract";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { refuse } from "../platform/http/refuse.ts";
import { apiKeys } from "./tables.ts";

type KeyRow = typeof apiKeys.$inferSelect;

export interface Keys {
  /** The key in force that these letters are. */
  find(key: string): Promise<KeyRow | undefined>;
  list(workspaceId: string): Promise<ApiKey[]>;
  create(of: { workspaceId: string; name: string; role: Role }): Promise<ApiKey & { key: string }>;
  /** Refuses with "key.not_found". Returns its name. */
  revoke(workspaceId: string, id: string): Promise<string>;
}

const LETTERS = /^ong_[\w-]{43}$/;
const PREFIX_LENGTH = 10;
/** How exactly the last use is remembered. */
const USE_EVERY_S = 60;

export function createKeys(tenancy: Tenancy): Keys {
  return {
    async find(key) {
      if (!LETTERS.test(key)) return undefined;
      const db = tenancy.everywhere;
      const [row] = await db
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.keyHash, hashOf(key)), isNull(apiKeys.revokedAt)));
      if (row && (row.lastUsedAt === null || Date.now() - row.lastUsedAt.getTime() > USE_EVERY_S * 1_000))
        await db
          .update(apiKeys)
          .set({ lastUsedAt: sql`now()` })
          .where(eq(apiKeys.id, row.id));
      return row;
    },
    async list(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
      return rows.map(wireKey);
    },
    async create({ workspaceId, name, role }) {
      const key = `ong_${randomBytes(32).toString("base64url")}`;
      const fresh = { id: randomUUID(), workspaceId, name, role, prefix: key.slice(0, PREFIX_LENGTH), keyHash: hashOf(key) };
      const [row] = await tenancy.of(workspaceId).insert(apiKeys).values(fresh).returning();
      if (!row) throw new Error("A key was not stored");
      return { ...wireKey(row), key };
    },
    async revoke(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .update(apiKeys)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
        .returning();
      if (!row) throw refuse("key.not_found");
      return row.name;
    },
  };
}

function wireKey({ id, name, prefix, role, createdAt, lastUsedAt }: KeyRow): ApiKey {
  return { id, name, prefix, role, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}

/** A key is random enough to need no salt and no slow hash. */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
