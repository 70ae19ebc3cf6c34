/**
 * Where each chain was seen to end, in a file that the database cannot write, sealed with the installation's secret: a log that was cut
 * short together with its end, or taken away whole, is noticed all the same.
 */
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isSame } from "../../platform/secrets/is-same.ts";

export interface ChainEnd {
  workspaceId: string;
  position: number;
  hash: string;
}

export interface Anchor {
  /** An entry stands in the database for good. Written within a second. */
  note(end: ChainEnd): void;
  /** As the file has them; undefined when it is not as it was written. */
  ends(): ChainEnd[] | undefined;
  /** Writes what is not written yet. */
  flush(): Promise<void>;
}

const FILE = "audit-anchor.json";
const WRITTEN_WITHIN_MS = 1_000;
const Sealed = z.object({
  seal: z.string(),
  ends: z.array(z.object({ workspaceId: z.string(), position: z.number().int(), hash: z.string() })),
});

export function createAnchor(dataDir: string, secret: string): Anchor {
  const file = join(dataDir, FILE);
  const fresh = new Map<string, ChainEnd>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const sealOf = (ends: readonly ChainEnd[]): string =>
    createHmac("sha256", `anchor:${secret}`)
      .update(JSON.stringify(ends.map(({ workspaceId, position, hash }) => [workspaceId, position, hash])))
      .digest("hex");

  function ends(): ChainEnd[] | undefined {
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      return [];
    }
    try {
      const { seal, ends: all } = Sealed.parse(JSON.parse(text));
      return isSame(seal, sealOf(all)) ? all : undefined;
    } catch {
      return undefined;
    }
  }

  /** With what a command beside the server has written meanwhile. A file that somebody changed stays for `verify` to find. */
  async function write(): Promise<void> {
    if (fresh.size === 0) return;
    const known = ends();
    if (!known) return;
    const all = new Map(known.map((end) => [end.workspaceId, end]));
    for (const end of fresh.values()) if (end.position > (all.get(end.workspaceId)?.position ?? 0)) all.set(end.workspaceId, end);
    fresh.clear();
    const list = [...all.values()];
    await writeFile(`${file}.new`, JSON.stringify({ seal: sealOf(list), ends: list }), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    // A full disk must end nothing: the next entry tries again.
    writing = writing.then(write).catch(() => undefined);
    return writing;
  };
  return {
    note(end) {
      if (end.position > (fresh.get(end.workspaceId)?.position ?? 0)) fresh.set(end.workspaceId, end);
      timer ??= setTimeout(() => void flush(), WRITTEN_WITHIN_MS).unref();
    },
    ends,
    flush,
  };
}
