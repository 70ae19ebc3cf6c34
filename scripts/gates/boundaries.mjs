import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOMS, sources } from "./sources.mjs";

/** Beside TypeScript 7 the tool reads nothing at all without its other parser, and would call that a success. */
const FEWEST_MODULES = 600;

const inRoom = (name) => `^${name}/src/`;
const feature = "^server/src/(?!testing/|commands/)([^/]+)/";
/** Tests and their fakes may look behind every door. */
const TESTS = "(\\.test\\.tsx?$|/testing/)";

/** Who may know whom among the features of the server: batches → calls → agents and so on. */
const FEATURES = {
  access: ["audit", "leads", "workspaces"],
  agents: ["audit"],
  appointments: [],
  audit: [],
  leads: ["audit"],
  mcp: [],
  messages: [],
  numbers: ["agents", "audit", "carriers"],
  carriers: [],
  calls: [
    "agents",
    "audit",
    "carriers",
    "country-packs",
    "numbers",
    "appointments",
    "connections",
    "knowledge",
    "messages",
    "speech",
  ],
  connections: ["audit", "speech"],
  "country-packs": ["audit"],
  speech: [],
  workspaces: [],
  insights: [],
  credits: [],
  voices: ["audit", "speech"],
  "do-not-call": ["audit", "numbers"],
  trunks: ["audit", "numbers"],
  batches: ["agents", "audit", "calls", "insights", "numbers"],
  search: [],
  outcomes: ["audit"],
  widgets: ["agents", "audit", "calls"],
  health: [],
  knowledge: ["audit"],
  demo: ["agents", "calls", "credits", "insights", "numbers", "search", "voices"],
};

const RULES = [
  {
    name: "contract sees nobody",
    from: { path: inRoom("contract") },
    to: { path: "^(client|conversation|channels|providers|server|web)/" },
  },
  {
    name: "the client sees the contract alone",
    from: { path: inRoom("client") },
    to: { path: "^(conversation|channels|providers|server|web)/" },
  },
  { name: "no other room sees the client", from: { pathNot: inRoom("client") }, to: { path: inRoom("client") } },
  {
    name: "conversation sees nobody",
    from: { path: inRoom("conversation") },
    to: { path: "^(contract|channels|providers|server|web)/" },
  },
  {
    name: "channels see conversation alone",
    from: { path: inRoom("channels") },
    to: { path: "^(contract|providers|server|web)/" },
  },
  {
    name: "providers see conversation alone",
    from: { path: inRoom("providers") },
    to: { path: "^(contract|channels|server|web)/" },
  },
  {
    name: "the web sees the contract alone",
    from: { path: inRoom("web") },
    to: { path: "^(conversation|channels|providers|server)/" },
  },
  { name: "no other room sees the server", from: { pathNot: inRoom("server") }, to: { path: inRoom("server") } },
  {
    name: "the platform knows no feature",
    from: { path: "^server/src/platform/", pathNot: TESTS },
    to: { path: "^server/src/", pathNot: "^server/src/platform/" },
  },
  {
    name: "a feature is entered by its door",
    from: { path: feature, pathNot: TESTS },
    to: { path: "^server/src/(?!platform/)[^/]+/", pathNot: ["^server/src/$1/", "^server/src/[^/]+/index\\.ts$"] },
  },
  ...Object.entries(FEATURES).map(([name, allowed]) => ({
    name: `${name} may know ${allowed.join(", ") || "no other feature"}`,
    from: { path: `^server/src/${name}/`, pathNot: TESTS },
    to: { path: "^server/src/[^/]+/", pathNot: `^server/src/(platform|${[name, ...allowed].join("|")})/` },
  })),
  {
    name: "commands stand above everything",
    from: { path: "^server/src/(?!main\\.ts|commands/)" },
    to: { path: "^server/src/commands/" },
  },
  {
    name: "features do not reach up to the composition",
    from: { path: feature, pathNot: TESTS },
    to: { path: "^server/src/(compose|main|config)\\.ts$" },
  },
  {
    name: "screens do not know one another",
    from: { path: "^web/src/dashboard/([^/]+)/", pathNot: TESTS },
    to: { path: "^web/src/dashboard/", pathNot: "^web/src/dashboard/$1/" },
  },
  {
    name: "the parts of the look know no screen",
    from: { path: "^web/src/(ui|weave|words)/", pathNot: TESTS },
    to: { path: "^web/src/(shell|dashboard|access|call|site)/" },
  },
  { name: "no circles", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only", "type-import"] } } },
  {
    name: "fakes are for tests",
    from: { path: "/src/", pathNot: TESTS },
    to: { path: "/src/testing/" },
  },
  {
    name: "no tests in the product",
    from: { path: "/src/", pathNot: "\\.test\\.tsx?$" },
    to: { path: "\\.test\\.tsx?$" },
  },
];

export const boundaries = {
  name: "boundaries",
  promise: "rooms and features know only whom they may know",
  async run(root) {
    readTsxToo();
    const { cruise } = await import("dependency-cruiser");
    const folders = ROOMS.filter((room) => sources(root, room, /\.tsx?$/).some((file) => file.includes("/src/"))).map(
      (room) => `${room}/src`,
    );
    const forbidden = RULES.map((rule) => ({ severity: "error", ...rule }));
    const { output } = await cruise(folders, {
      baseDir: root,
      parser: "swc",
      ruleSet: { forbidden },
      validate: true,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "(^|/)(node_modules|dist)/" },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: {
        exportsFields: ["exports"],
        conditionNames: ["import", "types", "default"],
        extensions: [".ts", ".tsx", ".js"],
      },
    });
    const { summary, modules } = output;
    const read = modules.filter((module) => /\/src\/.*\.tsx?$/.test(module.source));
    const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
    lines.push(...deepImports(root), ...unlisted(root));
    if (read.length < FEWEST_MODULES) lines.push(`Only ${read.length} modules were read: the check is blind.`);
    const arrows = read.reduce((sum, module) => sum + module.dependencies.length, 0);
    if (arrows < read.length) lines.push(`Only ${arrows} imports were seen in ${read.length} modules: the check is blind.`);
    return { ok: lines.length === 0, lines, note: `${read.length} modules, ${arrows} imports` };
  },
};

/** The tool asks its parser for TypeScript without JSX, whatever a file is called. */
function readTsxToo() {
  const swc = createRequire(import.meta.url)("@swc/core");
  if (swc.readsTsx) return;
  const parse = swc.parseFileSync;
  swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith(".tsx") });
  swc.readsTsx = true;
}

/** What stands in server/src and is no feature. */
const NO_FEATURES = new Set(["platform", "commands", "testing"]);

/** A feature that the table does not list might know everybody. */
function unlisted(root) {
  const folders = readdirSync(join(root, "server/src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const found = folders.map(({ name }) => name).filter((name) => !NO_FEATURES.has(name));
  return [
    ...found.filter((name) => !(name in FEATURES)).map((name) => `server/src/${name} is not in the table of features`),
    ...Object.keys(FEATURES)
      .filter((name) => !found.includes(name))
      .map((name) => `${name} is in the table of features and has no folder`),
  ];
}

/** A room is entered by what its package exports: neither by a path into it nor by climbing out of one's own. */
function deepImports(root) {
  const lines = [];
  for (const room of ROOMS) {
    for (const file of sources(root, room, /\.tsx?$/)) {
      const depth = file.split("/").length - 2;
      for (const [, from] of readFileSync(join(root, file), "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
        if (/^@ongea\/[^/]+\/src/.test(from)) lines.push(`${file} reaches into ${from}`);
        const climbs = /^(\.\.\/)+/.exec(from)?.[0].length ?? 0;
        if (climbs / 3 > depth) lines.push(`${file} climbs out of its room by ${from}`);
      }
    }
  }
  return lines;
}
