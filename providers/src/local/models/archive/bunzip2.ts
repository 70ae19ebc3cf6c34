import { spawn, type ChildProcess } from "node:child_process";
import { open } from "node:fs/promises";
import { PassThrough } from "node:stream";

/** Programs that unpack bzip2 from their input, the first that is there: Debian's own, else Python's. Those written in JavaScript take an hour for a model. */
export const BUNZIP2_PROGRAMS: readonly (readonly [string, readonly string[]])[] = [
  ["bzip2", ["-dc"]],
  ["python3", ["-c", "import bz2,shutil,sys; shutil.copyfileobj(bz2.open(sys.stdin.buffer), sys.stdout.buffer)"]],
];

export interface Bunzip2 {
  bytes: AsyncIterable<Buffer>;
  /** Whether it came to its end and every checksum in it was right. */
  isWhole: Promise<boolean>;
  stop(): void;
}

/** Begins to unpack a file. Throws an Error where no program can. */
export async function startBunzip2(path: string, programs = BUNZIP2_PROGRAMS): Promise<Bunzip2> {
  const file = await open(path);
  try {
    for (const [program, args] of programs) {
      const child = spawn(program, args, { stdio: [file.fd, "pipe", "ignore"] });
      // From the start: Node throws away what a program that has ended has said to nobody.
      const bytes = child.stdout?.pipe(new PassThrough());
      if (!(await isThere(child)) || !bytes) continue;
      const isWhole = new Promise<boolean>((resolve) => child.once("close", (code) => resolve(code === 0)));
      return { bytes, isWhole, stop: () => void child.kill("SIGKILL") };
    }
  } finally {
    await file.close();
  }
  throw new Error("cannot be unpacked here: apt-get install bzip2");
}

function isThere(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
}
