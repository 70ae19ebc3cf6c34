import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sources } from "./sources.mjs";

const FEATURES = "server/src";
/** Not features: the database's own room and the idempotency of requests, what is told to a terminal, and fakes. */
const ELSEWHERE = /^server\/src\/(?:platform|commands|testing)\/|\/testing\/|\.test\.ts$/;
const STORES = new Set(["store.ts", "tables.ts"]);

/** Still to be moved into their feature's store. The list only grows shorter: an entry that is not needed fails. */
const OUTSIDE = new Set([
  "server/src/access/access.ts",
  "server/src/access/account-routes.ts",
  "server/src/access/me-routes.ts",
  "server/src/access/passkey-routes.ts",
  "server/src/access/proven.ts",
  "server/src/access/recognise.ts",
  "server/src/access/sign-in-routes.ts",
  "server/src/access/sign-ups.ts",
  "server/src/access/used-codes.ts",
  "server/src/access/workspace-routes.ts",
  "server/src/audit/audit.ts",
  "server/src/leads/codes.ts",
  "server/src/leads/visits.ts",
  "server/src/workspaces/invitations.ts",
  "server/src/workspaces/keys.ts",
  "server/src/workspaces/members.ts",
]);

/** Features that read or write another's tables, and whose: the list only grows shorter. */
const OVER_OTHERS = {
  credits: ["workspaces"],
  // A demo workspace is filled with the rows of a month, thousands at a time.
  demo: [
    "agents",
    "numbers",
    "executions",
    "call_words",
    "voices",
    "voice_samples",
    "credit_entries",
    "workspaces",
    "happenings",
    "notification_marks",
  ],
  insights: ["agents"],
  leads: ["workspaces"],
  search: ["agents", "numbers", "executions"],
  voices: ["credit_entries"],
  workspaces: ["visits"],
};

export const storedQueries = {
  name: "queries",
  promise: "all SQL of a feature stands in its store.ts, over tables of its own",
  async run(root) {
    const files = sources(root, FEATURES, /\.ts$/)
      .filter((file) => !ELSEWHERE.test(file))
      .map((file) => ({ file, feature: file.split("/")[2], text: readFileSync(join(root, file), "utf8") }));
    const asking = files.filter(({ text }) => /from "(?:drizzle-orm|drizzle-orm\/[^"]+|pg)"/.test(text));
    const outside = asking.filter(({ file }) => !STORES.has(basename(file))).map(({ file }) => file);
    const owners = ownersOf(files);
    const over = asking.flatMap((one) => othersIn(one, owners));
    const known = ({ feature, table }) => (OVER_OTHERS[feature] ?? []).includes(table);
    const stale = Object.entries(OVER_OTHERS).flatMap(([feature, tables]) =>
      tables
        .filter((table) => !over.some((one) => one.feature === feature && one.table === table))
        .map((table) => `${feature} over ${table}`),
    );
    const lines = [
      ...outside.filter((file) => !OUTSIDE.has(file)).map((file) => `${file} has SQL: it belongs in the feature's store.ts`),
      ...over.filter((one) => !known(one)).map(({ file, table, owner }) => `${file} reaches into ${table}, a table of ${owner}`),
      ...[...OUTSIDE]
        .filter((file) => !outside.includes(file))
        .map((file) => `${file} has no SQL any more: take it off the list`),
      ...stale.map((entry) => `${entry} is not needed any more: take it off the list`),
    ];
    if (owners.size < 20) lines.push(`Only ${owners.size} tables were seen: the check is blind.`);
    const left = OUTSIDE.size + Object.values(OVER_OTHERS).flat().length;
    return { ok: lines.length === 0, lines, note: `${asking.length} files over ${owners.size} tables, ${left} on the lists` };
  },
};

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
  const doors = [...text.matchAll(/import \{([^}]*)\} from "\.\.[^"]*\/tables\.ts"/g)];
  const opened = doors.filter(([whole]) => !/from "(?:\.\.?\/)+tables\.ts"/.test(whole)).map(([, names]) => names.trim());
  return [
    ...[...new Set(named)]
      .filter((table) => owners.has(table) && owners.get(table) !== feature)
      .map((table) => ({ file, feature, table, owner: owners.get(table) })),
    ...opened.map((table) => ({ file, feature, table, owner: "another feature" })),
  ];
}
