import { afterAll, expect, test } from "vitest";
import { MIGRATIONS } from "../server/src/schema.ts";
import { runningEmbeddedPostgres } from "../server/src/platform/database/embedded.ts";
import { openTestDatabase } from "../server/src/platform/testing/database.ts";
import { batchStatus, begunBatch, killWhileDialling } from "./killed-batch.ts";
import { startCarrier } from "./phones/carrier.ts";
import { bareDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { expectWithin } from "./starved.ts";

afterAll(() => stopServers());

test("a batch whose server is killed while it dials rings nobody twice and forgets nobody", async () => {
  const batch = await killWhileDialling({ contacts: 40, kills: 2, callsPerSecond: 12, livesMs: 900 });
  expect(batch).toMatchObject({ status: "completed", kills: 2, twice: [], forgotten: 0 });
  // Those that were dialled in the moment of a kill, and whose telephone was not known to ring.
  expect(batch.unknown).toBeLessThanOrEqual(2 * 5);
});

const TAKEN_OVER_WITHIN_MS = 10_000;

test("two servers on one database share a batch; when one is killed the other goes on within ten seconds, and nobody is rung twice", async () => {
  const host = await openTestDatabase(MIGRATIONS);
  const carrier = await startCarrier();
  const folders = [bareDataDir(), bareDataDir()];
  const { host: sockets, user, password, database } = runningEmbeddedPostgres(host.dataDir, "superuser");
  const url = `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(sockets))}`;
  const pace = { SIP_TRUNK: `sip:127.0.0.1:${carrier.port}`, BATCH_CALLS_PER_SECOND: "6" };
  const serve = (dataDir: string): Promise<RunningServer> => startServer({ dataDir, settings: { DATABASE_URL: url, ...pace } });
  try {
    const servers = [await serve(folders[0]!), await serve(folders[1]!)];
    const batch_id = await begunBatch(servers[0]!, 60);
    await expect.poll(() => carrier.rang.size).toBeGreaterThan(12);
    const counts = (): number[] => servers.map(({ sipPort }) => carrier.calledAt.get(sipPort)?.length ?? 0);
    // The one that dials most now is the one that is missed.
    const [first = 0, second = 0] = counts();
    const killed = first >= second ? 0 : 1;
    const other = servers[1 - killed]!;
    process.kill(servers[killed]!.pid, "SIGKILL");
    const killedMs = performance.now();
    await servers[killed]!.exited;
    const after = (): number[] => (carrier.calledAt.get(other.sipPort) ?? []).filter((atMs) => atMs > killedMs);
    await expect.poll(() => after().length, { interval: 50 }).toBeGreaterThan(0);
    expectWithin(after()[0]! - killedMs, TAKEN_OVER_WITHIN_MS, "taking over the batch");
    const status = () => batchStatus(other.client, batch_id);
    await expect.poll(async () => (await status()).status).toBe("completed");
    expect([...carrier.rang].filter(([, calls]) => calls.size > 1)).toEqual([]);
    expect(carrier.rang.size + (await status()).not_called_count).toBeGreaterThanOrEqual(60);
  } finally {
    await stopServers();
    await carrier.close();
    await host.close();
    for (const folder of folders) removeDataDir(folder);
  }
});
