import { join } from "node:path";
import { run } from "../steps/run.mjs";

/** Runs a program of node_modules/.bin; it passes when it ends with 0. */
export async function tool(root, name, args, options = {}) {
  const done = await run(join(root, "node_modules/.bin", name), args, { cwd: root, ...options });
  return { ok: done.code === 0, lines: done.output.trim().split("\n") };
}
