/** `npm run figures`: writes docs/guides/figures.md from bench/results/*.json. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { say } from "./steps/say.mjs";

export const FIGURES_PAGE = "docs/guides/figures.md";
const RESULTS = "bench/results";
const REQUIRED = ["title", "kind", "measured", "machine", "command", "date", "columns", "rows"];
const FACTS = ["measured", "data", "machine", "command", "date", "commit"];

/** The sections of the page, by the kind of their results. */
const SECTIONS = {
  external: {
    title: "Quality on external data",
    about: "Data or dialogues that this project did not write.",
  },
  regression: {
    title: "Regression figures",
    about:
      "Quality on data, voices or callers that this project wrote itself. They show whether a change makes things worse.\n" +
      "They are no success rates: nobody outside the project wrote these tests.",
  },
  performance: {
    title: "Performance",
    about: "Time, capacity and recovery under load that the bench generates. The load shares the machine with the product.",
  },
};

/** `reached`, `of`: of the external development dialogues. */
const headOf = ([, reached, of]) => `# Figures

\`npm run figures\` makes this page from \`${RESULTS}/*.json\`. Change a result there, not here.
[Benchmarks](benchmarks.md) says how each is measured. \`commit\` is the commit that recorded the figure first.

The rule-based dialogue manager reaches **${reached} of ${of}** external development dialogues.
It was developed with them: on dialogues that nobody here had read it reaches about half ("External development dialogues").
With the project's own callers it reaches 1,594 of 1,600. That is a regression figure, not a success rate.
`;

/** The whole page; throws where a result is incomplete. */
export function figuresPage(root) {
  const dialogues = readResult(root, "external-dialogues.json").rows.at(-1);
  const results = readdirSync(join(root, RESULTS))
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => readResult(root, name));
  const sections = Object.entries(SECTIONS).map(([kind, { title, about }]) =>
    [`## ${title}`, about, ...results.filter((result) => result.kind === kind).map(sectionOf)].join("\n\n"),
  );
  return [headOf(dialogues), ...sections].join("\n").replaceAll(/\n{3,}/g, "\n\n") + "\n";
}

function readResult(root, name) {
  const result = JSON.parse(readFileSync(join(root, RESULTS, name), "utf8"));
  const missing = REQUIRED.filter((field) => result[field] === undefined);
  if (missing.length > 0) throw new Error(`${RESULTS}/${name} lacks ${missing.join(", ")}`);
  if (!(result.kind in SECTIONS)) throw new Error(`${RESULTS}/${name} has the kind "${result.kind}"`);
  if (result.rows.some((row) => row.length !== result.columns.length))
    throw new Error(`${RESULTS}/${name} has a row that does not fit its columns`);
  return result;
}

function sectionOf(result) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  const facts = FACTS.filter((field) => result[field] !== undefined).map((field) => line([field, result[field]]));
  const values = [line(result.columns), line(result.columns.map(() => "---")), ...result.rows.map(line)];
  const notes = (result.notes ?? []).map((note) => `- ${note}`);
  const parts = [`### ${result.title}`, values.join("\n"), notes.join("\n"), ["| | |", "|---|---|", ...facts].join("\n")];
  return parts.filter((part) => part !== "").join("\n\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  writeFileSync(join(root, FIGURES_PAGE), figuresPage(root));
  say(`${FIGURES_PAGE} is written.`);
}
