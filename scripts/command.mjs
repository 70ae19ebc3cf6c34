/** `npm run call`, `npm run doctor` …: the commands of the product itself, built when they need to be. */
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "./steps/build.mjs";
import { helpFor } from "./steps/help.mjs";
import { installPackages, requireNode } from "./steps/install.mjs";
import { sayOnStandardError, stop } from "./steps/say.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

requireNode();
helpFor(process.argv[2], process.argv.slice(3));
if (process.argv[2] === "mcp") sayOnStandardError();
process.chdir(root);
await installPackages(root);
try {
  await build(root);
} catch (error) {
  stop(`The build failed: ${error instanceof Error ? error.message : String(error)}`);
}
const { main } = await import(pathToFileURL(join(root, "dist/server/main.js")).href);
await main(process.argv.slice(2));
