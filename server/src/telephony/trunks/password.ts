/** A trunk's password, and the key of its company's interface where it has one: sealed for its workspace and its id, and open only where a call or a registration needs it. */
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
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

export interface Secrets {
  password: string;
  apiKey?: string | undefined;
}

/** Between the two in one sealed text: no password that was given can hold it. */
const BETWEEN = "\u0000";

export function sealSecrets(ring: KeyRing, place: Place, { password, apiKey }: Secrets): Sealed {
  return sealPassword(ring, place, apiKey === undefined ? password : `${password}${BETWEEN}${apiKey}`);
}

/** Undefined: the key that sealed them is not here. */
export function openSecrets(ring: KeyRing, row: Sealed & Place): Secrets | undefined {
  const [password, apiKey] = openPassword(ring, row)?.split(BETWEEN) ?? [];
  return password === undefined ? undefined : { password, apiKey };
}

function aboutOf({ id, workspaceId }: Place): string {
  return `trunk ${workspaceId}/${id}`;
}
