/** `npm run models`: lists, pulls, verifies and measures the local neural models. `MODELS_DIR` and `MODELS_MIRROR` set where, in the environment or in `.env`. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { helpFor } from "./steps/help.mjs";
import { installPackages, requireNode } from "./steps/install.mjs";
import { stop } from "./steps/say.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

requireNode();
helpFor("models", process.argv.slice(2));
process.chdir(root);
await installPackages(root);
const { register } = await import("tsx/esm/api");
register();
const { runModelsCommand } = await import(pathToFileURL(join(root, "providers/src/hosts.ts")).href);
const { readConfig } = await import(pathToFileURL(join(root, "server/src/platform/config/config.ts")).href);
const settings = settingsOf(readConfig);
const live = process.stdout.isTTY;
let open = false;
const command = {
  args: process.argv.slice(2),
  modelsFolder: resolve(settings.MODELS_DIR),
  say(line) {
    process.stdout.write(`${open ? "\n" : ""}${line}\n`);
    open = false;
  },
};
if (settings.MODELS_MIRROR) command.mirror = settings.MODELS_MIRROR;
// Read by somebody who has seen enough: `npm run models -- list | head`.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
if (live) {
  command.progress = (line) => {
    process.stdout.write(`\r\u001b[2K${line}`);
    open = true;
  };
}
process.exitCode = await runModelsCommand(command);

/** As the server reads them, from `.env` too. */
function settingsOf(read) {
  try {
    return read();
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}
