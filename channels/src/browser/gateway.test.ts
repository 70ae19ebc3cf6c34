import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { Page } from "./testing/page.ts";

const THREAD = `
  const { parentPort, workerData } = require("node:worker_threads");
  import("tsx/esm/api").then(async ({ register }) => {
    register();
    const { createGateway, openBrowserPeer } = await import(workerData.browser);
    const { MediaClock } = await import(workerData.media);
    const [gateway, clock] = [createGateway({ bindHost: "127.0.0.1" }), new MediaClock()];
    const peer = await openBrowserPeer({ gateway, clock, offer: workerData.offer });
    let heard = 0;
    peer.line.open({ heard: () => parentPort.postMessage({ heard: ++heard }), key() {}, closed() {} });
    parentPort.postMessage({ answer: peer.answer, pid: gateway.pid });
  });
`;

test.skipIf(process.platform !== "linux")(
  "media threads carry browser calls side by side, and one that ends takes its WebRTC process with it (left out where there is no /proc)",
  async () => {
    const calls = await Promise.all([startThread(), startThread()]);
    expect(calls[0]?.pid).not.toBe(calls[1]?.pid);
    for (const { worker, pid } of calls) {
      expect(isRunning(pid)).toBe(true);
      await worker.terminate();
      await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
    }
    for (const { page } of calls) page.close();
  },
);

async function startThread(): Promise<{ worker: Worker; pid: number; page: Page }> {
  const page = new Page("127.0.0.1");
  const files = { browser: new URL("./index.ts", import.meta.url).href, media: new URL("../media.ts", import.meta.url).href };
  const worker = new Worker(THREAD, { eval: true, workerData: { ...files, offer: await page.offer() } });
  const heard: number[] = [];
  const { answer, pid } = await new Promise<{ answer: string; pid: number }>((resolve, reject) => {
    worker.on("message", (message: { answer?: string; pid?: number; heard?: number }) => {
      if (message.heard !== undefined) heard.push(message.heard);
      else resolve({ answer: message.answer ?? "", pid: message.pid ?? 0 });
    });
    worker.once("error", reject);
  });
  page.accept(answer);
  await expect.poll(() => page.isOpen, { timeout: 10_000 }).toBe(true);
  for (let i = 0; i < 10; i++) page.send(page.packet(new Int16Array(320)));
  await expect.poll(() => heard.length).toBe(10);
  return { worker, pid, page };
}

/** A process that ended may still be listed: nobody waits for the children of a thread that is gone. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
