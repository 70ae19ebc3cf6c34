/** Where a new account belongs: nobody makes one without a reason to be here. */
import { timingSafeEqual } from "node:crypto";
import type { Given, signUp } from "@ongea/contract";
import { eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Audit } from "../audit/index.ts";
import type { Visits } from "../leads/index.ts";
import type { Db } from "../platform/database/db.ts";
import { refuse } from "../platform/http/refuse.ts";
import type { Invitations, Members, Workspaces } from "../workspaces/index.ts";
import { users } from "./tables.ts";
import type { Tell } from "./tell.ts";

export interface SignUpsParts {
  db: Db;
  audit: Audit;
  visits: Visits;
  invitations: Invitations;
  members: Members;
  workspaces: Workspaces;
  homeId: string;
  tell: Tell;
  /** The token that makes the first account; undefined when there has been one. */
  setupToken(): string | undefined;
  setUp(): void;
}

interface NewUser {
  id: string;
  email: string;
}

export interface Place {
  take(user: NewUser, reply: FastifyReply): Promise<void>;
}

export interface SignUps {
  /** Refuses with "access.sign_up_closed", "access.bad_link" or "access.wrong_person" before an account is made. */
  place(given: Given<typeof signUp>["body"], request: FastifyRequest): Promise<Place>;
  /** An account takes over a visitor's demo workspace. */
  claim(user: NewUser, workspaceId: string, reply: FastifyReply): Promise<void>;
}

export function createSignUps(parts: SignUpsParts): SignUps {
  const { db, audit, visits, invitations, members, workspaces, homeId, tell } = parts;

  async function enter(user: NewUser, workspaceId: string, role: "owner" | "admin" | "agent_manager" | "viewer"): Promise<void> {
    await members.add({ workspaceId, userId: user.id, role });
    await audit.write(
      { workspaceId, kind: "person", id: user.id, name: user.email },
      { act: "member.joined", subject: user.email, details: { role } },
    );
    await tell(workspaceId, "member.joined", user.email);
  }

  async function claim(user: NewUser, workspaceId: string, reply: FastifyReply): Promise<void> {
    await workspaces.claim(workspaceId);
    await enter(user, workspaceId, "owner");
    await visits.end(workspaceId, reply);
  }

  return {
    claim,
    async place({ email, invitation, setup }, request) {
      if (setup !== undefined) {
        const expected = parts.setupToken();
        if (expected === undefined || !isSame(setup, expected)) throw refuse("access.bad_link");
        return {
          take: async (user) => {
            parts.setUp();
            await db.update(users).set({ operator: true }).where(eq(users.id, user.id));
            await enter(user, homeId, "owner");
          },
        };
      }
      if (invitation !== undefined) {
        const known = await invitations.read(invitation);
        if (known.email !== email.trim().toLowerCase()) throw refuse("access.wrong_person");
        return {
          take: async (user) => {
            const { workspaceId, role } = await invitations.take(invitation);
            // The letter reached them.
            await db.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
            await enter(user, workspaceId, role);
          },
        };
      }
      const workspaceId = (await visits.of(request))?.workspaceId;
      if (workspaceId == null) throw refuse("access.sign_up_closed");
      return { take: (user, reply) => claim(user, workspaceId, reply) };
    },
  };
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
