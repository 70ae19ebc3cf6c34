/** `npm run keys`: which keys seal connections. `npm run keys -- rotate`: a new one seals them all, beside running calls or without. */
import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { connectionKeys } from "../connecting.ts";
import { createConnectionStore, resealAll, type ConnectionStore } from "../connections/index.ts";
import { CannotStart } from "../platform/cannot-start.ts";
import type { KeyRing } from "../platform/secrets/key-ring.ts";
import { databaseBeside } from "./database-beside.ts";

export async function keys(argv: readonly string[], config: Config, tell: (line: string) => void): Promise<void> {
  const [act, ...more] = argv;
  if (more.length > 0 || (act !== undefined && act !== "rotate"))
    throw new CannotStart("npm run keys, or npm run keys -- rotate");
  const { database, close } = await databaseBeside(config);
  try {
    const store = createConnectionStore(database);
    const ring = connectionKeys(config, resolve(config.DATA_DIR));
    if (act === "rotate") await rotate(store, ring, tell);
    else await list(store, ring, tell);
  } finally {
    await close();
  }
}

async function list(store: ConnectionStore, ring: KeyRing, tell: (line: string) => void): Promise<void> {
  const newest = ring.newest();
  tell(`Key ${newest} seals what is connected from now on.`);
  for (const { keyVersion, count } of await store.byKey()) {
    const isThere = ring.seal(keyVersion) !== undefined;
    tell(`Key ${keyVersion}: ${connections(count)}${isThere ? "" : ". This key is not here: nobody can open them"}.`);
  }
}

/** With keys in files it makes one; where they are settings, the operator has added one, on all machines. */
async function rotate(store: ConnectionStore, ring: KeyRing, tell: (line: string) => void): Promise<void> {
  ring.add();
  const { version, count, closed } = await resealAll(store, ring);
  tell(
    `Key ${version} seals all connections: ${connections(count)} sealed anew. Older keys still open what they sealed, in backups say.`,
  );
  if (closed.length > 0)
    throw new CannotStart(`${connections(closed.length)} cannot be opened by any key that is here: ${closed.join(", ")}`);
}

function connections(count: number): string {
  return `${count} ${count === 1 ? "connection" : "connections"}`;
}
