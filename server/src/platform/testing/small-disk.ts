/** A disk so small that a test can fill it: a file system in memory, which takes root to mount. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  readonly folder: string;
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

const PIECE_BYTES = 16 * 1_048_576;

/** Undefined where this process may not mount one. */
export function mountSmallDisk(kilobytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "ongea-disk-"));
  try {
    execFileSync("/usr/bin/mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      try {
        for (let left = bavail * bsize; left > 0; left -= PIECE_BYTES)
          appendFileSync(ballast, Buffer.alloc(Math.min(left, PIECE_BYTES)));
      } catch (error) {
        // Somebody else wrote meanwhile: as full as it gets.
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync("/usr/bin/umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
