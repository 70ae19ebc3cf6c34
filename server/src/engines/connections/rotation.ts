/** Connections under another key. */
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { resealRows, type Resealed, type SealedRows } from "../../platform/secrets/reseal.ts";
import { openCredentials, sealCredentials } from "./credentials.ts";
import { type ConnectionChange, type ConnectionStore, createConnectionStore, type StoredConnection } from "./store.ts";

export const sealedConnections: SealedRows = {
  names: ["connection", "connections"],
  byKey: (tenancy) => createConnectionStore(tenancy).byKey(),
  reseal: (tenancy, ring) => resealAll(createConnectionStore(tenancy), ring),
};

export function resealAll(store: ConnectionStore, ring: KeyRing): Promise<Resealed> {
  return resealRows(ring, {
    notUnder: (...asked) => store.notUnder(...asked),
    async reseal(row) {
      const fresh = sealedAnew(ring, row);
      if (!fresh) return "closed";
      return (await store.change(row, fresh)) ? "resealed" : "changed";
    },
  });
}

function sealedAnew(ring: KeyRing, row: StoredConnection): ConnectionChange | undefined {
  try {
    return sealCredentials(ring, row, openCredentials(ring, row));
  } catch {
    return undefined;
  }
}
