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
      const result = await tool(root, "tsc", ["-p", room, "--pretty", "false"]);
      if (!result.ok) lines.push(...result.lines);
    }
    return { ok: lines.length === 0, lines };
  },
};
