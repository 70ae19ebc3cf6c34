/**
 * Calls with RTP in one media worker while the main thread is blocked again and again: the gaps between frames as they are sent, as
 * the far end (a worker of its own on the same machine) sees them, and what a call costs.
 *
 *     npx tsx bench/rtp-pacing.ts [--calls 100] [--seconds 60] [--block 40]
 */
import { createSocket } from "node:dgram";
import { parseArgs } from "node:util";
import type { Worker } from "node:worker_threads";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import type { RtpLine } from "@ongea/channels/media";
import { MediaClock, openRtp } from "@ongea/channels/media";
import { startWorker } from "./ts-worker.ts";

const HOST = "127.0.0.1";
const WARM_UP_MS = 1_000;

interface Job {
  role: "lines" | "peers";
  calls: number;
  ports: number[];
}

if (isMainThread) await main();
else if ((workerData as Job).role === "lines") await carryLines(workerData as Job);
else await bePeers(workerData as Job);

/** Both ends in workers of their own; this thread only gets in the way. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      calls: { type: "string", default: "100" },
      seconds: { type: "string", default: "60" },
      block: { type: "string", default: "40" },
    },
  });
  const [calls, seconds, blockMs] = [Number(values.calls), Math.min(Number(values.seconds), 600), Number(values.block)];
  const peers = start({ role: "peers", calls, ports: [] });
  const ports = (await message(peers)) as number[];
  const lines = start({ role: "lines", calls, ports });
  const linePorts = (await message(lines)) as number[];
  peers.postMessage(linePorts);
  const blocking = setInterval(() => block(blockMs), 500);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS + seconds * 1_000));
  clearInterval(blocking);
  peers.postMessage("report");
  lines.postMessage("report");
  const [gaps, work] = await Promise.all([message(peers), message(lines)]);
  console.log(JSON.stringify({ calls, seconds, mainBlockedMs: blockMs, ...(gaps as object), ...(work as object) }));
  await Promise.all([peers.terminate(), lines.terminate()]);
  process.exitCode = (work as { sentGapsMs: { p99: number } }).sentGapsMs.p99 <= 25 ? 0 : 1;
}

async function carryLines(job: Job): Promise<void> {
  const clock = new MediaClock();
  const lines: RtpLine[] = [];
  const ports: number[] = [];
  const sentGaps: number[] = [];
  let heard = 0;
  for (const port of job.ports) {
    const rtp = await openRtp({ host: HOST, clock });
    ports.push(rtp.port);
    const line = rtp.line({
      host: HOST,
      port,
      codec: "PCMU",
      payloadType: 0,
      dtmfPayloadType: 101,
      ptimeMs: 20,
      direction: "sendrecv",
      srtp: undefined,
    });
    line.open({ heard: () => heard++, key: () => undefined, closed: () => undefined });
    lines.push(line);
  }
  const frame = Int16Array.from({ length: 160 }, (_, i) => 8_000 * Math.sin(i / 4));
  // Calls begin at any moment: their beats are spread.
  for (const line of lines) {
    let lastMs = 0;
    clock.pulse(clock.now() + Math.random() * 500, () => {
      line.send(frame, lastMs === 0);
      const nowMs = performance.now();
      if (lastMs > 0) sentGaps.push(nowMs - lastMs);
      lastMs = nowMs;
    });
  }
  parentPort?.postMessage(ports);
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  clock.forgetLateness();
  const [startMs, cpu, active] = [performance.now(), process.cpuUsage(), performance.eventLoopUtilization()];
  heard = 0;
  sentGaps.length = 0;
  parentPort?.once("message", () => {
    const used = process.cpuUsage(cpu);
    const elapsedMs = performance.now() - startMs;
    parentPort?.postMessage({
      sentGapsMs: summary(sentGaps),
      framesHeard: heard,
      framesHeardExpected: Math.round((elapsedMs / 20) * job.calls),
      lateness: clock.lateness(),
      workerBusyPercent: Math.round(performance.eventLoopUtilization(active).utilization * 1_000) / 10,
      processCpuPercent: Math.round(((used.user + used.system) / 1_000 / elapsedMs) * 1_000) / 10,
    });
  });
}

/** The far ends: each sends a packet every 20 ms and notes when ours come. */
async function bePeers(job: Job): Promise<void> {
  const clock = new MediaClock();
  const gaps: number[] = [];
  const sockets = await Promise.all(
    Array.from({ length: job.calls }, async () => {
      const socket = createSocket("udp4");
      await new Promise<void>((resolve) => socket.bind(0, HOST, resolve));
      let lastMs = 0;
      socket.on("message", (bytes) => {
        const nowMs = performance.now();
        const isTalkspurt = ((bytes[1] ?? 0) & 0x80) !== 0;
        if (lastMs > 0 && !isTalkspurt) gaps.push(nowMs - lastMs);
        lastMs = nowMs;
      });
      return socket;
    }),
  );
  parentPort?.postMessage(sockets.map((socket) => socket.address().port));
  parentPort?.on("message", (note: number[] | "report") => {
    if (note === "report") {
      parentPort?.postMessage({ wireGapsMs: summary(gaps), farEndLateness: clock.lateness() });
      return;
    }
    setTimeout(() => (gaps.length = 0), WARM_UP_MS);
    const packets = sockets.map((_, i) => Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, i, ...new Uint8Array(160)]));
    for (const [i, socket] of sockets.entries()) {
      let sequence = 0;
      const packet = packets[i] as Buffer;
      clock.pulse(clock.now() + Math.random() * 20, () => {
        packet.writeUInt16BE(sequence & 0xffff, 2);
        packet.writeUInt32BE((sequence * 160) >>> 0, 4);
        sequence++;
        socket.send(packet, note[i] as number, HOST);
      });
    }
  });
}

function summary(gaps: number[]): Record<"count" | "mean" | "p50" | "p99" | "p999" | "max", number> {
  const sorted = Float64Array.from(gaps).toSorted();
  const part = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
  const mean = Math.round((gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length) * 1_000) / 1_000;
  return { count: gaps.length, mean, p50: part(0.5), p99: part(0.99), p999: part(0.999), max: part(1) };
}

function start(job: Job): Worker {
  return startWorker(import.meta.url, job);
}

function message(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

function block(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}
