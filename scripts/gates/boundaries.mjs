import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOMS, sources } from "./sources.mjs";

/** Beside TypeScript 7 the tool reads nothing at all without its other parser, and would call that a success. From the last count. */
const FEWEST_MODULES = 2_150;

const inRoom = (name) => `^${name}/src/`;
/** Tests and their fakes may look behind every door. */
const TESTS = "(\\.test\\.tsx?$|/testing/)";

/** The server's domains: each may see those before it, never those after. Events flow the other way. */
const DOMAINS = ["accounts", "engines", "agents", "telephony", "compliance", "calls", "insights", "campaigns", "site", "mcp"];

/** The rooms of each domain, and the rooms that each may see. A domain without rooms has its door at its own top. */
const FEATURES = {
  "accounts/access": ["accounts/audit", "accounts/leads", "accounts/workspaces"],
  "accounts/audit": [],
  "accounts/billing": [],
  "accounts/leads": ["accounts/audit"],
  "accounts/workspaces": [],
  "engines/connections": ["accounts/audit", "engines/speech-hosts"],
  "engines/speech-hosts": [],
  "agents/appointments": [],
  "agents/documents": ["accounts/audit"],
  "agents/knowledge": ["accounts/audit"],
  "agents/messages": [],
  "agents/outcomes": ["accounts/audit"],
  "agents/voices": ["accounts/audit", "engines/speech-hosts"],
  "telephony/carriers": [],
  "telephony/numbers": ["accounts/audit", "agents/documents", "telephony/carriers"],
  "telephony/trunks": ["accounts/audit", "telephony/numbers"],
  "compliance/country-packs": ["accounts/audit"],
  "compliance/do-not-call": ["accounts/audit", "telephony/numbers"],
  calls: [
    "accounts/audit",
    "engines/connections",
    "engines/speech-hosts",
    "agents/appointments",
    "agents/documents",
    "agents/knowledge",
    "agents/messages",
    "telephony/carriers",
    "telephony/numbers",
    "compliance/country-packs",
  ],
  "insights/figures": [],
  "insights/health": [],
  "insights/search": [],
  "campaigns/batches": ["accounts/audit", "agents/documents", "telephony/numbers", "calls", "insights/figures"],
  "site/demo": [
    "accounts/billing",
    "agents/documents",
    "agents/voices",
    "telephony/numbers",
    "calls",
    "insights/figures",
    "insights/search",
  ],
  "site/widgets": ["accounts/audit", "agents/documents", "calls"],
  mcp: [],
};
const FEATURE = `^server/src/(?:${Object.keys(FEATURES).join("|")})/`;

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
  ...Object.entries(FEATURES).flatMap(([name, allowed]) => [
    {
      name: `${name} is entered by its door`,
      from: { path: FEATURE, pathNot: [TESTS, `^server/src/${name}/`] },
      to: { path: `^server/src/${name}/`, pathNot: `^server/src/${name}/index\\.ts$` },
    },
    {
      name: `${name} may know ${allowed.join(", ") || "no other room"}`,
      from: { path: `^server/src/${name}/`, pathNot: TESTS },
      to: { path: "^server/src/[^/]+/", pathNot: `^server/src/(platform|${[name, ...allowed].join("|")})/` },
    },
  ]),
  {
    name: "commands stand above everything",
    from: { path: "^server/src/(?!main\\.ts|commands/)" },
    to: { path: "^server/src/commands/" },
  },
  {
    name: "features do not reach up to the composition",
    from: { path: FEATURE, pathNot: TESTS },
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
  promise: "workspaces, domains and rooms see only whom they may see, and no arrow runs back",
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

/** What stands in server/src and is no domain. */
const NO_DOMAINS = new Set(["platform", "commands", "testing"]);

/** A room that the table does not list might know everybody; an arrow back to a later domain is no order. */
function unlisted(root) {
  const inside = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const domains = inside("server/src").filter((name) => !NO_DOMAINS.has(name));
  const found = domains.flatMap((domain) =>
    domain in FEATURES ? [domain] : inside(`server/src/${domain}`).map((name) => `${domain}/${name}`),
  );
  const place = (name) => DOMAINS.indexOf(name.split("/")[0]);
  const back = Object.entries(FEATURES).flatMap(([name, allowed]) =>
    allowed.filter((other) => place(other) > place(name)).map((other) => `${name} → ${other} runs against the order of domains`),
  );
  return [
    ...domains.filter((name) => !DOMAINS.includes(name)).map((name) => `server/src/${name} is not in the order of domains`),
    ...found.filter((name) => !(name in FEATURES)).map((name) => `server/src/${name} is not in the table of rooms`),
    ...Object.keys(FEATURES)
      .filter((name) => !found.includes(name))
      .map((name) => `${name} is in the table of rooms and has no folder`),
    ...back,
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
