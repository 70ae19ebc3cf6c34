import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOMS, sources } from "./sources.mjs";
import { tool } from "./tool.mjs";

export const types = {
  name: "types",
  promise: "the types of every room, the end-to-end stories and the bench agree",
  async run(root) {
    const lines = [];
    for (const room of [...ROOMS, "e2e", "bench", "scripts"]) {
      if (!existsSync(join(root, room)) || sources(root, room, /\.tsx?$/).length === 0) continue;
      if (!existsSync(join(root, room, "tsconfig.json"))) {
        lines.push(`${room} has TypeScript but no tsconfig.json`);
        continue;
      }
      // What was found is kept: only what has changed since is checked anew.
      const kept = ["--incremental", "--tsBuildInfoFile", join(root, ".ongea/types", `${room}.tsbuildinfo`)];
      const result = await tool(root, "tsc", ["-p", room, "--pretty", "false", ...kept]);
      if (!result.ok) lines.push(...result.lines);
    }
    return { ok: lines.length === 0, lines };
  },
};
