/**
 * Many workspaces beside each other, and one with very many calls: how long the home page, the list of calls and the search take.
 *
 *     npx tsx bench/workspaces.ts [--workspaces 1000] [--calls 1000000] [--asks 200]
 *
 * It runs a PostgreSQL of its own in a temporary folder (about 4 GB with the defaults) and asks as the server does, as the role that
 * owns nothing and under row-level security; HTTP is not in the figures.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createCallStore } from "../server/src/calls/records/store.ts";
import { createIndexing } from "../server/src/site/demo/indexing.ts";
import { createActivity } from "../server/src/accounts/activity/activity.ts";
import { createActivityStore } from "../server/src/accounts/activity/store.ts";
import { otherDomains } from "../server/src/insights/testing/other-domains.ts";
import { MIGRATIONS } from "../server/src/schema.ts";
import { SEEDS } from "../server/src/seeds.ts";
import { openDatabase } from "../server/src/platform/database/database.ts";
import { createLive } from "../server/src/platform/live/live.ts";
import { openCredits } from "../server/src/accounts/open-credits.ts";
import { openFigures } from "../server/src/insights/open-figures.ts";
import { openSearch } from "../server/src/insights/open-search.ts";
import { createWorkspaces } from "../server/src/accounts/workspaces/store.ts";
import { Results } from "./driver/table.ts";
import { copyWorkspace } from "./scenarios/copied-workspaces.ts";
import { asSuperuser, fillLarge, openDemo, settle } from "./scenarios/large-workspace.ts";

const { values } = parseArgs({
  options: {
    workspaces: { type: "string", default: "1000" },
    calls: { type: "string", default: "1000000" },
    asks: { type: "string", default: "200" },
  },
});
const wanted = {
  workspaces: Math.min(Number(values.workspaces), 10_000),
  calls: Math.min(Number(values.calls), 5_000_000),
  asks: Math.min(Number(values.asks), 2_000),
};
/** Demo workspaces that are made; the others are copies of these, which takes a third of the time. */
const MADE = 12;
/** What people type: a frequent word, a rare one, one that is only in old calls, none, numbers in several spellings. */
const SEARCHES = [
  "clinic",
  "appointment thursday",
  "insur",
  "zebra47",
  "giraffe",
  "0300 123",
  "+254 300 123 456",
  "hello",
  "transformer fault",
  "sante",
];

const dataDir = mkdtempSync(join(tmpdir(), "ongea-bench-"));
chmodSync(dataDir, 0o755);
const results = new Results();
const database = await openDatabase({ dataDir, environment: { PATH: process.env["PATH"] ?? "" } }, MIGRATIONS);
try {
  const workspaces = createWorkspaces(database);
  const demo = openDemo(database);
  const open = async (): Promise<string> => (await workspaces.create({ name: "Bench", kind: "demo", currency: "USD" })).id;
  const first = await open();
  await demo.fill(first);
  await createIndexing({ tenancy: database, words: SEEDS.words, log: console }).wake();
  if (wanted.calls > 0) {
    const large = await open();
    await fillLarge(database, { workspaceId: large, like: first, calls: wanted.calls });
    await settle(dataDir);
    await askLarge(large);
  }
  if (wanted.workspaces > 0) await askBeside(first, open, (id) => demo.fill(id));
} finally {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}\n\n${results.print()}`);

/** What the home page asks, at once as the page does. */
async function home(workspaceId: string): Promise<void> {
  const happenings = createActivity(createActivityStore(database), createLive());
  const figures = openFigures(database, otherDomains(database).agents);
  await Promise.all([
    figures.home(workspaceId, null),
    figures.days(workspaceId, 30),
    happenings.log(workspaceId, { limit: 5 }),
    happenings.notifications(workspaceId, "somebody", { limit: 20 }),
    openCredits(database).balance(workspaceId),
  ]);
}

async function askBeside(id: string, open: () => Promise<string>, fill: (id: string) => Promise<void>): Promise<void> {
  await settle(dataDir);
  const beside = async (others: number): Promise<void> => {
    const took = await times(() => home(id));
    results.add("beside others", `home page beside ${others} demo workspaces`, {
      "p50 ms": ms(percentile(took, 50)),
      "p95 ms": ms(percentile(took, 95)),
      GB: Math.round(((await size()) / 1024 ** 3) * 100) / 100,
    });
  };
  await beside(0);
  const made: string[] = [];
  const fills: number[] = [];
  while (made.length < Math.min(MADE, wanted.workspaces)) {
    const fresh = await open();
    const startedMs = performance.now();
    await fill(fresh);
    fills.push(performance.now() - startedMs);
    made.push(fresh);
  }
  results.add("beside others", "making one", { "p50 ms": ms(percentile(fills, 50)), "p95 ms": ms(percentile(fills, 95)) });
  await asSuperuser(dataDir, async (client) => {
    for (let others = made.length; others < wanted.workspaces; others++) {
      await copyWorkspace(client, made[others % made.length] ?? id);
      if (others % 100 === 0) await beside(others);
    }
  });
  await settle(dataDir);
  await beside(wanted.workspaces);
}

async function size(): Promise<number> {
  const { rows } = await database.everywhere.execute<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  return Number(rows[0]?.bytes);
}

async function askLarge(id: string): Promise<void> {
  const calls = createCallStore(database);
  const search = openSearch(database, otherDomains(database));
  const deep = await placeAfter(id, Math.floor(wanted.calls * 0.9));
  const asks: Record<string, () => Promise<unknown>> = {
    "home page": () => home(id),
    "calls, first page": () => calls.list(id, { limit: 50 }),
    "calls, after nine tenths": () => calls.list(id, { limit: 50, cursor: deep }),
    "calls that failed, first page": () => calls.list(id, { limit: 50, status: "failed" }),
  };
  for (const text of SEARCHES) asks[`search "${text}"`] = () => search.find(id, text);
  for (const [name, ask] of Object.entries(asks)) {
    const took = await times(ask);
    results.add(`${wanted.calls} calls`, name, { "p50 ms": ms(percentile(took, 50)), "p95 ms": ms(percentile(took, 95)) });
  }
}

/** A cursor that a client would have after so many calls. */
async function placeAfter(workspaceId: string, skipped: number): Promise<string> {
  const { rows } = await database.of(workspaceId).execute<{ place: string }>(
    `select (extract(epoch from created_at) * 1000000)::bigint::text || '/' || id::text as place from executions
     where workspace_id = '${workspaceId}' order by created_at desc, id desc offset ${skipped} limit 1`,
  );
  return Buffer.from(rows[0]?.place ?? "").toString("base64url");
}

async function times(ask: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let asked = 0; asked < wanted.asks + 5; asked++) {
    const startedMs = performance.now();
    await ask();
    took.push(performance.now() - startedMs);
  }
  return took.slice(5);
}

function percentile(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0;
}

function ms(value: number): number {
  return Math.round(value * 10) / 10;
}
