/** Keys for programs: told once, kept as a hash, revoked at once. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { ApiKey, KeyScope, Role } from "@ongea/contract";
import { and, desc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { apiKeyCalls, apiKeys, workspaces } from "../tables.ts";

type KeyRow = typeof apiKeys.$inferSelect;
/** As it is kept: whose it is has an id, which the door gives a name. */
export type StoredKey = Omit<ApiKey, "owner"> & { creatorId: string | null };

export interface NewKey {
  workspaceId: string;
  name: string;
  role: Role;
  scope: KeyScope;
  /** Null: the whole workspace. */
  agentIds: readonly string[] | null;
  creatorId: string | null;
  /** Null: until it is revoked. */
  expiresAt?: Date | null;
  /** The key that asks for it: the new one does not outlive it. */
  madeWith?: string | null;
}

export interface Keys {
  /** The key in force that these letters are. */
  find(key: string): Promise<KeyRow | undefined>;
  /** Those that are not revoked; the newest first. */
  list(workspaceId: string): Promise<StoredKey[]>;
  create(key: NewKey): Promise<StoredKey & { key: string }>;
  /** The member on whose behalf somebody asks: themselves, or whose key it is. */
  memberBehind(principal: { userId: string | null; kind: string; id: string }): Promise<string | null>;
  /** Of these workspaces, those that nobody has claimed keep no key. */
  endOfDemos(workspaceIds: readonly string[]): Promise<void>;
  /** Refuses with "key.not_found". Returns its name. */
  revoke(workspaceId: string, id: string): Promise<string>;
}

const LETTERS = /^ong_[\w-]{43}$/;
export const PREFIX_LENGTH = 10;
export const LAST_LENGTH = 4;
const SHOWN_DAYS = 30;

export function createKeys(tenancy: Tenancy): Keys {
  const inForce = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));
  // Asked with every request of a program: it is built, read and planned once.
  const found = tenancy.everywhere
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, sql.placeholder("hash")), inForce))
    .prepare("key_in_force");
  return {
    async find(key) {
      if (!LETTERS.test(key)) return undefined;
      const [row] = await found.execute({ hash: hashOf(key) });
      return row;
    },
    list: (workspaceId) => listIn(tenancy.of(workspaceId), workspaceId),
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
    async create({ workspaceId, creatorId, name, role, scope, agentIds, expiresAt = null, madeWith = null }) {
      const key = newKey();
      const prefix = key.slice(0, PREFIX_LENGTH);
      const db = tenancy.of(workspaceId);
      const until = madeWith === null ? null : await endOf(db, madeWith);
      const ends = [expiresAt, until].flatMap((at) => (at ? [at.getTime()] : []));
      const fresh = {
        id: randomUUID(),
        workspaceId,
        creatorId,
        name,
        role,
        scope,
        agentIds: agentIds && [...agentIds],
        prefix,
        lastFour: key.slice(-LAST_LENGTH),
        keyHash: hashOf(key),
        expiresAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
      };
      const [row] = await db.insert(apiKeys).values(fresh).returning();
      if (!row) throw new Error("A key was not stored");
      return { ...wireKey(row, { calls: 0, isOver: false }), key };
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

async function listIn(db: Db, workspaceId: string): Promise<StoredKey[]> {
  const today = sql`(now() at time zone 'utc')::date`;
  const calls = sql<number>`(select coalesce(sum(${apiKeyCalls.calls}), 0)::float8 from ${apiKeyCalls}
    where ${apiKeyCalls.keyId} = ${apiKeys}.id and ${apiKeyCalls.day} > ${today} - ${SHOWN_DAYS}::int)`;
  const rows = await db
    .select({ row: apiKeys, calls, isOver: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)` })
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(({ row, ...rest }) => wireKey(row, rest));
}

function wireKey(row: KeyRow, { calls, isOver }: { calls: number; isOver: boolean }): StoredKey {
  const { id, name, prefix, role, scope, agentIds, creatorId } = row;
  return {
    id,
    name,
    prefix,
    scope,
    agent_ids: agentIds,
    role,
    creatorId,
    last_four: row.lastFour,
    status: isOver ? "expired" : "active",
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    calls_30_days: calls,
  };
}

async function endOf(db: Db, keyId: string): Promise<Date | null> {
  const [row] = await db.select({ expiresAt: apiKeys.expiresAt }).from(apiKeys).where(eq(apiKeys.id, keyId));
  return row?.expiresAt ?? null;
}

export function newKey(): string {
  return `ong_${randomBytes(32).toString("base64url")}`;
}

/** A key is random enough to need no salt and no slow hash. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
