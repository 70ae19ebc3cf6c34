/** Keys for programs: told once, kept as a hash, revoked at once. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { ApiKey, Role } from "@ongea/contract";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { apiKeys, workspaces } from "../tables.ts";

type KeyRow = typeof apiKeys.$inferSelect;

export interface Keys {
  /** The key in force that these letters are. */
  find(key: string): Promise<KeyRow | undefined>;
  list(workspaceId: string): Promise<ApiKey[]>;
  create(of: { workspaceId: string; name: string; role: Role; creatorId: string | null }): Promise<ApiKey & { key: string }>;
  /** The member on whose behalf somebody asks: themselves, or whose key it is. */
  memberBehind(asker: { userId: string | null; kind: string; id: string }): Promise<string | null>;
  /** Of these workspaces, those that nobody has claimed keep no key. */
  endOfDemos(workspaceIds: readonly string[]): Promise<void>;
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
    async memberBehind({ userId, kind, id }) {
      if (userId !== null || kind !== "key") return userId;
      const [row] = await tenancy.everywhere.select({ creatorId: apiKeys.creatorId }).from(apiKeys).where(eq(apiKeys.id, id));
      return row?.creatorId ?? null;
    },
    async endOfDemos(workspaceIds) {
      if (workspaceIds.length === 0) return;
      const db = tenancy.everywhere;
      const demos = db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.kind, "demo"));
      await db
        .update(apiKeys)
        .set({ revokedAt: sql`now()` })
        .where(
          and(inArray(apiKeys.workspaceId, [...workspaceIds]), inArray(apiKeys.workspaceId, demos), isNull(apiKeys.revokedAt)),
        );
    },
    async create({ workspaceId, creatorId, name, role }) {
      const key = `ong_${randomBytes(32).toString("base64url")}`;
      const prefix = key.slice(0, PREFIX_LENGTH);
      const fresh = { id: randomUUID(), workspaceId, creatorId, name, role, prefix, keyHash: hashOf(key) };
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
