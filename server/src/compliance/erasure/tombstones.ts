/**
 * Who was erased, in a file beside the database: one that is brought back from an older copy knows nothing of it, and learns it again from
 * here. Of a person it has hashes alone, under the installation's secret.
 */
import { createHmac, hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, type ContactIdentity } from "@ongea/contract";
import { z } from "zod";
import type { Actor } from "../../accounts/index.ts";

const Tombstone = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  hashes: z.array(z.string()),
  actor: z.custom<Actor>(isRecord),
});
export type Tombstone = z.output<typeof Tombstone>;

export interface Tombstones {
  hashOf(workspaceId: string, identity: ContactIdentity): string;
  add(tombstone: Tombstone): Promise<void>;
  /** A line that a kill has cut is left out: its erasure stands in the database, undone. */
  all(): Tombstone[];
}

const FILE = "erasures.jsonl";

export function createTombstones(dataDir: string, secret: string): Tombstones {
  const file = join(dataDir, FILE);
  const key = Buffer.from(hkdfSync("sha256", secret, "ongea", "erasures", 32));
  return {
    hashOf: (workspaceId, { kind, value }) =>
      createHmac("sha256", key)
        .update(JSON.stringify([workspaceId, kind, value]))
        .digest("base64url"),
    add: (tombstone) => appendFile(file, `\n${JSON.stringify(tombstone)}`, { mode: 0o600, flush: true }),
    all: () => linesOf(file).flatMap((line) => Tombstone.safeParse(parsed(line)).data ?? []),
  };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
