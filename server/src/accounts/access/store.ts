/** All the SQL of people, their sessions, passkeys and second factors. They belong to no workspace. */
import { createHash } from "node:crypto";
import { and, count, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { accounts, passkeys, secondFactors, sessions, usedCodes, users, verifications } from "./tables.ts";

export type User = typeof users.$inferSelect;
export type Passkey = typeof passkeys.$inferSelect;

export interface Proof {
  userId: string;
  /** The session of the one who proves it; the others end. */
  keepSession?: string | null;
  /** The hash of the password that takes the place of the one before. */
  passwordHash?: string;
}

export interface UserStore {
  count(): Promise<number>;
  read(id: string): Promise<User | undefined>;
  readAll(ids: readonly string[]): Promise<User[]>;
  find(email: string): Promise<User | undefined>;
  change(id: string, change: Partial<Pick<User, "name" | "language" | "currency" | "sidebarCollapsed">>): Promise<void>;
  /** The address is theirs: whoever made the account has read a letter that went there. */
  markVerified(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Of all who try, one: false when there is an operator already. */
  makeOperator(id: string): Promise<boolean>;
  /**
   * The account's address has been proven for the first time: passkeys, second factors, sessions and half-done sign-ins of whoever made
   * the account end. False when it was proven before; then nothing changes.
   */
  prove(proof: Proof): Promise<boolean>;
  /** A second factor's code is good for a minute and a half, but for one use: false when this person has used it before. */
  useCode(userId: string, code: string): Promise<boolean>;
}

export interface PasskeyStore {
  /** The newest first. */
  of(userId: string): Promise<Passkey[]>;
  read(id: string): Promise<Passkey | undefined>;
  /** The one that went; undefined when this person has no such passkey. */
  remove(userId: string, id: string): Promise<Pick<Passkey, "name"> | undefined>;
}

/** Any number: one operator is made at a time. */
const OPERATOR_LOCK = 7_305_511_943;
/** Longer than an authenticator's code is taken for, a slow clock included. */
const CODE_KEPT_MINUTES = 10;

export function createUserStore(db: Db): UserStore {
  const one = async (condition: ReturnType<typeof eq>): Promise<User | undefined> => {
    const [user] = await db.select().from(users).where(condition);
    return user;
  };
  return {
    async count() {
      const [known] = await db.select({ people: count() }).from(users);
      return known?.people ?? 0;
    },
    read: (id) => one(eq(users.id, id)),
    readAll: (ids) =>
      db
        .select()
        .from(users)
        .where(inArray(users.id, [...ids])),
    find: (email) => one(eq(users.email, email)),
    async change(id, change) {
      await db.update(users).set(change).where(eq(users.id, id));
    },
    async markVerified(id) {
      await db.update(users).set({ emailVerified: true }).where(eq(users.id, id));
    },
    async remove(id) {
      await db.delete(users).where(eq(users.id, id));
    },
    makeOperator: (id) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${OPERATOR_LOCK})`);
        const [operator] = await transaction.select({ id: users.id }).from(users).where(eq(users.operator, true)).limit(1);
        if (!operator) await transaction.update(users).set({ operator: true }).where(eq(users.id, id));
        return !operator;
      }),
    prove: (proof) => prove(db, proof),
    async useCode(userId, code) {
      await db.delete(usedCodes).where(lt(usedCodes.usedAt, sql`now() - ${CODE_KEPT_MINUTES} * interval '1 minute'`));
      const codeHash = createHash("sha256").update(`${userId} ${code}`).digest("hex");
      const used = await db.insert(usedCodes).values({ userId, codeHash }).onConflictDoNothing().returning();
      return used.length > 0;
    },
  };
}

function prove(db: Db, { userId, keepSession, passwordHash }: Proof): Promise<boolean> {
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

export function createPasskeyStore(db: Db): PasskeyStore {
  return {
    of: (userId) => db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt)),
    async read(id) {
      const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id));
      return row;
    },
    async remove(userId, id) {
      const own = and(eq(passkeys.userId, userId), sql`${passkeys.id}::text = ${id}`);
      const [gone] = await db.delete(passkeys).where(own).returning({ name: passkeys.name });
      return gone;
    },
  };
}
