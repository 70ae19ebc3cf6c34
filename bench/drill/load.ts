/** Many callers at once, one that keeps on calling, and people at the door. */
import { connect } from "node:net";
import { createSipEndpoint } from "@ongea/channels";
import { OFFER, RawPeer } from "../../channels/src/sip/testing/raw-peer.ts";
import { hasSipp, runSipp } from "../../e2e/phones/sipp.ts";
import { heapAfterGcMb } from "../whole/heap.ts";
import type { Product } from "../whole/product.ts";
import type { Outcome } from "./table.ts";
import { watchHealth } from "./watch-health.ts";

const HOST = "127.0.0.1";
/** Each holds as many as one address may. */
const IDLERS = ["127.0.0.68", "127.0.0.69", "127.0.0.70", "127.0.0.71"];
const EACH = 500;
export const HEALTH_P99_MS = 50;
/** Above what there was before: memory comes back. */
export const MOST_MORE_MB = 20;

/** 200 calls a second, set up and ended, against the whole server. */
export async function storm(product: Product, seconds: number): Promise<Outcome> {
  const drill = `200 calls/s for ${seconds} s`;
  if (!hasSipp) return { drill, done: "left out: sipp is not installed", lost: "", took: "", isWell: true };
  const beganMs = performance.now();
  const { successful, failed, retransmissions } = await runSipp({
    scenario: "uac",
    target: `${HOST}:${product.sipPort}`,
    number: "1001",
    calls: 200 * seconds,
    callsPerSecond: 200,
    talkMs: 0,
    localHost: "127.0.0.3",
    timeoutMs: (seconds + 60) * 1_000,
  });
  const refused = 200 * seconds - successful;
  return {
    drill,
    done: `${successful} calls, ${retransmissions} retransmissions`,
    lost: `${refused} refused, ${failed} failed`,
    took: secondsSince(beganMs),
    isWell: refused === 0 && failed === 0,
  };
}

/** 500 INVITEs a second from one address, while another address calls once a second. */
export async function flood(product: Product, seconds: number): Promise<Outcome> {
  const attacker = await RawPeer.open({ host: HOST, port: product.sipPort }, "127.0.0.66");
  const caller = await createSipEndpoint({ host: "127.0.0.67", port: 0, onCall: (call) => call.reject(486) });
  const beganMs = performance.now();
  let sent = 0;
  const sending = setInterval(() => {
    for (let n = 0; n < 10; n++)
      attacker.send(attacker.request("INVITE", { id: `flood${sent++}`, body: OFFER, uri: `sip:1001@${HOST}` }));
  }, 20);
  let [answered, refused] = [0, 0];
  for (let n = 0; n < seconds; n++) {
    const call = caller.place({
      to: "1001",
      from: { user: "0712345678" },
      via: { trunk: { name: "drill", host: HOST, port: product.sipPort } },
      media: { host: "127.0.0.67", port: 40_000 },
      ringTimeoutMs: 5_000,
    });
    call.onAnswered = () => call.hangUp();
    void call.ended.then((end) => (end.answered ? answered++ : refused++));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  clearInterval(sending);
  await caller.close();
  attacker.close();
  return {
    drill: "500 INVITEs/s from one address",
    done: `${sent} INVITEs; another address called ${answered + refused} times`,
    lost: `${refused} of the others' calls refused`,
    took: secondsSince(beganMs),
    isWell: refused === 0 && answered > 0,
  };
}

/** 400 wrong passwords at once. */
export async function wrongPasswords(product: Product): Promise<Outcome> {
  const watch = await watchHealth(product.url);
  const beganMs = performance.now();
  const headers = { "content-type": "application/json", origin: product.url };
  const body = JSON.stringify({ email: "nobody@example.com", password: "not the password at all" });
  const answers = await Promise.all(
    Array.from({ length: 400 }, () =>
      fetch(`${product.url}/api/sign-in`, { method: "POST", headers, body }).then(
        async (answer) => (await answer.arrayBuffer(), answer.status),
        () => 0,
      ),
    ),
  );
  const took = secondsSince(beganMs);
  const { p99, failed } = await watch.stop();
  return {
    drill: "400 wrong sign-ins at once",
    done: `answered ${[...new Set(answers)].map((status) => `${status} ×${answers.filter((one) => one === status).length}`).join(", ")}`,
    lost: `/health p99 ${p99} ms, ${failed} failed`,
    took,
    isWell:
      failed === 0 &&
      p99 <= HEALTH_P99_MS &&
      !answers.includes(200) &&
      !answers.some((status) => status >= 500 && status !== 503),
  };
}

/** 2,000 connections of four addresses that say nothing. */
export async function idleSockets(product: Product): Promise<Outcome> {
  const before = await heapAfterGcMb(product);
  const { port } = new URL(product.url);
  const beganMs = performance.now();
  const sockets = IDLERS.flatMap((localAddress) =>
    Array.from({ length: EACH }, () => connect({ host: HOST, port: Number(port), localAddress }).on("error", () => undefined)),
  );
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const watch = await watchHealth(product.url);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const { p99, failed } = await watch.stop();
  const held = sockets.filter(({ readyState }) => readyState === "open").length;
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const after = await heapAfterGcMb(product);
  return {
    drill: "2,000 idle sockets",
    done: `${held} of ${sockets.length} connections held`,
    lost: `/health p99 ${p99} ms, ${failed} failed; heaps after collection ${before} → ${after} MB`,
    took: secondsSince(beganMs),
    isWell: failed === 0 && p99 <= HEALTH_P99_MS && after - before <= MOST_MORE_MB,
  };
}

export function secondsSince(beganMs: number): string {
  return `${((performance.now() - beganMs) / 1_000).toFixed(1)} s`;
}
