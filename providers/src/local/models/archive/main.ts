/** The program that unpacks one archive: in a process of its own at the lowest priority, for calls go on meanwhile. It ends with whoever started it. */
import { setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { unpackArchive } from "./unpack.ts";

const wish = z.object({ archive: z.string(), into: z.string(), keep: z.array(z.string()), mostBytes: z.number() });

const LOWEST = 19;
try {
  setPriority(LOWEST);
} catch {
  // Not everywhere allowed, and nothing depends on it.
}
const asked = wish.parse(JSON.parse(process.argv[2] ?? ""));
// Nothing is ever written to it: it closes when the parent is gone, killed or not.
void text(process.stdin).then(() => process.exit(1));
try {
  process.stdout.write(JSON.stringify({ files: await unpackArchive(asked) }), () => process.exit(0));
} catch (error) {
  process.stdout.write(JSON.stringify({ problem: error instanceof Error ? error.message : String(error) }), () =>
    process.exit(0),
  );
}
