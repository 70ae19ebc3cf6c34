/** `npm run models`: lists, pulls, verifies and measures the local neural models. `MODELS_DIR` and `MODELS_MIRROR` set where. */
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installPackages, requireNode } from "./steps/install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

requireNode();
await installPackages(root);
const { register } = await import("tsx/esm/api");
register();
const { runModelsCommand } = await import(pathToFileURL(join(root, "providers/src/hosts.ts")).href);
const live = process.stdout.isTTY;
let open = false;
const command = {
  args: process.argv.slice(2),
  modelsFolder: process.env.MODELS_DIR ?? join(root, "models"),
  say(line) {
    process.stdout.write(`${open ? "\n" : ""}${line}\n`);
    open = false;
  },
};
if (process.env.MODELS_MIRROR) command.mirror = process.env.MODELS_MIRROR;
if (live) {
  command.progress = (line) => {
    process.stdout.write(`\r\u001b[2K${line}`);
    open = true;
  };
}
process.exitCode = await runModelsCommand(command);
