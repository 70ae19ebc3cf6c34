/**
 * Messages at work: from a provider's webhook to the answer that is handed back to it, at a steady rate of new threads. The rule-based agent
 * answers; the 1.2 s for which it waits until somebody has written all are in it. The provider is a peer of ours in this process.
 */
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { connectProvider, createSender, listAgents } from "@ongea/contract";
import { firstAccount } from "../../e2e/account.ts";
import { freePort } from "../../e2e/phones/free-port.ts";
import { newDataDir, removeDataDir, startServer, stopServers } from "../../e2e/running-server.ts";
import { deliveryOf, startWhatsAppPeer, type WhatsAppPeer } from "../../server/src/threads/channels/testing/whatsapp-peer.ts";
import { figures } from "../driver/figures.ts";
import type { Results } from "../driver/table.ts";

const FULL = { aSecond: 50, seconds: 20 };
const QUICK = { aSecond: 10, seconds: 3 };
const WARM = 5;
/** After the last message. */
const LONGEST_MS = 60_000;
const FIRST_NUMBER = 254_712_000_000;

export async function messages(results: Results, quick: boolean): Promise<void> {
  const { aSecond, seconds } = quick ? QUICK : FULL;
  const peer = await startWhatsAppPeer();
  const [dataDir, port] = [newDataDir(), await freePort()];
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PRIVATE_ADDRESSES: "127.0.0.0/8",
    PROVIDER_ADDRESSES: `whatsapp=${peer.baseUrl}`,
  };
  try {
    const server = await startServer({ dataDir, port, settings });
    const { client } = await firstAccount(server);
    const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk");
    await client.call(connectProvider, {
      body: { provider: "whatsapp", values: { account: peer.appSecret, key: peer.token } },
    });
    const body = { provider: "whatsapp", sender: peer.sender, agent_id: agent?.id ?? "" } as const;
    const { callback_url: url } = await client.call(createSender, { body });
    if (url === null) throw new Error("The sender has no address");
    await ask(peer, url, { from: FIRST_NUMBER, threads: WARM, aSecond: WARM });
    const asked = { from: FIRST_NUMBER + WARM, threads: aSecond * seconds, aSecond };
    const { answersMs, refused, twice } = await ask(peer, url, asked);
    const { n, p50, p95, p99, max } = figures(answersMs);
    results.add("messages", `${aSecond} new threads a second for ${seconds} s`, {
      answered: n,
      "p50 ms": p50,
      "p95 ms": p95,
      "p99 ms": p99,
      "max ms": max,
      lost: asked.threads - n,
      twice,
      "not 2xx": refused,
    });
    results.note(
      `messages: ${availableParallelism()} cores carry the server, its database and the provider's peer; 1,200 ms of each answer are the wait for further lines.`,
    );
  } finally {
    await stopServers();
    await peer.close();
    removeDataDir(dataDir);
  }
}

interface Asked {
  /** The first person's number; the others follow it. */
  from: number;
  threads: number;
  aSecond: number;
}

async function ask(peer: WhatsAppPeer, url: string, { from, threads, aSecond }: Asked) {
  const sentMs = new Map<string, number>();
  const answeredMs = new Map<string, number>();
  const counts = { refused: 0, twice: 0 };
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
    posts.push(post(n));
  }
  await Promise.all(posts);
  const overMs = performance.now() + LONGEST_MS;
  while (answeredMs.size < threads && performance.now() < overMs) await wait(50);
  clearInterval(eyes);
  look();
  return { answersMs: [...answeredMs.values()], ...counts };

  async function post(n: number): Promise<void> {
    const number = String(from + n);
    const text = { body: "When are you open on Saturday?" };
    const message = { id: `wamid.${number}`, from: number, timestamp: "1", type: "text", text };
    const { body, header } = peer.signs(url, deliveryOf([{ messages: [message] }], peer.sender));
    const headers = { "content-type": "application/json", "x-hub-signature-256": header("x-hub-signature-256") ?? "" };
    sentMs.set(`+${number}`, performance.now());
    const answer = await fetch(url, { method: "POST", headers, body });
    await answer.arrayBuffer();
    if (!answer.ok) counts.refused += 1;
  }
}
