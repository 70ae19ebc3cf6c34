import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { ROOMS, sources } from "./sources.mjs";

/** From the last count: it may only become lower. Most are places of typed arrays, where a check costs time in each frame of sound. */
const MOST = { TsNonNullExpression: 57, TsAsExpression: 142 };
const SIGNS = { TsNonNullExpression: "`!`", TsAsExpression: "`as`" };
const TEST = /\.test\.tsx?$|\/testing\//;

/** What the compiler is told and cannot check, in the product: `value!` and `value as Type`; not `as const`. */
export const assertions = {
  name: "assertions",
  promise: "the product asserts no more types than before",
  async run(root) {
    const found = { TsNonNullExpression: new Map(), TsAsExpression: new Map() };
    for (const file of ROOMS.flatMap((room) => sources(root, join(room, "src"), /\.tsx?$/))) {
      if (TEST.test(file)) continue;
      count(parse(join(root, file)), (type) => found[type].set(file, (found[type].get(file) ?? 0) + 1));
    }
    const lines = [];
    const notes = [];
    for (const [type, files] of Object.entries(found)) {
      const sum = [...files.values()].reduce((all, one) => all + one, 0);
      notes.push(`${sum} ${SIGNS[type]}`);
      if (sum <= MOST[type]) continue;
      const worst = [...files].toSorted(([, a], [, b]) => b - a).slice(0, 10);
      lines.push(`${sum} ${SIGNS[type]} stand in the product, ${MOST[type]} may: check the value, or give it a better type`);
      lines.push(...worst.map(([file, times]) => `${file} has ${times}`));
    }
    return { ok: lines.length === 0, lines, note: notes.join(", ") };
  },
};

function parse(path) {
  return parseSync(readFileSync(path, "utf8"), { syntax: "typescript", tsx: path.endsWith(".tsx"), target: "es2022" });
}

function count(node, each) {
  if (Array.isArray(node)) for (const one of node) count(one, each);
  else if (typeof node === "object" && node !== null) {
    if (node.type in SIGNS) each(node.type);
    for (const value of Object.values(node)) if (typeof value === "object") count(value, each);
  }
}
