/** Seals every connection anew under the newest key, while servers go on working: each row is changed only as it was read. */
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { openCredentials, sealCredentials } from "./credentials.ts";
import type { ConnectionChange, ConnectionStore, StoredConnection } from "./store.ts";

export interface Resealed {
  version: number;
  count: number;
  /** Ids of those that no key of this installation opens. */
  closed: readonly string[];
}

const BATCH = 100;
/** A row that somebody changed in between is met again in the next round. */
const MOST_ROUNDS = 5;

export async function resealAll(store: ConnectionStore, ring: KeyRing): Promise<Resealed> {
  const version = ring.newest();
  const closed = new Set<string>();
  let count = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let met = 0;
    let after: string | undefined;
    for (;;) {
      const rows = await store.notUnder(version, after, BATCH);
      for (const row of rows.filter(({ id }) => !closed.has(id))) {
        met++;
        const fresh = sealedAnew(ring, row);
        if (!fresh) closed.add(row.id);
        else if (await store.change(row, fresh)) count++;
      }
      after = rows.at(-1)?.id;
      if (rows.length < BATCH) break;
    }
    if (met === 0) break;
  }
  return { version, count, closed: [...closed] };
}

function sealedAnew(ring: KeyRing, row: StoredConnection): ConnectionChange | undefined {
  try {
    return sealCredentials(ring, row, openCredentials(ring, row));
  } catch {
    return undefined;
  }
}
