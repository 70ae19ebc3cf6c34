/** Two servers on one database: one is killed at each step of a message and of a batch of messages, and the other goes on. */
import {
  changeAgent,
  createBatch,
  createClient,
  listAgents,
  listBatchContacts,
  readBatch,
  runBatch,
  type BatchContact,
  type Client,
} from "@ongea/contract";
import { firstAccount } from "../../e2e/account.ts";
import { freePort } from "../../e2e/phones/free-port.ts";
import { bareDataDir, removeDataDir, type RunningServer, startServer } from "../../e2e/running-server.ts";
import type { Postable } from "../../server/src/contacts/channels/testing/sms-peer.ts";
import {
  type AfricasTalkingSmsPeer,
  startAfricasTalkingSmsPeer,
} from "../../server/src/contacts/channels/testing/africastalking-sms-peer.ts";
import { runningEmbeddedPostgres } from "../../server/src/platform/database/embedded.ts";
import { openTestDatabase, type TestDatabase } from "../../server/src/platform/testing/database.ts";
import { MIGRATIONS } from "../../server/src/schema.ts";
import { pause } from "./faults.ts";
import { secondsSince } from "./load.ts";
import {
  again,
  ANSWERED_MS,
  connect,
  GRACE_MS,
  messageOf,
  numbers,
  outcomeOf,
  settled,
  SETTLED_MS,
  takeMany,
} from "./messages.ts";
import type { Outcome } from "./table.ts";

const MOST_STEPS = 150;
/** The other server has done it all before the one that is to be killed came to the step: so often in a row, and there is no such step. */
const MOST_UNMET = 3;
const CONTACTS = 3;
const SECRET = "one secret of both servers, which they seal and sign with";

interface Pair {
  peer: AfricasTalkingSmsPeer;
  host: TestDatabase;
  client: Client;
  senderId: string;
  /** Of the provider's webhooks, at either server. */
  urls: { first: string; other: string };
  first: RunningServer;
  other: RunningServer;
  /** Kills the first one, if it lives; with `killedAt` it comes again, to die at that step of a request to this path. */
  restart(killedAt: number, path: string): Promise<void>;
}

export async function messagesOfTwo(isQuick: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const drill of [repeated, messageKilled, batchKilled]) outcomes.push(await withPair((pair) => drill(pair, isQuick)));
  return outcomes;
}

async function withPair(work: (pair: Pair) => Promise<Outcome>): Promise<Outcome> {
  const [peer, host] = [await startAfricasTalkingSmsPeer(), await openTestDatabase(MIGRATIONS)];
  const [dataDirs, port] = [[bareDataDir(), bareDataDir()], await freePort()];
  const start = (at: number, killed?: { at: number; path: string }): Promise<RunningServer> =>
    startServer({
      dataDir: dataDirs[at] ?? "",
      ...(at === 0 && { port }),
      settings: {
        DATABASE_URL: urlOf(host),
        AUTH_SECRET: SECRET,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        PRIVATE_ADDRESSES: "127.0.0.0/8",
        PROVIDER_ADDRESSES: `africastalking=${peer.baseUrl}`,
        DIAL_COUNTRIES: "KE",
        BATCH_MESSAGES_PER_SECOND: "20",
        ...(killed && {
          NODE_OPTIONS: `--import=${new URL("./killed-at.mjs", import.meta.url).href}`,
          KILLED_AT: String(killed.at),
          KILLED_IN: killed.path,
        }),
      },
    });
  const running: RunningServer[] = [];
  try {
    for (const at of [0, 1]) running.push(await start(at));
    const [first, other] = running;
    if (!first || !other) throw new Error("Two servers are needed");
    const owner = await firstAccount(first);
    const { senderId, url } = await connect(owner.client, peer);
    const pair: Pair = {
      peer,
      host,
      first,
      other,
      senderId,
      client: createClient(other.url, fetch, { cookie: owner.cookie }),
      urls: { first: url, other: url.replace(first.url, other.url) },
      async restart(at, path) {
        pair.first.kill("SIGKILL");
        await pair.first.exited;
        running[0] = pair.first = await start(0, { at, path });
      },
    };
    return await work(pair);
  } finally {
    for (const server of running) await server.stop();
    await host.close();
    await peer.close();
    for (const folder of dataDirs) removeDataDir(folder);
  }
}

function urlOf({ dataDir }: TestDatabase): string {
  const { host, user, password, database } = runningEmbeddedPostgres(dataDir, "superuser");
  return `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(host))}`;
}

/** Every webhook again and again, at either server. */
async function repeated({ peer, host, urls }: Pair, isQuick: boolean): Promise<Outcome> {
  const beganMs = performance.now();
  const [times, persons] = [isQuick ? 10 : 50, numbers(20)];
  const atBoth = async (all: readonly Postable[]): Promise<number> => {
    const refused = [urls.first, urls.other].map((url) => takeMany({ peer, url }, again(all, times)));
    return (await Promise.all(refused)).reduce((sum, one) => sum + one, 0);
  };
  const refused = await atBoth(persons.map((_, n) => messageOf(n)));
  await settled({ dataDir: host.dataDir, peer }, persons);
  const reports = peer.left.map(({ ref, to }): Postable => ({ kind: "report", ref, to, state: "delivered", reason: null }));
  const refusedReports = await atBoth(reports);
  const people = await settled({ dataDir: host.dataDir, peer }, persons);
  return outcomeOf(people, {
    drill: `two servers: every webhook delivered ${times} times to each in any order`,
    done: `${2 * times * (persons.length + reports.length)} posts, ${refused + refusedReports} not taken`,
    took: secondsSince(beganMs),
    isWell: refused + refusedReports === 0 && [...people.values()].every(({ state }) => state === "delivered"),
  });
}

/** A webhook that the dead server did not acknowledge comes to the other one. */
async function messageKilled(pair: Pair, isQuick: boolean): Promise<Outcome> {
  const beganMs = performance.now();
  const { peer, urls, host } = pair;
  const persons: string[] = [];
  let [kills, unheard, isOver] = [0, 0, false];
  for (let step = 1; !isOver && step <= MOST_STEPS; step += isQuick ? 8 : 1) {
    await pair.restart(step, "/channels/");
    const message = messageOf(step);
    persons.push(message.from);
    const isAnswered = (): boolean => peer.left.some(({ to }) => to === message.from);
    if ((await takeMany({ peer, url: urls.first }, [message])) > 0) {
      unheard += 1;
      await takeMany({ peer, url: urls.other }, [message]);
    }
    isOver = !(await hasDied(pair.first, async () => isAnswered()));
    if (!isOver) kills += 1;
  }
  pair.first.kill("SIGKILL");
  const people = await settled({ dataDir: host.dataDir, peer }, persons);
  return outcomeOf(people, {
    drill: "one of two servers killed at each step of a message, the other goes on",
    done: `${kills} kills, ${unheard} webhooks delivered to the other`,
    took: secondsSince(beganMs),
    isWell: isOver && kills > 0,
  });
}

/** It is killed in the request that runs the batch, and in what that sets off. */
async function batchKilled(pair: Pair, isQuick: boolean): Promise<Outcome> {
  const beganMs = performance.now();
  const { client, peer } = pair;
  const agentId = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")?.id ?? "";
  const hours = { calling_guardrails: { call_start_hour: 0, call_end_hour: 24 } };
  await client.call(changeAgent, { params: { agent_id: agentId }, body: { agent_config: hours } });
  const batches: string[] = [];
  let [kills, unheard, unmet] = [0, 0, 0];
  for (let step = 1; unmet < MOST_UNMET && step <= MOST_STEPS; step += unmet > 0 ? 0 : isQuick ? 8 : 1) {
    const { batch_id } = await client.call(createBatch, { form: formOf(pair, agentId, batches.length) });
    batches.push(batch_id);
    await pair.restart(step, `/batches/${batch_id}/run`);
    const run = createClient(pair.first.url, fetch, pair.first.credentials).call(runBatch, { params: { batch_id } });
    const isHeard = await run.then(
      () => true,
      () => false,
    );
    if (!isHeard) {
      unheard += 1;
      // It runs already, where the dead server came so far.
      if ((await statusOf(client, batch_id)) !== "running") await client.call(runBatch, { params: { batch_id } });
    }
    const isKilled = await hasDied(pair.first, async () => (await statusOf(client, batch_id)) === "completed");
    if (isKilled) kills += 1;
    unmet = isKilled ? 0 : unmet + 1;
  }
  pair.first.kill("SIGKILL");
  const rows = await ended(client, batches);
  const sent = new Map<string, number>();
  for (const { to } of peer.left) sent.set(to, (sent.get(to) ?? 0) + 1);
  const unknown = rows.filter(({ outcome }) => outcome === "unknown");
  const lost = rows.filter(({ number, outcome }) => outcome !== "unknown" && !sent.has(number));
  const twice = [...sent.values()].filter((times) => times > 1);
  return {
    drill: "one of two servers killed at each step of a batch of messages, the other goes on",
    done: `${kills} kills, ${unheard} commands repeated at the other, ${batches.length} batches`,
    lost: `${lost.length} of ${rows.length} lost, ${twice.length} twice, of ${unknown.length} nobody knows whether they left`,
    took: secondsSince(beganMs),
    isWell: kills > 0 && unmet === MOST_UNMET && rows.length === batches.length * CONTACTS && lost.length + twice.length === 0,
  };
}

/** False: it is done, and the server lives. */
async function hasDied(server: RunningServer, isDone: () => Promise<boolean>): Promise<boolean> {
  const finished = async (): Promise<boolean> => {
    for (const untilMs = performance.now() + ANSWERED_MS; performance.now() < untilMs && !(await isDone());) await pause(100);
    await pause(GRACE_MS);
    return false;
  };
  return Promise.race([server.exited.then(() => true), finished()]);
}

function formOf({ senderId }: Pair, agentId: string, batch: number) {
  const people = numbers(CONTACTS * (batch + 1)).slice(-CONTACTS);
  const bytes = new TextEncoder().encode(["contact_number,name", ...people.map((one) => `${one},Amina`)].join("\n"));
  return [
    { name: "agent_id", value: agentId },
    { name: "file", value: { fileName: "people.csv", bytes } },
    { name: "message", value: JSON.stringify({ sender_id: senderId, text: "Hello {name}" }) },
  ];
}

async function statusOf(client: Client, batch_id: string): Promise<string> {
  return (await client.call(readBatch, { params: { batch_id } })).status;
}

/** Everybody of these batches, when all are completed or after the time that a message may take. */
async function ended(client: Client, batches: readonly string[]): Promise<BatchContact[]> {
  const rows: BatchContact[] = [];
  const untilMs = performance.now() + SETTLED_MS;
  for (const batch_id of batches) {
    while ((await statusOf(client, batch_id)) !== "completed" && performance.now() < untilMs) await pause(500);
    rows.push(...(await client.call(listBatchContacts, { params: { batch_id }, query: { limit: 100 } })).data);
  }
  return rows;
}
