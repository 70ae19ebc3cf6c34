import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ALLOWED = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Zlib",
  "Unlicense",
  "CC0-1.0",
  "BlueOak-1.0.0",
  "PostgreSQL",
  "Python-2.0",
  "OFL-1.1",
]);

/** Programs that run as processes of their own and are not linked with ours, and packages whose weights or data have other terms. */
const EXCEPTIONS = {
  "@echogarden/espeak-ng-emscripten": "GPL-3.0: a voice of last resort, run as a process of its own and spoken to through a pipe",
  "node-datachannel": "MPL-2.0, which covers its own files only: unmodified, in a process of its own",
  "@node-datachannel": "its binaries, one a platform",
  duck: "BSD-2-Clause by its LICENSE file; its package.json says only BSD",
};

/** MPL-2.0; makes the page's style sheet at build and ships with nothing. A package of ours names it among the tools it can be tested by. */
const BUILD_TOOL = /^node_modules\/lightningcss(-[\w-]+)?$/;

export const licences = {
  name: "licences",
  promise: "what ships is permissively licensed; GPL only as a separate process",
  async run(root) {
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const lines = [];
    const apart = [];
    let count = 0;
    for (const [path, entry] of Object.entries(packages)) {
      if (BUILD_TOOL.test(path)) continue;
      // devOptional: a development tool that some package could also make use of, and nothing of ours imports.
      if (!path.includes("node_modules/") || entry.link || entry.dev || entry.devOptional) continue;
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const licence = entry.license ?? licenceOf(join(root, path, "package.json"));
      if (licence === undefined && !existsSync(join(root, path))) continue;
      count++;
      if (isAllowed(licence)) continue;
      if (EXCEPTIONS[name] ?? EXCEPTIONS[name.split("/")[0]]) apart.push(name);
      else lines.push(`${name} ${entry.version} is licensed ${licence ?? "under no named terms"}`);
    }
    if (count < 20) lines.push(`Only ${count} packages were looked at: the check is blind.`);
    return { ok: lines.length === 0, lines, note: `${count} packages${apart.length > 0 ? `; apart: ${apart.join(", ")}` : ""}` };
  },
};

function licenceOf(file) {
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, "utf8"));
  return typeof license === "string" ? license : (license?.type ?? licenses?.[0]?.type);
}

/** SPDX expressions: one of an OR, all of an AND. */
function isAllowed(expression) {
  if (!expression) return false;
  const plain = expression.replace(/[()]/g, "");
  return plain.split(/ OR /).some((choice) => choice.split(/ AND /).every((one) => ALLOWED.has(one.trim())));
}
