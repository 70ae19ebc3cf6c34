/** `npm run keys`: which keys seal connections. `npm run keys -- rotate`: a new one seals them all, beside running calls or without. */
import { resolve } from "node:path";
import type { Config } from "../platform/config/config.ts";
import { connectionKeys } from "../platform/secrets/connection-keys.ts";
import { CannotStart } from "../platform/cannot-start.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";
import type { KeyRing } from "../platform/secrets/key-ring.ts";
import type { SealedRows } from "../platform/secrets/reseal.ts";
import { SEALED } from "../schema.ts";
import usage from "./usage.json" with { type: "json" };
import { databaseBeside } from "./database-beside.ts";

export async function keys(argv: readonly string[], config: Config, tell: (line: string) => void): Promise<void> {
  const [act, ...more] = argv;
  if (more.length > 0 || (act !== undefined && act !== "rotate")) throw new CannotStart(usage.keys);
  const { database, close } = await databaseBeside(config);
  try {
    const ring = connectionKeys(config, resolve(config.DATA_DIR));
    if (act === "rotate") await rotate(database, ring, tell);
    else await list(database, ring, tell);
  } finally {
    await close();
  }
}

async function list(tenancy: Tenancy, ring: KeyRing, tell: (line: string) => void): Promise<void> {
  tell(`Key ${ring.newest()} seals what is connected from now on.`);
  for (const sealed of SEALED)
    for (const { keyVersion, count } of await sealed.byKey(tenancy)) {
      const missing = ring.seal(keyVersion) === undefined ? ". This key is not here: nobody can open them" : "";
      tell(`Key ${keyVersion}: ${counted(sealed, count)}${missing}.`);
    }
}

/** With keys in files it makes one; where they are settings, the operator has added one, on all machines. */
async function rotate(tenancy: Tenancy, ring: KeyRing, tell: (line: string) => void): Promise<void> {
  ring.add();
  const closed: string[] = [];
  for (const sealed of SEALED) {
    const done = await sealed.reseal(tenancy, ring);
    tell(`Key ${done.version} seals all ${sealed.names[1]}: ${counted(sealed, done.count)} sealed anew.`);
    if (done.closed.length > 0)
      closed.push(`${counted(sealed, done.closed.length)} cannot be opened by any key that is here: ${done.closed.join(", ")}`);
  }
  tell("Older keys still open what they sealed, in backups say.");
  if (closed.length > 0) throw new CannotStart(closed.join("\n"));
}

function counted({ names: [one, several] }: SealedRows, count: number): string {
  return `${count} ${count === 1 ? one : several}`;
}
