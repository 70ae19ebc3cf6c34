import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sources } from "./sources.mjs";

const MACHINE_PATH = /(?<![\w.~-])\/(?:root|work|home\/(?!(?:you|user)\b)[\w.-]+)\/[\w.-]+/;

export const origins = {
  name: "origins",
  promise: "no path of one machine and no registry's host stands in sources or the lock file",
  async run(root) {
    const lines = [];
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (/^[a-z+]+:/.test(entry.resolved ?? ""))
        lines.push(`package-lock.json names where ${path} came from: ${entry.resolved}`);
    }
    for (const file of sources(root, "", /\.(ts|tsx|mjs|js|json|md|css|html|sh|yml|sql)$/)) {
      if (file.endsWith("package-lock.json")) continue;
      const text = readFileSync(join(root, file), "utf8");
      text.split("\n").forEach((line, index) => {
        if (MACHINE_PATH.test(line)) lines.push(`${file}:${index + 1} names a path of one machine`);
      });
    }
    for (const file of sources(root, "", /^\.npmrc$/)) {
      if (/^\s*(@[\w-]+:)?registry\s*=/m.test(readFileSync(join(root, file), "utf8"))) lines.push(`${file} names a registry`);
    }
    return { ok: lines.length === 0, lines };
  },
};
