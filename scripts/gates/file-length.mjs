import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sources } from "./sources.mjs";

const LONGEST_LINES = 400;

export const fileLength = {
  name: "length",
  promise: `no source file is longer than ${LONGEST_LINES} lines`,
  async run(root) {
    const lines = [];
    for (const file of sources(root, "", /\.(ts|tsx|mjs|css)$/)) {
      const count = readFileSync(join(root, file), "utf8").split("\n").length - 1;
      if (count > LONGEST_LINES) lines.push(`${file} has ${count} lines`);
    }
    return { ok: lines.length === 0, lines };
  },
};
