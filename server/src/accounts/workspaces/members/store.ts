import { mayActAs, ROLES, type Role } from "@ongea/contract";
import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { apiKeys, memberInvitations, members } from "../tables.ts";

export type Membership = typeof members.$inferSelect;
type NewMembership = Pick<Membership, "workspaceId" | "userId" | "role">;

/** Who belongs to which workspace, as what. */
export interface Members {
  /** A person's workspaces, the first joined first. */
  of(userId: string): Promise<Membership[]>;
  in(workspaceId: string): Promise<Membership[]>;
  /** Once: a member stays what they are. */
  add(member: NewMembership): Promise<Membership>;
  /**
   * `by`: the role of the one who acts. What is above the new role ends: keys that they made; with the member all of them, and the
   * invitations that nobody has taken yet. Refuses with "member.not_found", "member.above_you" or "member.last_owner".
   */
  change(member: NewMembership, by: Role): Promise<Membership>;
  remove(member: Pick<Membership, "workspaceId" | "userId">, by: Role): Promise<void>;
}

export function createMembers(tenancy: Tenancy): Members {
  const the = ({ workspaceId, userId }: Pick<Membership, "workspaceId" | "userId">) =>
    and(eq(members.workspaceId, workspaceId), eq(members.userId, userId));

  /** Owners are changed one at a time, so that two who leave at once don't leave none. */
  async function settled<T>(member: Pick<Membership, "workspaceId" | "userId">, by: Role, keepsOwner: boolean, work: WorkOn<T>) {
    return tenancy.of(member.workspaceId).transaction(async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${member.workspaceId}, 0))`);
      const [row] = await db.select().from(members).where(the(member));
      if (!row) throw refuse("member.not_found");
      if (row.role === "owner" && by !== "owner") throw refuse("member.above_you");
      if (row.role === "owner" && !keepsOwner) {
        const owners = and(eq(members.workspaceId, member.workspaceId), eq(members.role, "owner"));
        const [counted] = await db.select({ owners: count() }).from(members).where(owners);
        if ((counted?.owners ?? 0) < 2) throw refuse("member.last_owner");
      }
      return work(db);
    });
  }

  return {
    of: (userId) =>
      tenancy.everywhere
        .select()
        .from(members)
        .where(eq(members.userId, userId))
        .orderBy(asc(members.joinedAt), asc(members.workspaceId)),
    in: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(members)
        .where(eq(members.workspaceId, workspaceId))
        .orderBy(asc(members.joinedAt), asc(members.userId)),
    async add(member) {
      const db = tenancy.of(member.workspaceId);
      await db.insert(members).values(member).onConflictDoNothing();
      const [row] = await db.select().from(members).where(the(member));
      if (!row) throw new Error("A member was not stored");
      return row;
    },
    async change(member, by) {
      if (member.role === "owner" && by !== "owner") throw refuse("member.above_you");
      const above = ROLES.filter((role) => !mayActAs(member.role, role));
      const [row] = await settled(member, by, member.role === "owner", async (db) => {
        await endKeys(db, member, above);
        return db.update(members).set({ role: member.role }).where(the(member)).returning();
      });
      if (!row) throw refuse("member.not_found");
      return row;
    },
    async remove(member, by) {
      await settled(member, by, false, async (db) => {
        await endKeys(db, member, ROLES);
        const theirs = and(eq(memberInvitations.workspaceId, member.workspaceId), eq(memberInvitations.inviterId, member.userId));
        await db.delete(memberInvitations).where(theirs);
        await db.delete(members).where(the(member));
      });
    },
  };
}

async function endKeys(
  db: Transaction,
  { workspaceId, userId }: Pick<Membership, "workspaceId" | "userId">,
  roles: readonly Role[],
): Promise<void> {
  if (roles.length === 0) return;
  const theirs = and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.creatorId, userId), inArray(apiKeys.role, [...roles]));
  await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(theirs, isNull(apiKeys.revokedAt)));
}

type Transaction = Parameters<Parameters<ReturnType<Tenancy["of"]>["transaction"]>[0]>[0];
type WorkOn<T> = (db: Transaction) => Promise<T>;
