import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { withoutDoes } from "../without-descriptions.ts";

const CONTRACT = fileURLToPath(new URL("../../contract/src/", import.meta.url));

test("routes lose what they are for, and nothing else", () => {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const routes = files.map((name) => readFileSync(CONTRACT + name, "utf8")).filter((code) => code.includes("route({"));
  expect(routes.length).toBeGreaterThan(20);
  for (const code of routes) {
    const left = withoutDoes(code);
    const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    // One that is made of parts (`${…}`) stays.
    const [emptied, kept] = [count(left, /(?<=[{,] |^ +)does: ""/gm), count(left, /(?<=[{,] |^ +)does:\s*`/gm)];
    expect(emptied + kept).toBe(count(code, /(?<=[{,] |^ +)does:\s/gm));
    expect(left.split("does:").map((part) => part.replace(/^\s*""/, ""))[0]).toBe(code.split("does:")[0]);
  }
});

test.each([
  ['{ does: "One.", who: 1 }', '{ does: "", who: 1 }'],
  ['{ does:\n "One " +\n "two, \\"three\\".", who: 1 }', '{ does: "", who: 1 }'],
  ["{ whatItDoes: 1, does: `a`, }", '{ whatItDoes: 1, does: "", }'],
  ["/** What it does: nothing. */", "/** What it does: nothing. */"],
])("%s", (code, left) => {
  expect(withoutDoes(code)).toBe(left);
});
