/** Two servers of one installation, each with a page that listens. */
import { randomUUID } from "node:crypto";
import type { LiveEvent } from "@ongea/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCallStore, type NewCall } from "../../calls/records/store.ts";
import { wireExecution } from "../../calls/records/wire-execution.ts";
import { liveRoute } from "./live-route.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createClosing } from "../../platform/closing.ts";
import { runningEmbeddedPostgres } from "../../platform/database/embedded.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import { createHttp, type Http } from "../../platform/http/http.ts";
import { listen } from "../../platform/http/listen.ts";
import { createSocketPlaces } from "../../platform/http/sockets.ts";
import type { Live } from "../../platform/live/live.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openLivePage, type LivePage } from "../../platform/testing/live-page.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { openLive } from "../../platform/live/open-live.ts";

const PUBLIC_URL = "https://ongea.example";

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const closing = createClosing();
let database: TestDatabase;

beforeAll(async () => (database = await openTestDatabase(MIGRATIONS)));
afterAll(async () => {
  await closing.closeAll(silent);
  await database.close();
});

async function connectAlone(): Promise<pg.Client> {
  const client = new pg.Client(runningEmbeddedPostgres(database.dataDir));
  client.on("error", silent);
  await client.connect();
  return client;
}

async function server(workspaceId: string): Promise<{ live: Live<LiveEvent>; page(): Promise<LivePage> }> {
  const { live, findCallsBy } = openLive({ database: { ...database, connectAlone }, log, closing });
  const store = createCallStore(database);
  findCallsBy(async (workspaceId, id) => {
    const row = await store.read({ id, workspaceId });
    return row && { event: "call", call: wireExecution(row, PUBLIC_URL) };
  });
  const principal = {
    kind: "person",
    id: "1",
    name: "Asha",
    workspaceId,
    role: "viewer",
    scope: "read",
    agentIds: null,
  } as Principal;
  const app: Http = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [], recognise: async () => principal });
  liveRoute(app, { live, places: createSocketPlaces(3), past: async () => [] });
  const port = await listen(app, "127.0.0.1", 0);
  closing.add("http", () => app.close());
  return { live, page: () => openLivePage(`http://127.0.0.1:${port}`, {}) };
}

test("what happens in a call at one server is pushed to a page at another, short or long, and not to another workspace's", async () => {
  const [workspaceId, anothers] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const call: NewCall = {
    id: randomUUID(),
    workspaceId,
    agentName: "Front desk",
    status: "completed",
    provider: "sip",
    direction: "inbound",
    cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
    transcript: "word ".repeat(3_000),
  };
  const store = createCallStore(database);
  await store.apply(call, { begin: call }, async () => silent);
  const row = await store.read({ id: call.id, workspaceId });
  const [here, there, others] = [await server(workspaceId), await server(workspaceId), await server(anothers)];
  const [page, anothersPage] = [await there.page(), await others.page()];
  page.follow(call.id);
  await expect.poll(() => here.live.isWatched(workspaceId)).toBe(true);
  await expect.poll(() => here.live.isWatched(anothers)).toBe(true);
  const entry: LiveEvent = { event: "entry", execution_id: call.id, entry: { kind: "key", atMs: 1, digit: "1" } };
  await expect.poll(() => (here.live.publish(workspaceId, entry), page.heard)).toContain(JSON.stringify(entry));
  here.live.publish(workspaceId, { event: "call", call: wireExecution(row!, PUBLIC_URL) });
  const last = () => JSON.parse(page.heard.at(-1) ?? "{}") as LiveEvent;
  await expect.poll(last).toMatchObject({ event: "call", call: { id: call.id, transcript: call.transcript } });
  expect(anothersPage.heard).toEqual([]);
});
