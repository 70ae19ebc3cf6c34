/** `npm run bench`, `drill`, `screenshots`: programs that run from their sources, with `--built` beside a built server. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { helpFor } from "./steps/help.mjs";
import { installPackages, requireNode } from "./steps/install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name, file, ...args] = process.argv.slice(2);

requireNode();
helpFor(name, args);
process.chdir(root);
await installPackages(root);
const isBuilt = args[0] === "--built";
if (isBuilt) {
  const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
const done = spawnSync(process.execPath, [tsx, file, ...args.slice(isBuilt ? 1 : 0)], { stdio: "inherit" });
process.exitCode = done.status ?? 1;
