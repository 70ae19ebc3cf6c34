/** Messages whose server is killed, whose provider is slow, breaks off or is down, and webhooks that come again and again. */
import { type Client, connectProvider, createSender, listAgents } from "@ongea/contract";
import { firstAccount } from "../../e2e/account.ts";
import { freePort } from "../../e2e/phones/free-port.ts";
import { newDataDir, removeDataDir, type RunningServer, startServer } from "../../e2e/running-server.ts";
import { joinDatabase } from "../../server/src/platform/database/database.ts";
import type { Postable } from "../../server/src/contacts/channels/testing/sms-peer.ts";
import {
  type AfricasTalkingSmsPeer,
  startAfricasTalkingSmsPeer,
} from "../../server/src/contacts/channels/testing/africastalking-sms-peer.ts";
import { pause } from "./faults.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

/** What a killed server held is taken by the next one after 105 s. */
export const SETTLED_MS = 300_000;
export const ANSWERED_MS = 20_000;
/** A server that is to be killed after its answer has left. */
export const GRACE_MS = 3_000;
/** Of the waits between attempts, which begin with 5 s and double up to 15 min: so many are more than an hour. */
const ATTEMPTS_OF_AN_HOUR = 11;
const MOST_STEPS = 150;

interface Post {
  peer: AfricasTalkingSmsPeer;
  url: string;
  server: RunningServer;
  dataDir: string;
  restart(killedAt: number): Promise<void>;
}

/** What has become of somebody's message. */
interface Person {
  came: number;
  answers: number;
  /** Of the answer. */
  state: string;
  left: number;
}

type People = Map<string, Person>;

export async function messages(isQuick: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const drill of [repeated, slow, brokenOff, downForAnHour, killed])
    outcomes.push(await withPost((post) => drill(post, isQuick)));
  return outcomes;
}

async function withPost(work: (post: Post) => Promise<Outcome>): Promise<Outcome> {
  const peer = await startAfricasTalkingSmsPeer();
  const [dataDir, port] = [newDataDir(), await freePort()];
  const start = (killedAt: number): Promise<RunningServer> =>
    startServer({
      dataDir,
      port,
      settings: {
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        PRIVATE_ADDRESSES: "127.0.0.0/8",
        PROVIDER_ADDRESSES: `africastalking=${peer.baseUrl}`,
        NODE_OPTIONS: `--import=${new URL("./killed-at.mjs", import.meta.url).href}`,
        KILLED_AT: String(killedAt),
      },
    });
  const server = await start(0);
  const post: Post = {
    peer,
    server,
    dataDir,
    url: (await connect((await firstAccount(server)).client, peer)).url,
    async restart(killedAt) {
      post.server.kill("SIGKILL");
      await post.server.exited;
      post.server = await start(killedAt);
    },
  };
  try {
    return await work(post);
  } finally {
    await post.server.stop();
    await peer.close();
    removeDataDir(dataDir);
  }
}

/** The provider, and a sender of the first agent; `url`: of the sender's webhooks. */
export async function connect(client: Client, peer: AfricasTalkingSmsPeer): Promise<{ senderId: string; url: string }> {
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk");
  const values = { account: peer.username, key: peer.apiKey };
  await client.call(connectProvider, { body: { provider: "africastalking", values } });
  const body = { provider: "africastalking", sender: peer.sender, agent_id: agent?.id ?? "" } as const;
  const { id, callback_url: url } = await client.call(createSender, { body });
  return { senderId: id, url: url ?? "" };
}

/** Each of them once for each `server.kill`: the server dies before the next query or request of a message leaves, and in the end none is missing. */
async function killed(post: Post, isQuick: boolean): Promise<Outcome> {
  const beganMs = performance.now();
  const unheard: Postable[] = [];
  const persons: string[] = [];
  let [kills, isOver] = [0, false];
  for (let step = 1; !isOver && step <= MOST_STEPS; step += isQuick ? 8 : 1) {
    await post.restart(step);
    const message = messageOf(step);
    persons.push(message.from);
    if (!(await take(post, message))) unheard.push(message);
    isOver = !(await diesOrAnswers(post, message.from));
    if (!isOver) kills += 1;
  }
  await post.restart(0);
  // A provider delivers again what was not acknowledged.
  for (const message of unheard) await take(post, message);
  const people = await settled(post, persons);
  return outcomeOf(people, {
    drill: "the server killed at each step of a message",
    done: `${kills} kills, ${unheard.length} webhooks delivered again`,
    took: secondsSince(beganMs),
    isWell: isOver && kills > 0,
  });
}

/** False: it has answered, and lives. */
async function diesOrAnswers({ server, peer }: Post, person: string): Promise<boolean> {
  const hasEnded = server.exited.then(() => true);
  const answered = async (): Promise<boolean> => {
    const untilMs = performance.now() + ANSWERED_MS;
    while (!peer.left.some(({ to }) => to === person) && performance.now() < untilMs) await pause(50);
    await pause(GRACE_MS);
    return false;
  };
  return Promise.race([hasEnded, answered()]);
}

async function slow(post: Post, isQuick: boolean): Promise<Outcome> {
  const beganMs = performance.now();
  post.peer.mood = "slow";
  const persons = await takeAll(post, numbers(isQuick ? 40 : 200));
  const people = await settled(post, persons);
  return outcomeOf(people, {
    drill: "a provider that takes 150 ms for each message",
    done: `${persons.length} messages at once`,
    took: secondsSince(beganMs),
    isWell: [...people.values()].every(({ left }) => left === 1),
  });
}

/** It has taken the messages, or is silent until we give up: nobody knows, so none is sent again. */
async function brokenOff(post: Post): Promise<Outcome> {
  const beganMs = performance.now();
  post.peer.mood = "takes it and breaks off";
  const taken = await takeAll(post, numbers(20));
  await settled(post, taken);
  post.peer.mood = "silent";
  const silent = await takeAll(post, numbers(28).slice(20));
  await settled(post, silent);
  post.peer.mood = "well";
  await post.restart(0);
  await pause(15_000);
  const people = await settled(post, [...taken, ...silent]);
  const all = [...people.values()];
  return outcomeOf(people, {
    drill: "a provider that takes messages and breaks off, and one that is silent",
    done: `${taken.length} taken, ${silent.length} not, ${all.filter(({ state }) => state === "failed unknown").length} marked as unknown`,
    took: secondsSince(beganMs),
    isWell: all.every(({ state }) => state === "failed unknown"),
  });
}

/** The waits of an hour, cut short in the queue. */
async function downForAnHour(post: Post): Promise<Outcome> {
  const beganMs = performance.now();
  post.peer.mood = "unavailable";
  const persons = await takeAll(post, numbers(20));
  const database = await joinDatabase(post.dataDir);
  let attempts = 0;
  try {
    for (const untilMs = performance.now() + SETTLED_MS; attempts < ATTEMPTS_OF_AN_HOUR && performance.now() < untilMs;) {
      const { rows } = await database.query(
        `update jobs.job set start_after = now() where name = 'message-deliver' and state < 'active' and start_after > now()
          returning (data ->> 'attempts')::int as attempts`,
      );
      const made = (rows as { attempts: number }[]).map((one) => one.attempts);
      if (made.length === persons.length) attempts = Math.min(...made);
      await pause(1_000);
    }
    post.peer.mood = "well";
    await database.query("update jobs.job set start_after = now() where name = 'message-deliver' and state < 'active'");
  } finally {
    await database.close();
  }
  const people = await settled(post, persons);
  return outcomeOf(people, {
    drill: "a provider that is down for the attempts of an hour, their waits cut short",
    done: `${persons.length} messages, ${attempts} attempts each`,
    took: secondsSince(beganMs),
    isWell: attempts >= ATTEMPTS_OF_AN_HOUR && [...people.values()].every(({ left }) => left === 1),
  });
}

/** Every webhook 100 times in any order: messages, then reports of the answers. */
async function repeated(post: Post, isQuick: boolean): Promise<Outcome> {
  const beganMs = performance.now();
  const [times, persons] = [isQuick ? 20 : 100, numbers(20)];
  const refused = await takeMany(
    post,
    again(
      persons.map((_, n) => messageOf(n)),
      times,
    ),
  );
  await settled(post, persons);
  const reports = post.peer.left.flatMap(({ ref, to }): Postable[] =>
    (["sent", "delivered"] as const).map((state) => ({ kind: "report", ref, to, state, reason: null })),
  );
  const refusedReports = await takeMany(post, again(reports, times));
  const people = await settled(post, persons);
  return outcomeOf(people, {
    drill: `every webhook delivered ${times} times in any order`,
    done: `${times * (persons.length + reports.length)} posts, ${refused + refusedReports} not taken`,
    took: secondsSince(beganMs),
    isWell: refused + refusedReports === 0 && [...people.values()].every(({ state }) => state === "delivered"),
  });
}

/** Each of them so often, in any order. */
export function again(all: readonly Postable[], times: number): Postable[] {
  return Array.from({ length: times }, () => all)
    .flat()
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Lost: neither answered nor marked as unknown. Twice: stored, answered or sent more than once. */
export function outcomeOf(people: People, outcome: Omit<Outcome, "lost">): Outcome {
  const all = [...people.values()];
  const lost = all.filter(({ came, answers, state, left }) => came + answers < 2 || (left === 0 && state !== "failed unknown"));
  const twice = all.filter(({ came, answers, left }) => came > 1 || answers > 1 || left > 1);
  const unknown = all.filter(({ state }) => state === "failed unknown");
  const said = `${lost.length} of ${all.length} lost, ${twice.length} twice, of ${unknown.length} nobody knows whether they left`;
  return { ...outcome, lost: said, isWell: outcome.isWell && lost.length === 0 && twice.length === 0 };
}

const numberOf = (n: number): string => `+${254_712_000_000 + n}`;
export const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => numberOf(n));

export function messageOf(n: number): Extract<Postable, { kind: "message" }> {
  return { kind: "message", ref: `drill.${n}`, from: numberOf(n), to: "22384", text: "When are you open on Saturday?" };
}

async function takeAll(post: Post, persons: readonly string[]): Promise<readonly string[]> {
  const messages = persons.map((person) => messageOf(Number(person) - 254_712_000_000));
  if ((await takeMany(post, messages)) > 0) throw new Error("A webhook was not taken");
  return persons;
}

/** How many were not taken. */
export async function takeMany(post: Pick<Post, "peer" | "url">, all: readonly Postable[]): Promise<number> {
  const left = [...all];
  let refused = 0;
  const one = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) if (!(await take(post, next))) refused += 1;
  };
  await Promise.all(Array.from({ length: 20 }, one));
  return refused;
}

async function take({ peer, url }: Pick<Post, "peer" | "url">, what: Postable): Promise<boolean> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { body } = peer.posts(url, what);
  const answer = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok ?? false;
}

/** When each has been answered, or its answer has failed; or after five minutes. */
export async function settled({ dataDir, peer }: Pick<Post, "dataDir" | "peer">, persons: readonly string[]): Promise<People> {
  const database = await joinDatabase(dataDir);
  const untilMs = performance.now() + SETTLED_MS;
  try {
    for (;;) {
      const { rows } = await database.query(
        `select address, count(*) filter (where direction = 'in')::int as came, count(*) filter (where direction = 'out')::int as answers,
          coalesce(max(message.state || coalesce(' ' || reason, '')) filter (where direction = 'out'), '') as state
        from threads join thread_messages message on message.thread_id = threads.id group by address`,
      );
      const stored = new Map((rows as (Omit<Person, "left"> & { address: string })[]).map((row) => [row.address, row]));
      const people = new Map(
        persons.map((person) => {
          const { came = 0, answers = 0, state = "" } = stored.get(person) ?? {};
          return [person, { came, answers, state, left: peer.left.filter(({ to }) => to === person).length }];
        }),
      );
      const isOver = [...people.values()].every(({ state }) => state !== "" && state !== "queued");
      if (isOver || performance.now() > untilMs) return people;
      await pause(500);
    }
  } finally {
    await database.close();
  }
}
