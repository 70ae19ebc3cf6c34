/** Invitation codes: four letters by which one is found, and a secret of which only a hash is kept. */
import { randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { asc, eq, isNull, sql, and } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import type { SlowHash } from "../platform/secrets/slow-hash.ts";
import { codes, visits } from "./tables.ts";

export interface KnownCode {
  prefix: string;
  uses: number;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export interface Codes {
  /** Five codes for a new installation, told this once; empty when there have ever been any. */
  seed(): Promise<string[]>;
  /** A new code, told this once. */
  issue(): Promise<string>;
  list(): Promise<KnownCode[]>;
  /** By prefix or by the whole code; false when no such code is in force. The visits that it opened end with it. */
  revoke(code: string): Promise<boolean>;
  /** The id of the code when it is in force. Upper and lower case differ; spaces around it do not matter. */
  check(code: string): Promise<string | undefined>;
}

const SEEDED = 5;
/** Nothing that is easily taken for something else. */
const PREFIX_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const SECRET_LETTERS = `${PREFIX_LETTERS}abcdefghijkmnpqrstuvwxyz23456789`;
const PREFIX_LENGTH = 4;
const SECRET_LENGTH = 8;

export interface CodesParts {
  db: Db;
  hashing: Pick<SlowHash, "hashCode">;
  /** Is told the workspaces whose visits ended with their code. */
  endedIn(workspaceIds: string[]): Promise<void>;
}

export function createCodes({ db, hashing, endedIn }: CodesParts): Codes {
  const issue = async (into: Db): Promise<string> => {
    const code = `${letters(PREFIX_LETTERS, PREFIX_LENGTH)}-${letters(SECRET_LETTERS, SECRET_LENGTH)}`;
    const salt = randomBytes(16).toString("hex");
    const row = { id: randomUUID(), prefix: prefixOf(code), salt, hash: (await hashing.hashCode(code, salt)).toString("hex") };
    const added = await into.insert(codes).values(row).onConflictDoNothing().returning({ id: codes.id });
    return added.length > 0 ? code : issue(into);
  };
  return {
    issue: () => issue(db),
    seed: () =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`lock table invitation_codes in exclusive mode`);
        const [any] = await transaction.select({ id: codes.id }).from(codes).limit(1);
        if (any) return [];
        const made: string[] = [];
        while (made.length < SEEDED) made.push(await issue(transaction));
        return made;
      }),
    list: () => db.select().from(codes).orderBy(asc(codes.createdAt), asc(codes.prefix)),
    async revoke(code) {
      const named = and(eq(codes.prefix, prefixOf(code)), isNull(codes.revokedAt));
      const [revoked] = await db
        .update(codes)
        .set({ revokedAt: sql`now()` })
        .where(named)
        .returning({ id: codes.id });
      if (!revoked) return false;
      const ended = await db.delete(visits).where(eq(visits.codeId, revoked.id)).returning({ workspaceId: visits.workspaceId });
      await endedIn(ended.flatMap(({ workspaceId }) => workspaceId ?? []));
      return true;
    },
    async check(code) {
      const given = code.trim();
      const [row] = await db
        .select()
        .from(codes)
        .where(eq(codes.prefix, prefixOf(given)));
      // The same work for a code that is not there, so that the time of the answer tells nothing.
      const hash = await hashing.hashCode(given, row?.salt ?? "");
      if (!row || row.revokedAt || !timingSafeEqual(hash, Buffer.from(row.hash, "hex"))) return undefined;
      const used = { uses: sql`${codes.uses} + 1`, lastUsedAt: sql`now()` };
      await db.update(codes).set(used).where(eq(codes.id, row.id));
      return row.id;
    },
  };
}

/** The part of a code that may be shown and logged. */
export function prefixOf(code: string): string {
  return code.trim().slice(0, PREFIX_LENGTH);
}

function letters(from: string, count: number): string {
  return Array.from({ length: count }, () => from[randomInt(from.length)]).join("");
}
