/** A visitor's way through the demo gate, kept by the server; the browser has a cookie that says nothing. */
import { createHash, randomBytes } from "node:crypto";
import { eq, gt, lte, and, sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import { visits } from "./tables.ts";

export interface Visit {
  leadId: string | null;
  codeId: string | null;
}

export interface Visits {
  /** Returns the new visit's token; the visit of the old token ends. */
  open(visit: Visit, oldToken?: string): Promise<string>;
  find(token: string): Promise<Visit | undefined>;
}

export const VISIT_DAYS = 30;

export function createVisits(db: Db): Visits {
  return {
    async open(visit, oldToken) {
      const token = randomBytes(32).toString("base64url");
      await db.transaction(async (transaction) => {
        await transaction.delete(visits).where(lte(visits.expiresAt, sql`now()`));
        if (oldToken !== undefined) await transaction.delete(visits).where(eq(visits.tokenHash, hashOf(oldToken)));
        const expiresAt = sql`now() + ${VISIT_DAYS} * interval '1 day'`;
        await transaction.insert(visits).values({ tokenHash: hashOf(token), ...visit, expiresAt });
      });
      return token;
    },
    async find(token) {
      const current = and(eq(visits.tokenHash, hashOf(token)), gt(visits.expiresAt, sql`now()`));
      const [row] = await db.select({ leadId: visits.leadId, codeId: visits.codeId }).from(visits).where(current);
      return row;
    },
  };
}

/** The token is random enough to need no salt and no slow hash. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
