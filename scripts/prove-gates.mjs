/**
 * `npm run prove-gates`: plants one breach for every gate in a copy of the repository and shows that the gate finds it. A gate that
 * nobody has seen closed may be standing open.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { append, branches, edit, prepend, write } from "./steps/edits.mjs";
import { helpFor } from "./steps/help.mjs";
import { installPackages } from "./steps/install.mjs";
import { say } from "./steps/say.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
helpFor("prove-gates", process.argv.slice(2));
await installPackages(root);
const LEFT_OUT = new Set(["node_modules", "dist", ".git", ".data", ".ongea", "models"]);

/** Each: which gate, what is planted, and words that its complaint must contain. */
const BREACHES = [
  {
    gate: "length",
    what: "a file of 401 lines",
    finds: "long.ts has 401 lines",
    plant: (copy) => write(copy, "server/src/long.ts", "// line\n".repeat(401)),
  },
  {
    gate: "names",
    what: "a file called service",
    finds: "server/src/calls/call-service.ts is named for nothing",
    plant: (copy) => write(copy, "server/src/calls/call-service.ts", "export const one = 1;\n"),
  },
  {
    gate: "names",
    what: "a folder called helpers",
    finds: "web/src/helpers is named for nothing",
    plant: (copy) => {
      mkdirSync(join(copy, "web/src/helpers"));
      write(copy, "web/src/helpers/dates.ts", "export const one = 1;\n");
    },
  },
  {
    gate: "conformance",
    what: "a row of the customer's list left out",
    finds: "K6 has no row",
    plant: (copy) => edit(copy, "docs/conformance.md", "| K6 |", "| K |"),
  },
  {
    gate: "conformance",
    what: "a row shown by a test that there is not",
    finds: "nobody-told-it.test.ts, which there is not",
    plant: (copy) => edit(copy, "docs/conformance.md", "e2e/site.test.ts", "e2e/nobody-told-it.test.ts"),
  },
  {
    gate: "words",
    what: "an export named by a word of the house",
    finds: "lentOf is a word of the house",
    plant: (copy) => append(copy, "server/src/calls/lifecycle/endings.ts", "export const lentOf = 1;\n"),
  },
  {
    gate: "words",
    what: "a file named by a word of the house",
    finds: "web/src/shell/wish-list.ts is a word of the house",
    plant: (copy) => write(copy, "web/src/shell/wish-list.ts", "export const one = 1;\n"),
  },
  {
    gate: "words",
    what: "an exception that nothing needs",
    finds: "is gone: take it off the exceptions",
    plant: (copy) => edit(copy, "scripts/gates/words.mjs", "new Map([", 'new Map([["server/src/gone.ts lent", "was there"],'),
  },
  {
    gate: "prose",
    what: "a word of the house in the README",
    finds: 'says "the mind": write LLM',
    plant: (copy) => append(copy, "README.md", "The mind answers.\n"),
  },
  {
    gate: "prose",
    what: "a line of 121 characters",
    finds: "SECURITY.md",
    plant: (copy) => append(copy, "SECURITY.md", `${"word ".repeat(24)}a\n`),
  },
  {
    gate: "figures",
    what: "a figure written into the page alone",
    finds: "is out of date",
    plant: (copy) => edit(copy, "docs/guides/figures.md", "52", "102"),
  },
  {
    gate: "environment",
    what: "a feature reads the environment",
    finds: "server/src/calls/records/store.ts",
    plant: (copy) => append(copy, "server/src/calls/records/store.ts", 'export const region = process.env["REGION"];\n'),
  },
  {
    gate: "origins",
    what: "a path of one machine in the guide",
    finds: "README.md",
    plant: (copy) => append(copy, "README.md", ["", "home", "mary", "ongea"].join("/")),
  },
  {
    gate: "origins",
    what: "a registry's host in the lock file",
    finds: "names where",
    plant: (copy) => edit(copy, "package-lock.json", '"integrity"', '"resolved": "https://registry.example/x.tgz", "integrity"'),
  },
  {
    gate: "sentences",
    what: "a sentence written into a screen",
    finds: 'says "Nothing here yet" by itself',
    plant: (copy) =>
      write(copy, "web/src/shell/bare.tsx", "export const Bare = (): React.ReactNode => <p>Nothing here yet</p>;\n"),
  },
  {
    gate: "sentences",
    what: "a sentence that nobody says",
    finds: '"problems.forgotten" is never said',
    plant: (copy) => edit(copy, "web/src/words/en/problems.ts", "unknown:", 'forgotten: "Forgotten",\n  unknown:'),
  },
  {
    gate: "types",
    what: "a sentence that a language lacks",
    finds: "web/src/words/sw/problems.ts",
    plant: (copy) => edit(copy, "web/src/words/en/problems.ts", "unknown:", 'forgotten: "Forgotten",\n  unknown:'),
  },
  {
    gate: "queries",
    what: "a query beside the routes",
    finds: "server/src/calls/records/summary.ts has SQL",
    plant: (copy) => prepend(copy, "server/src/calls/records/summary.ts", 'import { sql } from "drizzle-orm";\n'),
  },
  {
    gate: "queries",
    what: "a query over another feature's table",
    finds: "server/src/agents/messages/store.ts reaches into executions, a table of calls",
    plant: (copy) =>
      append(copy, "server/src/agents/messages/store.ts", 'export const NOSY = "select transcript from executions";\n'),
  },
  {
    gate: "assertions",
    what: "fifty values that are asserted to be there",
    finds: "may: check the value",
    plant: (copy) => write(copy, "server/src/calls/asserted.ts", `export const first = [${"[1][0]!, ".repeat(50)}];\n`),
  },
  {
    gate: "format",
    what: "a line that is not formatted",
    finds: "endings.ts",
    plant: (copy) => append(copy, "server/src/calls/lifecycle/endings.ts", "export   const a={b:1}\n"),
  },
  {
    gate: "types",
    what: "a number where words belong",
    finds: "TS2322",
    plant: (copy) => append(copy, "contract/src/wire/status.ts", "export const words: string = 1;\n"),
  },
  {
    gate: "types",
    what: "a deep import into another room",
    finds: "TS2307",
    plant: (copy) =>
      append(
        copy,
        "server/src/calls/lifecycle/endings.ts",
        'export { Resampler } from "@ongea/conversation/src/audio/resampler.ts";\n',
      ),
  },
  {
    gate: "lint",
    what: "a promise that nobody waits for",
    finds: "no-floating-promises",
    plant: (copy) => append(copy, "server/src/calls/lifecycle/endings.ts", "Promise.resolve(1);\n"),
  },
  {
    gate: "lint",
    what: "a clock in the conversation",
    finds: "no-restricted-globals",
    plant: (copy) => append(copy, "conversation/src/plan.ts", "export const nowMs = (): number => Date.now();\n"),
  },
  {
    gate: "lint",
    what: "Node in the conversation",
    finds: "no-restricted-imports",
    plant: (copy) => prepend(copy, "conversation/src/plan.ts", 'import "node:fs";\n'),
  },
  {
    gate: "lint",
    what: "a function of 37 branches",
    finds: "eslint(complexity)",
    plant: (copy) =>
      append(copy, "server/src/calls/index.ts", `export function long(a: number): number {\n${branches(36)}  return a;\n}\n`),
  },
  {
    gate: "lint",
    what: "a value of any type",
    finds: "no-explicit-any",
    plant: (copy) => append(copy, "server/src/calls/lifecycle/endings.ts", "export const some: any = 1;\n"),
  },
  {
    gate: "lint",
    what: "a type that is asserted and not shown",
    finds: "no-unsafe-type-assertion",
    plant: (copy) =>
      append(copy, "server/src/calls/lifecycle/endings.ts", 'export const some = JSON.parse("{}") as { a: string };\n'),
  },
  {
    gate: "lint",
    what: "a function of five parameters",
    finds: "max-params",
    plant: (copy) =>
      append(
        copy,
        "server/src/calls/index.ts",
        "export const five = (a = 1, b = 2, c = 3, d = 4, e = 5): number[] => [a, b, c, d, e];\n",
      ),
  },
  {
    gate: "lint",
    what: "a module mock",
    finds: "no-restricted-properties",
    plant: (copy) => write(copy, "server/src/mock.test.ts", 'import { vi } from "vitest";\nvi.mock("./main.ts");\n'),
  },
  {
    gate: "lint",
    what: "a test that is run alone",
    finds: "no-focused-tests",
    plant: (copy) =>
      write(
        copy,
        "server/src/only.test.ts",
        'import { expect, test } from "vitest";\ntest.only("one", () => expect(1).toBe(1));\n',
      ),
  },
  {
    gate: "lint",
    what: "a test that is left out",
    finds: "no-disabled-tests",
    plant: (copy) =>
      write(
        copy,
        "server/src/skip.test.ts",
        'import { expect, test } from "vitest";\ntest.skip("one", () => expect(1).toBe(1));\n',
      ),
  },
  {
    gate: "boundaries",
    what: "the platform imports a feature",
    finds: "the platform knows no feature",
    plant: (copy) =>
      append(copy, "server/src/platform/live/live.ts", 'export { TEMPLATES } from "../../agents/documents/index.ts";\n'),
  },
  {
    gate: "boundaries",
    what: "a feature goes round another's door",
    finds: "agents is entered by its door",
    plant: (copy) =>
      append(copy, "server/src/telephony/numbers/numbers.ts", 'export { agents } from "../../agents/documents/tables.ts";\n'),
  },
  {
    gate: "boundaries",
    what: "a room climbs into another",
    finds: "climbs out of its room",
    plant: (copy) => append(copy, "contract/src/wire/status.ts", 'export { FRAME_MS } from "../../conversation/src/ports.ts";\n'),
  },
  {
    gate: "boundaries",
    what: "two modules in a circle",
    finds: "no circles",
    plant: (copy) => {
      write(copy, "server/src/platform/one.ts", 'import { two } from "./two.ts";\nexport const one = (): number => two();\n');
      write(copy, "server/src/platform/two.ts", 'import { one } from "./one.ts";\nexport const two = (): number => one();\n');
    },
  },
  {
    gate: "boundaries",
    what: "a feature that the table does not list",
    finds: "server/src/campaigns/surprise is not in the table of rooms",
    plant: (copy) => {
      mkdirSync(join(copy, "server/src/campaigns/surprise"));
      write(copy, "server/src/campaigns/surprise/index.ts", "export const surprise = 1;\n");
    },
  },
  {
    gate: "boundaries",
    what: "an arrow back to a later domain",
    finds: "accounts sees no later domain",
    plant: (copy) => append(copy, "server/src/accounts/audit/audit.ts", 'export type { CallRow } from "../../calls/index.ts";\n'),
  },
  {
    gate: "boundaries",
    what: "one arrow more between domains",
    finds: "arrows between its folders, and may have",
    plant: (copy) => append(copy, "server/src/campaigns/schema.ts", 'export type { Contacts } from "../contacts/index.ts";\n'),
  },
  {
    gate: "boundaries",
    what: "a room that sees another against the table",
    finds: "calls/records may see no other room",
    plant: (copy) => append(copy, "server/src/calls/records/summary.ts", 'export { CSV_HEAD } from "../history/csv.ts";\n'),
  },
  {
    gate: "boundaries",
    what: "a circle in the table of rooms",
    finds: "calls/records sees itself in a circle of rooms",
    plant: (copy) => edit(copy, "scripts/gates/boundaries.mjs", "    records: [],", '    records: ["history"],'),
  },
  {
    gate: "boundaries",
    what: "sources that the tool does not see",
    finds: "the check is blind",
    plant: (copy) => {
      for (const room of ["channels", "conversation", "providers", "web"]) rmSync(join(copy, room, "src"), { recursive: true });
    },
  },
  {
    gate: "dead code",
    what: "a file that nobody uses",
    finds: "unused-file.ts",
    plant: (copy) => write(copy, "server/src/platform/unused-file.ts", "export const unused = 1;\n"),
  },
  {
    gate: "licences",
    what: "a package under the GPL that is linked",
    finds: "is licensed GPL-3.0",
    plant: (copy) =>
      edit(
        copy,
        "package-lock.json",
        '"packages": {',
        '"packages": { "node_modules/copyleft": { "version": "1.0.0", "license": "GPL-3.0" },',
      ),
  },
];

const only = process.argv[2];
let planted = 0;
let open = 0;
for (const breach of BREACHES) {
  if (only && breach.gate !== only) continue;
  planted++;
  const copy = copyOf(root);
  try {
    breach.plant(copy);
    const { GATES } = await import(pathToFileURL(join(copy, "scripts/gates/gates.mjs")).href);
    const gate = GATES.find(({ name }) => name === breach.gate);
    const result = await gate.run(copy);
    const found = !result.ok && result.lines.some((line) => line.includes(breach.finds));
    say(`${found ? "shut" : "OPEN"} ${breach.gate.padEnd(12)} ${breach.what}`);
    if (!found) {
      open++;
      for (const line of result.lines.slice(0, 5)) say(`     ${line}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
say(`${planted} breaches planted, ${open} not found`);
process.exitCode = open > 0 ? 1 : 0;

/** The sources are copied, the packages are shared; the rooms among the packages are those of the copy. */
function copyOf(folder) {
  const copy = mkdtempSync(join(tmpdir(), "ongea-gates-"));
  cpSync(folder, copy, {
    recursive: true,
    filter: (path) =>
      !LEFT_OUT.has(
        path
          .slice(folder.length + 1)
          .split("/")
          .at(-1),
      ),
  });
  const modules = join(copy, "node_modules");
  mkdirSync(modules);
  for (const name of readNames(join(folder, "node_modules"))) {
    if (name !== "@ongea") symlinkSync(join(folder, "node_modules", name), join(modules, name));
  }
  mkdirSync(join(modules, "@ongea"));
  for (const room of ["contract", "client", "conversation", "channels", "providers", "server", "web"]) {
    symlinkSync(join(copy, room), join(modules, "@ongea", room));
    const own = join(folder, room, "node_modules");
    if (readNames(own).length > 0) symlinkSync(own, join(copy, room, "node_modules"));
  }
  return copy;
}

function readNames(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
