import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

const LEFT_OUT = new Set(["node_modules", "dist", ".git", ".data", ".ongea", "models", "coverage", "screenshots"]);

/** Every file of the repository below `folder` that people wrote, as paths relative to `root`. */
export function sources(root, folder = "", pattern = /./) {
  const found = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...sources(root, path, pattern));
    else if (entry.isFile() && pattern.test(entry.name)) found.push(relative("", path));
  }
  return found;
}

export const ROOMS = ["contract", "client", "conversation", "channels", "providers", "server", "web"];
