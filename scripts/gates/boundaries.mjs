import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOMS, sources } from "./sources.mjs";

/** Beside TypeScript 7 the tool reads nothing at all without its other parser, and would call that a success. From the last count. */
const FEWEST_MODULES = 2_900;

/** Pairs of folders of server/src (domains, platform, commands) of which one sees the other. From the last count: it may only fall. */
const MOST_ARROWS = 60;

const inRoom = (name) => `^${name}/src/`;
/** Tests and their fakes may look behind every door. */
const TESTS = "(\\.test\\.tsx?$|/testing/)";

/**
 * The server's domains in their order, and the rooms of each with the rooms of the same domain that they may see. A domain sees those before
 * it, by their doors (`index.ts`); what must flow the other way is given to it when it is opened. The files at a domain's top see all its rooms.
 */
const DOMAINS = {
  accounts: {
    activity: [],
    audit: [],
    notifications: [],
    phones: ["audit"],
    billing: ["activity"],
    webhooks: ["audit"],
    workspaces: [],
    leads: ["audit"],
    access: ["audit", "leads", "workspaces"],
  },
  compliance: {
    "country-packs": [],
    "call-checks": ["country-packs", "do-not-call"],
    "do-not-call": [],
    consents: ["country-packs"],
    evidence: ["consents"],
    limits: [],
    masking: [],
    gate: ["consents", "country-packs", "limits"],
    redaction: ["masking"],
    erasure: [],
    retention: ["erasure"],
  },
  contacts: { appointments: [], channels: [], people: [], exchange: ["people"] },
  engines: {
    "speech-hosts": [],
    connections: ["speech-hosts"],
    voices: ["speech-hosts"],
    recording: [],
    media: ["recording", "speech-hosts"],
    costs: ["connections", "speech-hosts"],
  },
  knowledge: {
    passages: [],
    reading: ["passages"],
    embedding: ["passages"],
    retrieval: ["embedding", "passages"],
    items: ["embedding", "passages", "reading", "retrieval"],
  },
  agents: {
    documents: [],
    "mcp-servers": [],
    messages: [],
    outcomes: [],
    transfer: [],
    plan: ["documents", "mcp-servers", "messages", "transfer"],
    judging: ["documents", "plan"],
    tests: ["documents", "judging", "messages", "plan"],
    trials: ["documents", "plan", "tests"],
  },
  calls: {
    records: [],
    recording: ["records"],
    lifecycle: ["recording", "records"],
    charges: ["lifecycle", "records"],
    scheduled: ["records"],
    analysis: ["records"],
    webhooks: ["analysis", "records"],
    history: ["analysis", "lifecycle", "records", "scheduled"],
    redaction: ["analysis", "records"],
    personal: ["records"],
  },
  telephony: {
    browser: [],
    carriers: [],
    lines: [],
    legs: ["carriers"],
    numbers: ["carriers"],
    "missed-calls": [],
    trunks: ["numbers"],
    outbound: ["carriers", "legs", "lines", "numbers"],
    supervision: [],
    inbound: ["carriers", "legs", "lines", "numbers", "outbound", "supervision"],
    sip: ["inbound"],
  },
  campaigns: { executions: [], scheduled: ["executions"], batches: ["executions", "scheduled"] },
  insights: {
    analysis: [],
    exports: [],
    analytics: ["exports"],
    "board-mails": ["saved-boards"],
    gaps: [],
    health: [],
    "live-board": [],
    labels: [],
    recordings: [],
    replays: [],
    "saved-boards": [],
    "saved-filters": [],
    search: [],
    topics: [],
  },
  threads: {
    files: ["messages", "senders"],
    messages: [],
    senders: [],
    "text-agent": ["messages"],
    delivery: ["files", "messages", "senders"],
    mail: ["delivery", "senders"],
    smpp: ["delivery", "senders"],
    "after-call": ["messages", "senders"],
    checks: ["messages"],
    "in-call": ["messages", "senders"],
    templates: ["messages", "senders"],
  },
  site: { visitors: [], widgets: ["visitors"], demo: ["widgets"] },
};
const ORDER = Object.keys(DOMAINS);
const DOMAIN = `^server/src/(?:${ORDER.join("|")})/`;

/** What all domains keep in the database: it reads their `schema.ts` alone, so that it loads nothing else of them. */
const SCHEMA = "^server/src/schema\\.ts$";

/** Of one domain: whom it sees of others, and by which door others see it. */
function domainRules(name, at) {
  const [own, before] = [`^server/src/${name}/`, ORDER.slice(0, at)];
  return [
    {
      name: `${name} is entered by its door`,
      from: { path: "^server/src/", pathNot: [TESTS, own, SCHEMA] },
      to: { path: own, pathNot: `${own}index\\.ts$` },
    },
    {
      name: `the schema reads of ${name} its schema alone`,
      from: { path: SCHEMA },
      to: { path: own, pathNot: `${own}schema\\.ts$` },
    },
    {
      name: `${name} sees no later domain`,
      from: { path: own, pathNot: TESTS },
      to: { path: DOMAIN, pathNot: `^server/src/(?:${[name, ...before].join("|")})/` },
    },
    ...Object.entries(DOMAINS[name]).map(([room, seen]) => ({
      name: `${name}/${room} may see ${seen.join(", ") || "no other room"}`,
      from: { path: `${own}${room}/`, pathNot: TESTS },
      to: { path: own, pathNot: `${own}(?:${[room, ...seen].join("|")})/` },
    })),
  ];
}

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
  ...ORDER.flatMap(domainRules),
  {
    name: "commands stand above everything",
    from: { path: "^server/src/(?!main\\.ts|commands/)" },
    to: { path: "^server/src/commands/" },
  },
  {
    name: "features do not reach up to the composition",
    from: { path: DOMAIN, pathNot: TESTS },
    to: { path: "^server/src/(compose|main|ready-lines|seeds)\\.ts$" },
  },
  {
    name: "screens do not know one another",
    from: { path: "^web/src/dashboard/([^/]+)/", pathNot: TESTS },
    to: { path: "^web/src/dashboard/", pathNot: "^web/src/dashboard/$1/" },
  },
  {
    name: "the parts of the look know no screen",
    from: { path: "^web/src/(ui|timeline|words)/", pathNot: TESTS },
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
    lines.push(...tooManyArrows(read));
    const arrows = read.reduce((sum, module) => sum + module.dependencies.length, 0);
    if (arrows < read.length) lines.push(`Only ${arrows} imports were seen in ${read.length} modules: the check is blind.`);
    return { ok: lines.length === 0, lines, note: `${read.length} modules, ${arrows} imports` };
  },
};

/** Names those that rest on the fewest imports: they go most easily. */
function tooManyArrows(modules) {
  const folderOf = (path) => /^server\/src\/([^/]+)\//.exec(path)?.[1];
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = new RegExp(TESTS).test(source) ? undefined : folderOf(source);
    for (const { resolved } of from === undefined ? [] : dependencies) {
      const to = folderOf(resolved);
      const arrow = `${from} → ${to}`;
      if (to !== undefined && to !== from) imports.set(arrow, (imports.get(arrow) ?? 0) + 1);
    }
  }
  if (imports.size <= MOST_ARROWS) return [];
  const thin = [...imports].toSorted(([, a], [, b]) => a - b).slice(0, 5);
  const named = thin.map(([arrow, count]) => `${arrow} (${count})`).join(", ");
  return [`server/src has ${imports.size} arrows between its folders, and may have ${MOST_ARROWS}; on few imports rest ${named}`];
}

/** The tool asks its parser for TypeScript without JSX, whatever a file is called. */
function readTsxToo() {
  const swc = createRequire(import.meta.url)("@swc/core");
  if (swc.readsTsx) return;
  const parse = swc.parseFileSync;
  swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith(".tsx") });
  swc.readsTsx = true;
}

/** What stands in server/src and is no domain. */
const NO_DOMAINS = new Set(["platform", "commands"]);

/** A room that the table does not list might see everybody; rooms that see one another in a circle have no order. */
function unlisted(root) {
  const inside = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const found = inside("server/src").filter((name) => !NO_DOMAINS.has(name));
  const lines = found.filter((name) => !(name in DOMAINS)).map((name) => `server/src/${name} is not in the order of domains`);
  for (const [domain, rooms] of Object.entries(DOMAINS)) {
    const folders = found.includes(domain) ? inside(`server/src/${domain}`).filter((name) => name !== "testing") : [];
    lines.push(
      ...folders.filter((name) => !(name in rooms)).map((name) => `server/src/${domain}/${name} is not in the table of rooms`),
      ...Object.keys(rooms)
        .filter((name) => !folders.includes(name))
        .map((name) => `${domain}/${name} is in the table of rooms and has no folder`),
      ...circlesIn(rooms).map((name) => `${domain}/${name} sees itself in a circle of rooms`),
    );
  }
  return lines;
}

/** Rooms from which the table leads back to them. */
function circlesIn(rooms) {
  const reached = (name, seen = new Set()) => {
    for (const next of rooms[name] ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  return Object.keys(rooms).filter((name) => reached(name).has(name));
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
