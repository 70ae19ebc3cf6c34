/** A second factor's code is good for a minute and a half, but for one use. */
import { createHash } from "node:crypto";
import { lt, sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import { usedCodes } from "./tables.ts";

export interface UsedCodes {
  /** False when this person has used this code before. */
  use(userId: string, code: string): Promise<boolean>;
}

/** Longer than an authenticator's code is taken for, a slow clock included. */
const KEPT_MINUTES = 10;

export function createUsedCodes(db: Db): UsedCodes {
  return {
    async use(userId, code) {
      await db.delete(usedCodes).where(lt(usedCodes.usedAt, sql`now() - ${KEPT_MINUTES} * interval '1 minute'`));
      const codeHash = createHash("sha256").update(`${userId} ${code}`).digest("hex");
      const used = await db.insert(usedCodes).values({ userId, codeHash }).onConflictDoNothing().returning();
      return used.length > 0;
    },
  };
}
