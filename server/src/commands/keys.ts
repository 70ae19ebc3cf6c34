/** `npm run keys`: which keys seal connections. `npm run keys -- rotate`: a new one seals them all, beside running calls or without. */
import { resolve } from "node:path";
import type { Config } from "../platform/config/config.ts";
import { connectionKeys } from "../platform/secrets/connection-keys.ts";
import { createConnectionStore, resealAll, type ConnectionStore } from "../engines/index.ts";
import { CannotStart } from "../platform/cannot-start.ts";
import type { KeyRing } from "../platform/secrets/key-ring.ts";
import { createTrunkStore, resealTrunks, type TrunkStore } from "../telephony/index.ts";
import usage from "./usage.json" with { type: "json" };
import { databaseBeside } from "./database-beside.ts";

export async function keys(argv: readonly string[], config: Config, tell: (line: string) => void): Promise<void> {
  const [act, ...more] = argv;
  if (more.length > 0 || (act !== undefined && act !== "rotate")) throw new CannotStart(usage.keys);
  const { database, close } = await databaseBeside(config);
  try {
    const store = createConnectionStore(database);
    const trunks = createTrunkStore(database);
    const ring = connectionKeys(config, resolve(config.DATA_DIR));
    if (act === "rotate") await rotate({ store, trunks }, ring, tell);
    else await list({ store, trunks }, ring, tell);
  } finally {
    await close();
  }
}

interface Stores {
  store: ConnectionStore;
  trunks: TrunkStore;
}

async function list({ store, trunks }: Stores, ring: KeyRing, tell: (line: string) => void): Promise<void> {
  const newest = ring.newest();
  tell(`Key ${newest} seals what is connected from now on.`);
  const missing = (keyVersion: number): string =>
    ring.seal(keyVersion) === undefined ? ". This key is not here: nobody can open them" : "";
  for (const { keyVersion, count } of await store.byKey())
    tell(`Key ${keyVersion}: ${connections(count)}${missing(keyVersion)}.`);
  for (const { keyVersion, count } of await trunks.byKey())
    tell(`Key ${keyVersion}: ${trunkCount(count)}${missing(keyVersion)}.`);
}

/** With keys in files it makes one; where they are settings, the operator has added one, on all machines. */
async function rotate({ store, trunks }: Stores, ring: KeyRing, tell: (line: string) => void): Promise<void> {
  ring.add();
  const { version, count, closed } = await resealAll(store, ring);
  const passwords = await resealTrunks(trunks, ring);
  tell(
    `Key ${version} seals all connections: ${connections(count)} sealed anew. Older keys still open what they sealed, in backups say.`,
  );
  if (passwords.count > 0) tell(`Key ${version} seals the passwords of ${trunkCount(passwords.count)}, too.`);
  if (passwords.closed.length > 0)
    throw new CannotStart(
      `The passwords of ${trunkCount(passwords.closed.length)} cannot be opened by any key that is here: ${passwords.closed.join(", ")}`,
    );
  if (closed.length > 0)
    throw new CannotStart(`${connections(closed.length)} cannot be opened by any key that is here: ${closed.join(", ")}`);
}

function connections(count: number): string {
  return `${count} ${count === 1 ? "connection" : "connections"}`;
}

function trunkCount(count: number): string {
  return `${count} ${count === 1 ? "trunk" : "trunks"}`;
}
