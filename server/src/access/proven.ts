/** What an address that nobody had proven was good for, once somebody proves that it is theirs. */
import { and, eq, ne } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import { accounts, passkeys, secondFactors, sessions, users, verifications } from "./tables.ts";

export interface Proof {
  userId: string;
  /** The session of the one who proves it; the others end. */
  keepSession?: string | null;
  /** The hash of the password that takes the place of the one before. */
  passwordHash?: string;
}

/**
 * The account's address has been proven for the first time: passkeys, second factors, sessions and half-done sign-ins of whoever made
 * the account end. False when it was proven before; then nothing changes.
 */
export function prove(db: Db, { userId, keepSession, passwordHash }: Proof): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const first = await transaction
      .update(users)
      .set({ emailVerified: true, twoFactorEnabled: false })
      .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
      .returning({ id: users.id });
    if (first.length === 0) return false;
    await transaction.delete(passkeys).where(eq(passkeys.userId, userId));
    await transaction.delete(secondFactors).where(eq(secondFactors.userId, userId));
    await transaction.delete(verifications).where(eq(verifications.value, userId));
    const others = keepSession == null ? undefined : ne(sessions.id, keepSession);
    await transaction.delete(sessions).where(and(eq(sessions.userId, userId), others));
    if (passwordHash !== undefined)
      await transaction
        .update(accounts)
        .set({ password: passwordHash })
        .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
    return true;
  });
}
