/** A visitor's way through the demo gate, kept by the server; the browser has a cookie that says nothing. */
import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../platform/database/db.ts";
import { codes, leads, visits } from "./tables.ts";

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

interface Preferences {
  language: string | null;
  currency: string | null;
  sidebarCollapsed: boolean;
}

export interface Visits {
  /** Gives the browser a new cookie; the visit of its old one ends. */
  open(visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  of(request: FastifyRequest): Promise<KnownVisit | undefined>;
  /** What this browser is known by; undefined when it came without a cookie. */
  nameOf(request: FastifyRequest): string | undefined;
  /** How many demo workspaces there are: in all, and of visits by this code. */
  count(codeId: string): Promise<{ inAll: number; ofCode: number }>;
  change(workspaceId: string, change: Partial<Preferences>): Promise<void>;
  /** The workspace has become an account's: the visit is over. */
  end(workspaceId: string, reply: FastifyReply): Promise<void>;
}

const VISIT_DAYS = 30;
const COOKIE = "ongea_visit";

/** `secureCookie`: the site is reached over HTTPS alone, so its cookie is too. */
export function createVisits(db: Db, secureCookie: boolean): Visits {
  return {
    async open(visit, request, reply) {
      const oldToken = tokenIn(request);
      const token = randomBytes(32).toString("base64url");
      await db.transaction(async (transaction) => {
        await transaction.delete(visits).where(lte(visits.expiresAt, sql`now()`));
        if (oldToken !== undefined) await transaction.delete(visits).where(eq(visits.tokenHash, hashOf(oldToken)));
        const expiresAt = sql`now() + ${VISIT_DAYS} * interval '1 day'`;
        await transaction.insert(visits).values({ tokenHash: hashOf(token), ...visit, expiresAt });
      });
      setCookie(reply, token, VISIT_DAYS * 86_400);
    },
    async of(request) {
      const token = tokenIn(request);
      if (token === undefined) return undefined;
      const [row] = await db
        .select({ visit: visits, name: leads.name, email: leads.email, company: leads.company })
        .from(visits)
        .leftJoin(leads, eq(leads.id, visits.leadId))
        .leftJoin(codes, eq(codes.id, visits.codeId))
        .where(and(eq(visits.tokenHash, hashOf(token)), gt(visits.expiresAt, sql`now()`), isNull(codes.revokedAt)));
      if (!row) return undefined;
      const { leadId, codeId, workspaceId, ...preferences } = row.visit;
      return { leadId, codeId, workspaceId, name: row.name ?? "Visitor", email: row.email, company: row.company, preferences };
    },
    nameOf(request) {
      const token = tokenIn(request);
      return token === undefined ? undefined : hashOf(token);
    },
    async count(codeId) {
      const [inAll] = await db
        .execute<{ count: number }>(sql`select count(*)::int as count from workspaces where kind = 'demo'`)
        .then(({ rows }) => rows);
      const [ofCode] = await db
        .select({ count: sql<number>`count(distinct ${visits.workspaceId})::int` })
        .from(visits)
        .where(and(eq(visits.codeId, codeId), gt(visits.expiresAt, sql`now()`)));
      return { inAll: inAll?.count ?? 0, ofCode: ofCode?.count ?? 0 };
    },
    async change(workspaceId, change) {
      await db.update(visits).set(change).where(eq(visits.workspaceId, workspaceId));
    },
    async end(workspaceId, reply) {
      await db.delete(visits).where(eq(visits.workspaceId, workspaceId));
      setCookie(reply, "", 0);
    },
  };

  function setCookie(reply: FastifyReply, token: string, maxAgeS: number): void {
    const parts = [`${COOKIE}=${token}`, "Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${maxAgeS}`];
    void reply.header("set-cookie", [...parts, ...(secureCookie ? ["Secure"] : [])].join("; "));
  }
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
