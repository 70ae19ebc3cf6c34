/** Invitations of people into a workspace, by a link that is sent to their e-mail address. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { MemberInvitation, Role } from "@ongea/contract";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Tenancy } from "../platform/database/tenancy.ts";
import { refuse } from "../platform/http/refuse.ts";
import { memberInvitations } from "./tables.ts";

type InvitationRow = typeof memberInvitations.$inferSelect;

export interface Invitations {
  list(workspaceId: string): Promise<MemberInvitation[]>;
  /** A later invitation to the same address takes the place of the earlier one. */
  invite(of: {
    workspaceId: string;
    email: string;
    role: Role;
    invitedBy: string;
  }): Promise<{ invitation: MemberInvitation; token: string }>;
  /** Refuses with "invitation.not_found". Returns the address. */
  withdraw(workspaceId: string, id: string): Promise<string>;
  /** The invitation in force that this token opens. Refuses with "access.bad_link". */
  read(token: string): Promise<InvitationRow>;
  /** It has been taken: nobody else can. Refuses with "access.bad_link". */
  take(token: string): Promise<InvitationRow>;
}

const DAYS = 7;

export function createInvitations(tenancy: Tenancy): Invitations {
  const inForce = (token: string) =>
    and(eq(memberInvitations.tokenHash, hashOf(token)), gt(memberInvitations.expiresAt, sql`now()`));
  return {
    async list(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(memberInvitations)
        .where(and(eq(memberInvitations.workspaceId, workspaceId), gt(memberInvitations.expiresAt, sql`now()`)))
        .orderBy(desc(memberInvitations.createdAt), desc(memberInvitations.id));
      return rows.map(wireInvitation);
    },
    async invite(given) {
      const token = randomBytes(32).toString("base64url");
      const fresh = {
        ...given,
        tokenHash: hashOf(token),
        createdAt: sql`now()`,
        expiresAt: sql`now() + ${DAYS} * interval '1 day'`,
      };
      const [row] = await tenancy
        .of(given.workspaceId)
        .insert(memberInvitations)
        .values({ id: randomUUID(), ...fresh })
        .onConflictDoUpdate({ target: [memberInvitations.workspaceId, memberInvitations.email], set: fresh })
        .returning();
      if (!row) throw new Error("An invitation was not stored");
      return { invitation: wireInvitation(row), token };
    },
    async withdraw(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .delete(memberInvitations)
        .where(and(eq(memberInvitations.workspaceId, workspaceId), eq(memberInvitations.id, id)))
        .returning();
      if (!row) throw refuse("invitation.not_found");
      return row.email;
    },
    async read(token) {
      const [row] = await tenancy.everywhere.select().from(memberInvitations).where(inForce(token));
      if (!row) throw refuse("access.bad_link");
      return row;
    },
    async take(token) {
      const [row] = await tenancy.everywhere.delete(memberInvitations).where(inForce(token)).returning();
      if (!row) throw refuse("access.bad_link");
      return row;
    },
  };
}

function wireInvitation({ id, email, role, invitedBy, createdAt, expiresAt }: InvitationRow): MemberInvitation {
  return { id, email, role, invited_by: invitedBy, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
