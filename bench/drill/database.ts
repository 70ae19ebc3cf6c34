/** A database that is there and does not do as usual: a table that is locked, answers that cannot be stored. */
import { createKey, createWorkspace, listKeys } from "@ongea/contract";
import { firstAccount } from "../../e2e/account.ts";
import { MIGRATIONS } from "../../server/src/schema.ts";
import { runningEmbeddedPostgres } from "../../server/src/platform/database/embedded.ts";
import { openTestDatabase, type TestDatabase } from "../../server/src/platform/testing/database.ts";
import type { Started } from "../whole/product.ts";
import { calls, CALLS, clientOf, pause, SETTLED_MS, tenTalk } from "./faults.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

type Start = (settings: Record<string, string>) => Promise<Started>;

const LOCKED_SECONDS = 14;
const REQUESTS = 24;

/** Two servers on one database; a table is locked and requests wait for it. The calls of the first go on, and nobody hears that we failed. */
export async function lockedTable(start: Start): Promise<Outcome> {
  const beganMs = performance.now();
  const host = await openTestDatabase(MIGRATIONS);
  const started: Started[] = [];
  try {
    for (let n = 0; n < 2; n++) started.push(await start({ DATABASE_URL: urlOf(host), MEDIA_WORKERS: "1" }));
    const { product } = started[0]!;
    const { cookie } = await firstAccount(product);
    const talking = tenTalk(product.sipPort);
    await pause(SETTLED_MS);
    const lock = host.asOwner(`begin; lock table sessions; select pg_sleep(${LOCKED_SECONDS}); commit`);
    await pause(500);
    const asked = Array.from({ length: REQUESTS }, () =>
      fetch(`${product.url}/api/me`, { headers: { cookie } }).then(
        async (answer) => (await answer.arrayBuffer(), answer.status),
        () => 0,
      ),
    );
    const statuses = await Promise.all(asked);
    await lock;
    const heard = await talking;
    await pause(2_000);
    const ended = (await calls(clientOf(product))).filter(({ status }) => status === "error").length;
    const failed = statuses.filter((status) => status !== 200 && status !== 503).length;
    return {
      drill: `a table locked for ${LOCKED_SECONDS} s beside another server`,
      done: `${heard.connected} of ${CALLS} calls connected; ${REQUESTS} requests: ${countsOf(statuses)}`,
      lost: `${heard.lost} calls lost, ${ended} settled as error, ${failed} requests failed`,
      took: secondsSince(beganMs),
      isWell: heard.connected === CALLS && heard.lost === 0 && ended === 0 && failed === 0,
    };
  } finally {
    for (const { stop } of started) await stop();
    await host.close();
  }
}

/** The answers of requests with an Idempotency-Key cannot be stored: what they ask for is done once all the same. */
export async function unstoredAnswers(start: Start): Promise<Outcome> {
  const beganMs = performance.now();
  const host = await openTestDatabase(MIGRATIONS);
  let started: Started | undefined;
  try {
    started = await start({ DATABASE_URL: urlOf(host) });
    const { product } = started;
    const { client, cookie } = await firstAccount(product);
    await client.call(createWorkspace, { body: { name: "Keys" } });
    await host.asOwner(`create function deaf() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger deaf before update or delete on repeats for each row execute function deaf()`);
    const statuses: number[] = [];
    for (let n = 0; n < 9; n++) {
      const headers = { cookie, origin: product.url, "content-type": "application/json", "idempotency-key": `key-${n % 3}` };
      const body = JSON.stringify({ name: `Key ${n % 3}` });
      const answer = await fetch(product.url + createKey.path, { method: "POST", headers, body });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    const made = (await client.call(listKeys)).data.length;
    return {
      drill: "three keys asked for three times each, answers not stored",
      done: `${made} keys made; ${countsOf(statuses)}`,
      lost: `${Math.max(0, made - 3)} made twice`,
      took: secondsSince(beganMs),
      isWell: made === 3 && statuses.every((status) => status === 201 || status === 409),
    };
  } finally {
    await started?.stop();
    await host.close();
  }
}

function urlOf(host: TestDatabase): string {
  const { host: sockets, user, password, database } = runningEmbeddedPostgres(host.dataDir, "superuser");
  return `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(sockets))}`;
}

function countsOf(statuses: readonly number[]): string {
  return [...new Set(statuses)].map((status) => `${statuses.filter((one) => one === status).length} × ${status}`).join(", ");
}
