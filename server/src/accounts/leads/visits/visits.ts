/** A visitor's way through the demo gate, kept by the server; the browser has a cookie that says nothing. */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../../../platform/database/db.ts";
import { createVisitStore, type StoredVisit } from "./store.ts";

export interface Visit {
  leadId: string | null;
  codeId: string | null;
  workspaceId: string | null;
}

export interface KnownVisit extends Visit {
  /** As the visitor wrote it in the demo request; "Visitor" without one. */
  name: string;
  email: string | null;
  company: string | null;
  preferences: Preferences;
}

type Preferences = Pick<StoredVisit, "language" | "currency" | "sidebarCollapsed">;

export interface Visits {
  /** Gives the browser a new cookie; the visit of its old one ends. */
  open(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  of(request: FastifyRequest): Promise<KnownVisit | undefined>;
  /** What this browser is known by; undefined when it came without a cookie. */
  nameOf(request: FastifyRequest): string | undefined;
  /** How many workspaces visits by this code have. */
  workspacesOf(codeId: string): Promise<number>;
  /** Of these workspaces, those that somebody still visits. */
  visited(workspaceIds: readonly string[]): Promise<Set<string>>;
  change(workspaceId: string, change: Partial<Preferences>): Promise<void>;
  /** The workspace has become an account's: the visit is over. */
  end(workspaceId: string, reply: FastifyReply): Promise<void>;
}

const VISIT_DAYS = 30;
const COOKIE = "ongea_visit";

/** `secureCookie`: the site is reached over HTTPS alone, so its cookie is too. */
export function createVisits(db: Db, secureCookie: boolean): Visits {
  const store = createVisitStore(db);
  return {
    async open(visit, request, reply) {
      const token = randomBytes(32).toString("base64url");
      await store.open({ tokenHash: hashOf(token), ...visit }, VISIT_DAYS, nameOf(request));
      setCookie(reply, token, VISIT_DAYS * 86_400);
    },
    async of(request) {
      const name = nameOf(request);
      const found = name === undefined ? undefined : await store.find(name);
      if (!found) return undefined;
      const { leadId, codeId, workspaceId, ...preferences } = found.visit;
      const { email, company } = found;
      return { leadId, codeId, workspaceId, name: found.name ?? "Visitor", email, company, preferences };
    },
    nameOf,
    workspacesOf: (codeId) => store.workspacesOf(codeId),
    visited: (workspaceIds) => store.visited(workspaceIds),
    change: (workspaceId, change) => store.change(workspaceId, change),
    async end(workspaceId, reply) {
      await store.end(workspaceId);
      setCookie(reply, "", 0);
    },
  };

  function setCookie(reply: FastifyReply, token: string, maxAgeS: number): void {
    const parts = [`${COOKIE}=${token}`, "Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${maxAgeS}`];
    void reply.header("set-cookie", [...parts, ...(secureCookie ? ["Secure"] : [])].join("; "));
  }
}

function nameOf(request: FastifyRequest): string | undefined {
  const token = tokenIn(request);
  return token === undefined ? undefined : hashOf(token);
}

function tokenIn(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(";", 50).map((pair) => pair.trim());
  const token = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** The token is random enough to need no salt and no slow hash. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
