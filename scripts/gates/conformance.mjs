import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Of each section of the customer's list, how many rows it has. */
const ROWS = { P: 12, G: 10, S: 10, H: 4, PR: 6, D: 3, V: 3, K: 6, N: 4, C: 3, A: 8, B: 5, L: 6, X: 6, O: 7 };
const STATES = new Set(["met", "partly", "not met"]);
const PAGE = "docs/conformance.md";

export const conformance = {
  name: "conformance",
  promise: "every row of the customer's list says whether it is met, by which test or command that there is, and what is missing",
  async run(root) {
    const lines = [];
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const found = new Map();
    for (const line of readFileSync(join(root, PAGE), "utf8").split("\n")) {
      const [, id, what, state, shown, missing] = line.split("|").map((cell) => cell.trim());
      if (!/^[A-Z]{1,2}\d+$/.test(id ?? "")) continue;
      if (found.has(id)) lines.push(`${id} stands there twice`);
      found.set(id, state);
      if (!what) lines.push(`${id} does not say what it is about`);
      if (!STATES.has(state)) lines.push(`${id} is "${state}": a row is met, partly or not met`);
      const shows = [...(shown ?? "").matchAll(/`([^`]+)`(?:: "([^"]+)")?/g)];
      if (state !== "not met" && shows.length === 0) lines.push(`${id} is ${state} and nothing shows it`);
      if (state !== "met" && !missing) lines.push(`${id} is ${state} and does not say what is missing`);
      if (state === "met" && missing) lines.push(`${id} is met and something is missing: it is partly met`);
      for (const [, name, test] of shows) lines.push(...faultsOf(root, { id, name, test, scripts }));
    }
    const wanted = Object.entries(ROWS).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, n) => `${letter}${n + 1}`),
    );
    lines.push(...wanted.filter((id) => !found.has(id)).map((id) => `${id} has no row in ${PAGE}`));
    lines.push(...[...found.keys()].filter((id) => !wanted.includes(id)).map((id) => `${id} is no row of the list`));
    const count = (state) => [...found.values()].filter((one) => one === state).length;
    return {
      ok: lines.length === 0,
      lines,
      note: `${count("met")} met, ${count("partly")} partly, ${count("not met")} not met`,
    };
  },
};

/** A file of tests, with the name of one, or a command of package.json. */
function faultsOf(root, { id, name, test, scripts }) {
  const command = /^npm run ([\w-]+)/.exec(name)?.[1];
  if (command !== undefined) return command in scripts ? [] : [`${id} names ${name}, which there is not`];
  if (!existsSync(join(root, name))) return [`${id} names ${name}, which there is not`];
  const isThere = test === undefined || readFileSync(join(root, name), "utf8").includes(test);
  return isThere ? [] : [`${id}: ${name} has no test "${test}"`];
}
