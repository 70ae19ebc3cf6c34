import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sources } from "./sources.mjs";

const ONLY_READER = "server/src/platform/config/config.ts";
const OUTSIDE_THE_PRODUCT = /^(scripts|e2e|bench)\/|\/testing\/|\.test\.tsx?$|\.config\.ts$/;

export const environment = {
  name: "environment",
  promise: `process.env is read in ${ONLY_READER} alone`,
  async run(root) {
    const lines = [];
    for (const file of sources(root, "", /\.(ts|tsx|mjs)$/)) {
      if (file === ONLY_READER || OUTSIDE_THE_PRODUCT.test(file)) continue;
      const text = readFileSync(join(root, file), "utf8");
      text.split("\n").forEach((line, index) => {
        if (/\bprocess\s*\.\s*env\b|import\.meta\.env\b(?!\.(DEV|PROD|MODE))|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/.test(line)) {
          lines.push(`${file}:${index + 1} reads the environment`);
        }
      });
    }
    return { ok: lines.length === 0, lines };
  },
};
