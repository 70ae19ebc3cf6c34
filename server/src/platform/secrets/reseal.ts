/** Rows of one kind that the installation's keys seal: how many each key has, and how they come under the newest one. */
import type { Tenancy } from "../database/tenancy.ts";
import type { KeyRing } from "./key-ring.ts";

export interface SealedRows {
  /** As people name one and several of them. */
  names: readonly [one: string, several: string];
  byKey(tenancy: Tenancy): Promise<{ keyVersion: number; count: number }[]>;
  /** Seals them anew under the newest key, while servers go on working: each row is changed only as it was read. */
  reseal(tenancy: Tenancy, ring: KeyRing): Promise<Resealed>;
}

export interface Resealed {
  version: number;
  count: number;
  /** Ids of those that no key of this installation opens. */
  closed: readonly string[];
}

export interface Resealing<Row extends { id: string }> {
  /** Those that another key has sealed, in the order of their ids. */
  notUnder(keyVersion: number, afterId: string | undefined, most: number): Promise<readonly Row[]>;
  /** "changed": it is no longer as it was read. "closed": no key opens it. */
  reseal(row: Row): Promise<"resealed" | "changed" | "closed">;
}

const BATCH = 100;
/** A row that somebody changed in between is met again in the next round. */
const MOST_ROUNDS = 5;

export async function resealRows<Row extends { id: string }>(
  ring: KeyRing,
  { notUnder, reseal }: Resealing<Row>,
): Promise<Resealed> {
  const version = ring.newest();
  const closed = new Set<string>();
  let count = 0;
  for (let round = 0, met = 1; round < MOST_ROUNDS && met > 0; round++) {
    met = 0;
    for (let after: string | undefined, isMore = true; isMore;) {
      const rows = await notUnder(version, after, BATCH);
      for (const row of rows.filter(({ id }) => !closed.has(id))) {
        met++;
        const became = await reseal(row);
        if (became === "closed") closed.add(row.id);
        else if (became === "resealed") count++;
      }
      after = rows.at(-1)?.id;
      isMore = rows.length === BATCH;
    }
  }
  return { version, count, closed: [...closed] };
}
