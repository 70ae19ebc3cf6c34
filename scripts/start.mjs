/** `npm start`: from a bare machine to a running server. Plain Node until the packages are there. */
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "./steps/build.mjs";
import { debianPackages, SPEECH_PACKAGES } from "./steps/debian.mjs";
import { installPackages, requireNode } from "./steps/install.mjs";
import { stop } from "./steps/say.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

requireNode();
process.title = "ongea";
process.chdir(root);
await installPackages(root);
await debianPackages(SPEECH_PACKAGES, "the built-in ears and voices");
try {
  await build(root);
} catch (error) {
  stop(`The build failed: ${error instanceof Error ? error.message : String(error)}`);
}
const { main } = await import(pathToFileURL(join(root, "dist/server/main.js")).href);
await main(["start", ...process.argv.slice(2)]);
