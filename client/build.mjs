/** What `npm pack` takes: one module with the contract in it, and the declarations of both rooms. Packages from npm stay outside. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const room = dirname(fileURLToPath(import.meta.url));
const dist = join(room, "dist");
const types = join(dist, "types");

rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: [join(room, "src/index.ts")],
  outfile: join(dist, "index.js"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: ["zod", "ws"],
  logLevel: "warning",
});

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const emitted = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rootDir", join(room, ".."), "--outDir", types];
for (const from of [room, join(room, "../contract")])
  execFileSync(process.execPath, [tsc, "-p", from, ...emitted], { stdio: "inherit" });
for (const name of readdirSync(types, { recursive: true, encoding: "utf8" })) {
  if (name.endsWith(".test.d.ts")) rmSync(join(types, name));
  else if (name.endsWith(".d.ts")) pointToDeclarations(join(types, name));
}

/** Names of sources become names of what is published beside the file. */
function pointToDeclarations(file) {
  const contract = relative(dirname(file), join(types, "contract/src")).replaceAll("\\", "/");
  const text = readFileSync(file, "utf8")
    .replaceAll(`"@ongea/contract"`, `"${contract}/index.js"`)
    .replaceAll(/(["'])(\.{1,2}\/[^"']+)\.ts\1/g, "$1$2.js$1");
  writeFileSync(file, text);
}
