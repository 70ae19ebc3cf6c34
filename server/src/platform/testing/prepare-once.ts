/**
 * Before all tests: a database with its tables, of which each gets a copy, for it takes 3 s of a processor to make one. What is tested of a first
 * start itself begins without.
 */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { publishPrepared, quickDataDir } from "./data-folder.ts";

const SERVER = join(import.meta.dirname, "../../..");

export async function setup(): Promise<() => void> {
  const dataDir = quickDataDir();
  const program = await bundled();
  const steps = execFileSync(process.execPath, ["--input-type=module", "-", dataDir], {
    cwd: SERVER,
    input: program,
    stdio: ["pipe", "pipe", "inherit"],
    encoding: "utf8",
  });
  if (!/^[0-9a-f]{64}$/.test(steps)) throw new Error(`The database of the tests was not made: ${steps}`);
  const copies = publishPrepared(dataDir, steps);
  return () => {
    for (const folder of [dataDir, copies]) rmSync(folder, { recursive: true, force: true });
  };
}

/** As one file: the runner takes twice as long to read the 1,500 that the tables of all domains are made of. */
async function bundled(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "prepare.ts")],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
    plugins: [
      {
        name: "packages-outside",
        setup(builder) {
          builder.onResolve({ filter: /^[^./]/ }, ({ path }) =>
            path.startsWith("@ongea/") ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
