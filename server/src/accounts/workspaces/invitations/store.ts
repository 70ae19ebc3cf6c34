/** Invitations of people into a workspace, by a link that is sent to their e-mail address. */
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { MemberInvitation, Role } from "@ongea/contract";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { memberInvitations } from "../tables.ts";
import { isSame } from "../../../platform/secrets/is-same.ts";

type InvitationRow = typeof memberInvitations.$inferSelect;

/** An invitation in force, and whether who holds its token has read the letter: the inviter knows the link, but not this one. */
type Opened = InvitationRow & { proven: boolean };

export interface Invitations {
  list(workspaceId: string): Promise<MemberInvitation[]>;
  /** A later invitation to the same address takes the place of the earlier one. */
  invite(of: {
    workspaceId: string;
    email: string;
    role: Role;
    invitedBy: string;
    inviterId: string | null;
  }): Promise<{ invitation: MemberInvitation; token: string; letterToken: string }>;
  /** Refuses with "invitation.not_found". Returns the address. */
  withdraw(workspaceId: string, id: string): Promise<string>;
  /** The invitation in force that this token opens. Refuses with "access.bad_link". */
  read(token: string): Promise<Opened>;
  /** It has been taken: nobody else can. Refuses with "access.bad_link". */
  take(invitation: Opened): Promise<void>;
}

const DAYS = 7;

export function createInvitations(tenancy: Tenancy, secret: string): Invitations {
  const inForce = (tokenHash: string) =>
    and(eq(memberInvitations.tokenHash, tokenHash), gt(memberInvitations.expiresAt, sql`now()`));
  const proofOf = (token: string): string => createHmac("sha256", `letter:${secret}`).update(token).digest("base64url");
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
      return { invitation: wireInvitation(row), token, letterToken: `${token}.${proofOf(token)}` };
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
    async read(given) {
      const [token = "", proof] = given.split(".", 2);
      const [row] = await tenancy.everywhere
        .select()
        .from(memberInvitations)
        .where(inForce(hashOf(token)));
      if (!row || (proof !== undefined && !isSame(proof, proofOf(token)))) throw refuse("access.bad_link");
      return { ...row, proven: proof !== undefined };
    },
    async take({ workspaceId, tokenHash }) {
      const taken = await tenancy
        .of(workspaceId)
        .delete(memberInvitations)
        .where(inForce(tokenHash))
        .returning({ id: memberInvitations.id });
      if (taken.length === 0) throw refuse("access.bad_link");
    },
  };
}

function wireInvitation({ id, email, role, invitedBy, createdAt, expiresAt }: InvitationRow): MemberInvitation {
  return { id, email, role, invited_by: invitedBy, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
