/**
 * Messages at work: from a provider's webhook to the answer that is handed back to it, at a steady rate of new threads. The rule-based agent
 * answers; the 1.2 s for which it waits until somebody has written all are in it. The providers are peers of ours in this process.
 */
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type Client, connectProvider, createSender, listAgents } from "@ongea/contract";
import { firstAccount } from "../../e2e/account.ts";
import { freePort } from "../../e2e/phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers } from "../../e2e/running-server.ts";
import { startAfricasTalkingSmsPeer } from "../../server/src/contacts/channels/testing/africastalking-sms-peer.ts";
import type { SmsPeer } from "../../server/src/contacts/channels/testing/sms-peer.ts";
import { startWhatsAppPeer } from "../../server/src/contacts/channels/testing/whatsapp-peer.ts";
import { figures, round } from "../driver/figures.ts";
import type { Results } from "../driver/table.ts";
import { type CpuSeconds, cpuOf } from "../whole/cpu.ts";

const FULL = { aSecond: 50, seconds: 20 };
const QUICK = { aSecond: 10, seconds: 3 };
/** Until the server's code is compiled. */
const WARM = { threads: 100, aSecond: 25 };
/** After the last message. */
const LONGEST_MS = 60_000;
/** A provider delivers a webhook again that got no 2xx. */
const AGAIN_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
const FIRST_NUMBER = 254_712_000_000;

interface Channel {
  provider: "africastalking" | "whatsapp";
  peer: SmsPeer;
  account: string;
  key: string;
}

export async function messages(results: Results, quick: boolean): Promise<void> {
  const { aSecond, seconds } = quick ? QUICK : FULL;
  const [sms, whatsApp] = [await startAfricasTalkingSmsPeer(), await startWhatsAppPeer()];
  const [dataDir, port] = [newDataDir(), await freePort()];
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `africastalking=${sms.baseUrl},whatsapp=${whatsApp.baseUrl}`,
  };
  const channels: readonly Channel[] = [
    { provider: "africastalking", peer: sms, account: sms.username, key: sms.apiKey },
    { provider: "whatsapp", peer: whatsApp, account: whatsApp.appSecret, key: whatsApp.token },
  ];
  try {
    const server = await startServer({ dataDir, port, settings });
    const { client } = await firstAccount(server);
    for (const channel of channels) {
      const { peer, provider } = channel;
      const url = await connected(client, channel);
      await ask(peer, url, { from: FIRST_NUMBER, ...WARM });
      const asked = { from: FIRST_NUMBER + WARM.threads, threads: aSecond * seconds, aSecond };
      const before = cpuOf(server.pid);
      const { answersMs, refused, givenUp, twice, whys } = await ask(peer, url, asked);
      const each = millisecondsEach(before, cpuOf(server.pid), asked.threads);
      const { n, p50, p95, p99, max } = figures(answersMs);
      results.add("messages", `${provider}, ${aSecond} new threads a second for ${seconds} s`, {
        answered: n,
        "p50 ms": p50,
        "p95 ms": p95,
        "p99 ms": p99,
        "max ms": max,
        lost: asked.threads - n,
        twice,
        "not 2xx, delivered again": refused,
        "given up by the provider": givenUp,
        "main thread ms a message": each("main thread"),
        "PostgreSQL ms a message": each("PostgreSQL"),
      });
      if (whys !== "") results.note(`messages: ${provider} got no 2xx: ${whys}.`);
    }
    results.note(
      `messages: ${availableParallelism()} cores carry the server, its database and the providers' peers; 1,200 ms of each answer are the wait for further lines. A message is one that comes and its answer, in CPU time.`,
    );
  } finally {
    await stopServers();
    await sms.close();
    await whatsApp.close();
    removeDataDir(dataDir);
  }
}

/** Where the provider posts to. */
async function connected(client: Client, { provider, peer, account, key }: Channel): Promise<string> {
  const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk");
  await client.call(connectProvider, { body: { provider, values: { account, key } } });
  const body = { provider, sender: peer.sender, agent_id: agent?.id ?? "" };
  const { callback_url: url } = await client.call(createSender, { body });
  if (url === null) throw new Error("The sender has no address");
  return url;
}

function millisecondsEach(before: CpuSeconds, after: CpuSeconds, count: number) {
  return (part: keyof CpuSeconds): number => round(((after[part] - before[part]) * 1_000) / count);
}

interface Asked {
  /** The first person's number; the others follow it. */
  from: number;
  threads: number;
  aSecond: number;
}

async function ask(peer: SmsPeer, url: string, { from, threads, aSecond }: Asked) {
  const sentMs = new Map<string, number>();
  const answeredMs = new Map<string, number>();
  const counts = { refused: 0, givenUp: 0, twice: 0 };
  /** What came in place of 2xx, by its status. */
  const whys = new Map<string, number>();
  const beginning = peer.left.length;
  let read = beginning;
  const look = (): void => {
    for (const { to } of peer.left.slice(read)) {
      if (answeredMs.has(to)) counts.twice += 1;
      else answeredMs.set(to, performance.now() - (sentMs.get(to) ?? 0));
    }
    read = peer.left.length;
  };
  const eyes = setInterval(look, 2);
  const startMs = performance.now();
  const posts: Promise<void>[] = [];
  for (let n = 0; n < threads; n++) {
    await wait(Math.max(0, startMs + (n * 1_000) / aSecond - performance.now()));
    posts.push(post(`+${from + n}`));
  }
  await Promise.all(posts);
  const overMs = performance.now() + LONGEST_MS;
  while (answeredMs.size < threads && performance.now() < overMs) await wait(50);
  clearInterval(eyes);
  look();
  return { answersMs: [...answeredMs.values()], ...counts, whys: [...whys].map(([why, n]) => `${n} × ${why}`).join(", ") };

  async function post(number: string): Promise<void> {
    const ref = `bench.${number.slice(1)}`;
    const text = "When are you open on Saturday?";
    const { body, header } = peer.posts(url, { kind: "message", ref, from: number, to: peer.sender, text });
    const signature = header("x-hub-signature-256");
    const headers = signature
      ? { "content-type": "application/json", "x-hub-signature-256": signature }
      : { "content-type": "application/x-www-form-urlencoded" };
    sentMs.set(number, performance.now());
    for (let tries = 0; tries < AGAIN_AFTER_MS.length; tries++) {
      const status = await fetch(url, { method: "POST", headers, body }).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok ? undefined : String(answer.status)),
        (error: unknown) => (error instanceof Error && error.cause instanceof Error ? error.cause.message : "no answer"),
      );
      if (status === undefined) return;
      counts.refused += 1;
      whys.set(status, (whys.get(status) ?? 0) + 1);
      await wait(AGAIN_AFTER_MS[tries]);
    }
    counts.givenUp += 1;
  }
}
