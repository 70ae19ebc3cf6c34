import { RANGES } from "@ongea/contract";
import { expect, test } from "vitest";
import { agents } from "../../words/en/agents.ts";
import { tools } from "../../words/en/tools.ts";
import { ALL_CONTROLS, LISTED_CONTROLS } from "./controls.ts";

const [guide = ""] = Object.values(
  import.meta.glob<string>("../../../../docs/guides/agent-settings.md", { query: "?raw", import: "default", eager: true }),
);
const SOURCES: Readonly<Record<string, string>> = import.meta.glob(
  ["../../../../{conversation,server,providers}/src/**/*.test.ts", "../../../../e2e/agent-setup.test.ts"],
  { query: "?raw", import: "default", eager: true },
);

/** By their ids. */
const WORDS = Object.fromEntries(
  Object.entries({ agents, tools }).flatMap(([area, said]) =>
    Object.entries(said).map(([key, sentence]) => [`${area}.${key}`, sentence]),
  ),
);

const ROWS = guide
  .split("\n")
  .filter((line) => /^\| (?!control|-)/.test(line))
  .map((line) => {
    const [label = "", field = "", , valid = "", , shownBy = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    const [, file = "", name = ""] = /^`([^`]+)`: "(.+)"$/.exec(shownBy) ?? [];
    return { label, field: field.replaceAll("`", ""), valid, file, name };
  });

test("every control of the editor has its row in the guide, with the field that it changes", () => {
  const told = ROWS.map(({ label, field }) => `${label}: ${field}`);
  const wanted = [...ALL_CONTROLS, ...LISTED_CONTROLS].map(({ label, path }) => `${WORDS[label]}: ${path.join(".")}`);
  expect(told.filter((one, at) => !wanted[at]?.startsWith(one.split(": ")[0]!))).toEqual([]);
  expect(wanted.filter((one) => !told.some((row) => isOf(row, one)))).toEqual([]);
  expect(told).toHaveLength(wanted.length);
});

test("every range in the guide is the one that the server keeps", () => {
  const faults = ALL_CONTROLS.flatMap((control) => {
    if (control.kind !== "range") return [];
    const row = ROWS.find(({ field }) => control.path.join(".").endsWith(field));
    const wanted = `${control.range.least} to ${control.range.most} ${control.unit}`.trim();
    return row?.valid === wanted ? [] : [`${row?.label}: ${row?.valid}, not ${wanted}`];
  });
  expect(faults).toEqual([]);
  const ranges: readonly unknown[] = Object.values(RANGES);
  expect(ALL_CONTROLS.every((control) => control.kind !== "range" || ranges.includes(control.range))).toBe(true);
});

test("every test that the guide names exists", () => {
  const missing = ROWS.filter(({ file, name }) => name === "" || !SOURCES[`../../../../${file}`]?.includes(name));
  expect(missing).toEqual([]);
});

/** The guide names a field by the end of its path. */
function isOf(row: string, control: string): boolean {
  const [label = "", field = ""] = row.split(": ");
  return control.startsWith(`${label}: `) && control.endsWith(field);
}
