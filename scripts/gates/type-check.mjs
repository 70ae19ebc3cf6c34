import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOMS, sources } from "./sources.mjs";
import { tool } from "./tool.mjs";

/** Several checkers each work out what all share: four take nearly twice the processor of one. */
const ALONE = ["--checkers", "1"];

export const types = {
  name: "types",
  promise: "the types of every room, the end-to-end stories and the bench agree",
  async run(root) {
    const lines = [];
    /** Rooms by their options: those that share them are one program, so that what several import is checked once. */
    const programs = new Map();
    for (const room of [...ROOMS, "e2e", "bench", "scripts"]) {
      if (!existsSync(join(root, room)) || sources(root, room, /\.tsx?$/).length === 0) continue;
      if (!existsSync(join(root, room, "tsconfig.json"))) {
        lines.push(`${room} has TypeScript but no tsconfig.json`);
        continue;
      }
      const { compilerOptions = {}, include } = JSON.parse(readFileSync(join(root, room, "tsconfig.json"), "utf8"));
      const options = JSON.stringify(compilerOptions);
      const program = programs.get(options) ?? { name: room, compilerOptions, include: [] };
      program.include.push(...include.map((path) => join("../..", room, path)));
      programs.set(options, program);
    }
    const folder = join(root, ".ongea/types");
    mkdirSync(folder, { recursive: true });
    for (const { name, compilerOptions, include } of programs.values()) {
      const project = join(folder, `${name}.json`);
      writeFileSync(project, JSON.stringify({ extends: "../../tsconfig.base.json", compilerOptions, include }));
      // What was found is kept: only what has changed since is checked anew.
      const kept = ["--incremental", "--tsBuildInfoFile", join(folder, `${name}.tsbuildinfo`)];
      const result = await tool(root, "tsc", ["-p", project, "--pretty", "false", ...ALONE, ...kept]);
      if (!result.ok) lines.push(...result.lines);
    }
    return { ok: lines.length === 0, lines };
  },
};
