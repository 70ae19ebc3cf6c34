/** `npm run llm`: finds a language model server on this machine, measures it, and says how to use it. `--use` writes it into `.env`. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { helpFor } from "./steps/help.mjs";
import { installPackages, requireNode } from "./steps/install.mjs";
import { say, stop } from "./steps/say.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const envFile = join(root, ".env");

requireNode();
helpFor("llm", process.argv.slice(2));
process.chdir(root);
await installPackages(root);
const { register } = await import("tsx/esm/api");
register();
const { runLlmCommand, withSettings } = await import(pathToFileURL(join(root, "providers/src/hosts.ts")).href);
const { readConfig } = await import(pathToFileURL(join(root, "server/src/platform/config/config.ts")).href);

process.exitCode = await runLlmCommand({
  args: process.argv.slice(2),
  settings: settingsOf(readConfig),
  machine: { cores: cpus().length, memoryGb: totalmem() / 2 ** 30 },
  say,
  keep(settings) {
    const before = existsSync(envFile) ? readFileSync(envFile, "utf8") : "";
    // Whole or not at all.
    writeFileSync(`${envFile}.new`, withSettings(before, settings), { mode: 0o600 });
    renameSync(`${envFile}.new`, envFile);
  },
});

/** As the server reads them, from `.env` too. */
function settingsOf(read) {
  try {
    return read();
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}
