/** Whether this machine is to have local models: asked once, kept in the data folder, so that nobody is asked at every start. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type ModelsChoice = "yes" | "no";

export function storedChoice(dataDir: string): ModelsChoice | undefined {
  const file = fileIn(dataDir);
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return text === "yes" || text === "no" ? text : undefined;
}

export function keepChoice(dataDir: string, choice: ModelsChoice): void {
  writeFileSync(fileIn(dataDir), `${choice}\n`);
}

function fileIn(dataDir: string): string {
  return join(dataDir, "local-models");
}
