/** Invitation codes: four letters by which one is found, and a secret of which only a hash is kept. */
import { randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { Db } from "../../../platform/database/db.ts";
import type { SlowHash } from "../../../platform/secrets/slow-hash.ts";
import { createCodeStore, type CodeStore, type StoredCode } from "./store.ts";

type KnownCode = Pick<StoredCode, "prefix" | "uses" | "createdAt" | "lastUsedAt" | "revokedAt">;

export interface Codes {
  /** Makes five codes for a new installation while it prints them: codes that `print` did not show are not kept. None when there have ever been any. */
  seed(print: (made: readonly string[]) => Promise<void>): Promise<void>;
  /** Revokes every code that was never used, and makes as many new ones, told this once. */
  replaceUnused(): Promise<string[]>;
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
  const store = createCodeStore(db);
  const issue = async (into: CodeStore): Promise<string> => {
    const code = `${letters(PREFIX_LETTERS, PREFIX_LENGTH)}-${letters(SECRET_LETTERS, SECRET_LENGTH)}`;
    const salt = randomBytes(16).toString("hex");
    const row = { id: randomUUID(), prefix: prefixOf(code), salt, hash: (await hashing.hashCode(code, salt)).toString("hex") };
    return (await into.add(row)) ? code : issue(into);
  };
  const issueMany = async (into: CodeStore, count: number): Promise<string[]> => {
    const made: string[] = [];
    while (made.length < count) made.push(await issue(into));
    return made;
  };
  return {
    issue: () => issue(store),
    seed: (print) => store.first(async (into) => print(await issueMany(into, SEEDED))),
    replaceUnused: () => store.replaceUnused((into, count) => issueMany(into, count)),
    list: () => store.list(),
    async revoke(code) {
      const ended = await store.revoke(prefixOf(code));
      if (ended) await endedIn(ended);
      return ended !== undefined;
    },
    async check(code) {
      const given = code.trim();
      const row = await store.find(prefixOf(given));
      // The same work for a code that is not there, so that the time of the answer tells nothing.
      const hash = await hashing.hashCode(given, row?.salt ?? "");
      if (!row || row.revokedAt || !timingSafeEqual(hash, Buffer.from(row.hash, "hex"))) return undefined;
      await store.used(row.id);
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
