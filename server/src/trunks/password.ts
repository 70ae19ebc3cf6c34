/** A trunk's password: sealed for its workspace and its id, and open only where a call or a registration needs it. */
import type { KeyRing } from "../platform/secrets/key-ring.ts";
import type { StoredTrunk } from "./store.ts";

type Sealed = Pick<StoredTrunk, "sealed" | "keyVersion">;
type Place = Pick<StoredTrunk, "id" | "workspaceId">;

export function sealPassword(ring: KeyRing, place: Place, password: string): Sealed {
  const keyVersion = ring.newest();
  const seal = ring.seal(keyVersion);
  if (!seal) throw new Error("The newest key is not there");
  return { keyVersion, sealed: seal.close(password, aboutOf(place)) };
}

/** Undefined: the key that sealed it is not here. */
export function openPassword(ring: KeyRing, row: Sealed & Place): string | undefined {
  try {
    return ring.seal(row.keyVersion)?.open(row.sealed, aboutOf(row));
  } catch {
    return undefined;
  }
}

function aboutOf({ id, workspaceId }: Place): string {
  return `trunk ${workspaceId}/${id}`;
}
