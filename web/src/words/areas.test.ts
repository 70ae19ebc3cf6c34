import { expect, test } from "vitest";
import { loadLanguage } from "./catalogue.ts";

/** Every source of the dashboard but the sentences, by its path from here. */
const sources = import.meta.glob<string>(["../**/*.ts", "../**/*.tsx", "!../words/**", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const IMPORT = /(?:from |import |import\()"(\.[^"]+)"/gu;
const SCREEN = /\(await import\("(?<file>[^"]+)"\)\)\.\w+(?:,\s+\[(?<asks>[^\]]*)\])?,?\s*\)/gu;

const { further } = await loadLanguage("en");
const areas = Object.keys(further);
const ids = await Promise.all(
  Object.entries(further).map(async ([area, load]) => Object.keys(await load()).map((key) => `"${area}\\.${key}"`)),
);
/** A sentence's whole id, or how a template of ids begins. */
const said = new RegExp(`(?:${ids.flat().join("|")}|\`(?:${areas.join("|")})\\.)`, "gu");

test("the frame and the home say only what comes with the program", () => {
  const program = reachable("../program.tsx", new Set(screens().map(({ file }) => file)));
  expect(program.size).toBeGreaterThan(60);
  expect(areasSaidIn(program)).toEqual([]);
});

test("each screen asks for the areas whose sentences it says, and for no other", () => {
  expect(screens().length).toBeGreaterThan(9);
  for (const { file, asks } of screens()) {
    const others = new Set(
      askingParts()
        .map((part) => part.file)
        .filter((part) => part !== file),
    );
    expect([file, asks]).toEqual([file, areasSaidIn(reachable(file, others))]);
  }
});

test("every area that comes later comes with some screen", () => {
  const asked = new Set(screens().flatMap(({ asks }) => asks));
  expect(areas.filter((area) => !asked.has(area))).toEqual([]);
});

/** The screens that are fetched later, and parts that ask by themselves (`const AREAS`); the areas that are asked for with each. */
function screens(): { file: string; asks: string[] }[] {
  const routed = [...(sources["../routes.tsx"] ?? "").matchAll(SCREEN)].map(({ groups }) => ({
    file: from("../routes.tsx", groups?.["file"] ?? ""),
    asks: areasIn(groups?.["asks"] ?? ""),
  }));
  return [...routed, ...askingParts()];
}

function askingParts(): { file: string; asks: string[] }[] {
  return Object.entries(sources).flatMap(([file, text]) => {
    const asks = /useAreas\(AREAS\)/u.test(text) ? /const AREAS\b.*= \[(.*)\];/u.exec(text)?.[1] : undefined;
    return asks === undefined ? [] : [{ file, asks: areasIn(asks) }];
  });
}

function areasIn(asks: string): string[] {
  return [...asks.matchAll(/"(\w+)"/gu)].map(([, area = ""]) => area).toSorted();
}

/** A file with all that it brings, at once or later. */
function reachable(start: string, without: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set([start]);
  for (const file of found) {
    for (const [, name = ""] of (sources[file] ?? "").matchAll(IMPORT)) {
      const next = from(file, name);
      if (next in sources && !without.has(next)) found.add(next);
    }
  }
  return found;
}

function areasSaidIn(files: ReadonlySet<string>): string[] {
  const found = [...files].flatMap((file) =>
    [...(sources[file] ?? "").matchAll(said)].map(([id]) => id.slice(1, id.indexOf("."))),
  );
  return [...new Set(found)].toSorted();
}

/** `./x.ts` as `file` means it, from here: this folder stands beside the others. */
function from(file: string, name: string): string {
  return `..${new URL(name, `http://web/${file.slice("../".length)}`).pathname}`;
}
