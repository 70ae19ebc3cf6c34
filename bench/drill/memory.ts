/** What many short calls leave behind in memory. */
import { createSipEndpoint, type SipEndpoint } from "@ongea/channels";
import { createSocket } from "node:dgram";
import { heapAfterGcMb } from "../whole/heap.ts";
import type { Product } from "../whole/product.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

const HOST = "127.0.0.1";
const CALLERS = "127.0.0.4";
const MOST_LEFT_MB = 20;
/** What the first calls leave are programs that have become warm, speech that is kept, pools that have opened. */
const WARMING_CALLS = 50;
const TALK_MS = 2_000;
const AT_ONCE = 8;
const SAMPLE_EVERY_MS = 30_000;

export interface MemoryOptions {
  calls: number;
  silenceMs: number;
}

/** So many people ring, hear how the greeting begins and hang up; then nobody rings for a while. */
export async function shortCalls(product: Product, { calls, silenceMs }: MemoryOptions): Promise<Outcome> {
  const beganMs = performance.now();
  const coldMb = product.memoryMb("server");
  await ring(product, WARMING_CALLS);
  await pause(Math.min(60_000, silenceMs));
  const warmMb = product.memoryMb("server");
  const warmHeapMb = await heapAfterGcMb(product);
  const refused = await ring(product, calls);
  const busyMb = product.memoryMb("server");
  const samples: number[] = [];
  for (let leftMs = silenceMs; leftMs > 0; leftMs -= SAMPLE_EVERY_MS) {
    await pause(Math.min(leftMs, SAMPLE_EVERY_MS));
    samples.push(product.memoryMb("server"));
  }
  const leftMb = (samples.at(-1) ?? busyMb) - warmMb;
  const heapMb = await heapAfterGcMb(product);
  return {
    drill: `${calls} short calls, then ${Math.round(silenceMs / 60_000)} min of silence`,
    done: `${calls} calls, ${refused} more were refused and rang again`,
    lost: `${leftMb} MB left (started ${coldMb}, warm ${warmMb}, after the calls ${busyMb}, in the silence ${samples.join(" ")}); heaps after collection ${warmHeapMb} → ${heapMb} MB`,
    took: secondsSince(beganMs),
    isWell: leftMb <= MOST_LEFT_MB && heapMb - warmHeapMb <= MOST_LEFT_MB,
  };
}

/** Returns how many were refused: they ring again. */
async function ring({ sipPort }: Product, calls: number): Promise<number> {
  const sound = createSocket("udp4");
  await new Promise<void>((resolve) => sound.bind(0, CALLERS, resolve));
  const phones = await createSipEndpoint({ host: CALLERS, port: 0, onCall: (call) => call.reject(486) });
  let [left, refused] = [calls, 0];
  const one = async (): Promise<void> => {
    while (left > 0) {
      left--;
      if (await isAnswered(phones, sipPort, sound.address().port)) continue;
      left++;
      refused++;
      await pause(500);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await phones.close();
  sound.close();
  return refused;
}

async function isAnswered(phones: SipEndpoint, sipPort: number, soundPort: number): Promise<boolean> {
  const call = phones.place({
    to: "1001",
    from: { user: "0712345678" },
    via: { trunk: { name: "drill", host: HOST, port: sipPort } },
    media: { host: CALLERS, port: soundPort },
    ringTimeoutMs: 10_000,
  });
  call.onAnswered = () => void setTimeout(() => call.hangUp(), TALK_MS);
  return (await call.ended).answered;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
