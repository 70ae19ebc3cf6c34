import { readFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { sources } from "./sources.mjs";

const FEATURES = "server/src";
/** Not features: the database's own room and the idempotency of requests, what is told to a terminal, and fakes. */
const ELSEWHERE = /^server\/src\/(?:platform|commands)\/|\/testing\/|\.test\.ts$/;
const WITHOUT_ROOMS = new Set(["calls", "knowledge", "mcp"]);
const STORES = new Set(["store.ts", "tables.ts"]);

export const storedQueries = {
  name: "queries",
  promise: "all SQL of a feature stands in its store.ts, over tables of its own",
  async run(root) {
    const files = sources(root, FEATURES, /\.ts$/)
      .filter((file) => !ELSEWHERE.test(file))
      .map((file) => ({ file, feature: featureOf(file), text: readFileSync(join(root, file), "utf8") }));
    const asking = files.filter(({ text }) => /from "(?:drizzle-orm|drizzle-orm\/[^"]+|pg)"/.test(text));
    const outside = asking.filter(({ file }) => !STORES.has(basename(file))).map(({ file }) => file);
    const owners = ownersOf(files);
    const over = asking.flatMap((one) => othersIn(one, owners));
    const lines = [
      ...outside.map((file) => `${file} has SQL: it belongs in the feature's store.ts`),
      ...over.map(({ file, table, owner }) => `${file} reaches into ${table}, a table of ${owner}`),
    ];
    if (owners.size < 20) lines.push(`Only ${owners.size} tables were seen: the check is blind.`);
    return { ok: lines.length === 0, lines, note: `${asking.length} files over ${owners.size} tables` };
  },
};

/** Of a domain with rooms the room, else the domain itself. */
function featureOf(file) {
  const [, , domain, room] = file.split("/");
  return WITHOUT_ROOMS.has(domain) || room?.endsWith(".ts") ? domain : `${domain}/${room}`;
}

/** Each table belongs to the feature whose migration makes it. */
function ownersOf(files) {
  const owners = new Map();
  for (const { feature, text } of files) {
    for (const [, table] of text.matchAll(/\bcreate table (?:if not exists )?"?(\w+)/g)) owners.set(table, feature);
  }
  return owners;
}

/** Tables of others that queries name, and tables that come through another feature's door. */
function othersIn({ file, feature, text }, owners) {
  if (basename(file) === "tables.ts") return [];
  const named = [...text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)].map(([, table]) => table);
  const doors = [...text.matchAll(/import \{([^}]*)\} from "(\.\.[^"]*\/tables\.ts)"/g)];
  const opened = doors
    .filter(([, , from]) => featureOf(posix.join(dirname(file), from)) !== feature)
    .map(([, names]) => names.trim());
  return [
    ...[...new Set(named)]
      .filter((table) => owners.has(table) && owners.get(table) !== feature)
      .map((table) => ({ file, feature, table, owner: owners.get(table) })),
    ...opened.map((table) => ({ file, feature, table, owner: "another feature" })),
  ];
}
