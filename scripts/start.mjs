/** `npm start`: from a bare machine to a running server. Plain Node until the packages are there. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isBuilt } from "./steps/build.mjs";
import { debianPackages, SPEECH_PACKAGES } from "./steps/debian.mjs";
import { helpFor } from "./steps/help.mjs";
import { installPackages, requireNode } from "./steps/install.mjs";
import { requireRoomAndPorts } from "./steps/preflight.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

requireNode();
helpFor("start", process.argv.slice(2));
process.title = "ongea";
process.chdir(root);
await requireRoomAndPorts(root);
await installPackages(root);
await debianPackages(SPEECH_PACKAGES, "the built-in ears and voices");
if (!isBuilt(root)) {
  const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const { main } = await import(pathToFileURL(join(root, "dist/server/main.js")).href);
await main(["start", ...process.argv.slice(2)]);
