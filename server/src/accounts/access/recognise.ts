/** Who asks: a person's session, a visitor's cookie, a workspace's key, or the operator's own commands. */
import { createHash, timingSafeEqual } from "node:crypto";
import { fromNodeHeaders } from "better-auth/node";
import type { FastifyRequest } from "fastify";
import type { Audit } from "../audit/audit.ts";
import type { Visits } from "../leads/visits/visits.ts";
import type { Principal, Recognise } from "../../platform/http/authorise.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Keys } from "../workspaces/keys/store.ts";
import type { Members, Membership } from "../workspaces/members/store.ts";
import type { Workspaces } from "../workspaces/store.ts";
import { SESSION_COOKIE, type Identity } from "./identity.ts";
import type { SessionStore } from "./sessions/store.ts";

export interface RecogniseParts {
  identity: Identity;
  sessions: SessionStore;
  audit: Audit;
  visits: Visits;
  keys: Keys;
  members: Members;
  workspaces: Workspaces;
  operatorToken: string;
  homeId: string;
}

export function createRecognise(parts: RecogniseParts): Recognise {
  const { identity, sessions, audit, visits, keys, members, workspaces, operatorToken, homeId } = parts;
  const newHomeOf = createNewHomes(members, workspaces);
  return async (request) => {
    const { authorization, cookie = "" } = request.headers;
    if (authorization !== undefined) return bearer(authorization);
    if (cookie.includes(SESSION_COOKIE)) {
      const principal = await person(request);
      if (principal) return principal;
    }
    return visitor(request);
  };

  async function bearer(authorization: string): Promise<Principal> {
    const token = /^Bearer\s+(\S{1,200})$/i.exec(authorization)?.[1] ?? "";
    if (isSame(token, operatorToken)) return { ...OPERATOR, workspaceId: homeId };
    const key = await keys.find(token);
    if (!key) throw refuse("access.bad_key");
    const { id, workspaceId, role, scope, agentIds, name } = key;
    return { ...NOBODY, kind: "key", workspaceId, role, scope, agentIds, name, id };
  }

  async function person(request: FastifyRequest): Promise<Principal | undefined> {
    const found = await identity.api.getSession({ headers: fromNodeHeaders(request.headers) });
    if (!found) return undefined;
    const { user, session } = found;
    const own = await members.of(user.id);
    const chosen = own.find(({ workspaceId }) => workspaceId === session.workspaceId) ?? own[0] ?? (await newHomeOf(user));
    const { workspaceId, role } = chosen;
    const { id, email: name } = user;
    const operator = user.operator === true;
    const principal: Principal = {
      ...NOBODY,
      kind: "person",
      workspaceId,
      role,
      userId: id,
      sessionId: session.id,
      name,
      id,
      operator,
    };
    if (session.workspaceId == null) await begin(principal, session);
    else if (session.workspaceId !== workspaceId) await sessions.goTo(session.id, workspaceId);
    return principal;
  }

  /** A new session's first question: it gets its workspace, and the sign-in is written down there, once. */
  async function begin(
    principal: Principal,
    { id, ipAddress = null }: { id: string; ipAddress?: string | null | undefined },
  ): Promise<void> {
    await audit.actEverywhere(principal, async (write) => {
      if (await sessions.begin(id, principal.workspaceId))
        await write({ act: "member.signed_in", subject: principal.name, details: { address: ipAddress } });
    });
  }

  /** An invitation code opens one workspace; a lead alone opens none. */
  async function visitor(request: FastifyRequest): Promise<Principal | undefined> {
    const visit = await visits.of(request);
    if (!visit || visit.workspaceId === null) return undefined;
    const { workspaceId, name } = visit;
    return { ...NOBODY, kind: "visitor", workspaceId, role: "owner", name, id: workspaceId };
  }
}

/** Somebody who was taken out of their last workspace goes on in one of their own; a page that asks several things at once gets one. */
function createNewHomes(members: Members, workspaces: Workspaces): (user: { id: string; name: string }) => Promise<Membership> {
  const newHomes = new Map<string, Promise<Membership>>();
  return newHomeOf;

  function newHomeOf({ id: userId, name }: { id: string; name: string }): Promise<Membership> {
    const making = newHomes.get(userId);
    if (making) return making;
    const made = makeHome(userId, name).finally(() => newHomes.delete(userId));
    newHomes.set(userId, made);
    return made;
  }

  async function makeHome(userId: string, name: string): Promise<Membership> {
    const [own] = await members.of(userId);
    if (own) return own;
    const { id: workspaceId } = await workspaces.create({ name, kind: "real", currency: "USD" });
    return members.add({ workspaceId, userId, role: "owner" });
  }
}

const NOBODY = { userId: null, sessionId: null, operator: false, scope: "admin", agentIds: null } as const;
const OPERATOR = { ...NOBODY, kind: "operator", role: "owner", name: "operator", id: "operator", operator: true } as const;

function isSame(given: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
