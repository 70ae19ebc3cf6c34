/**
 * A storm of calls: sipp's stock caller sets up calls at a steady rate against one endpoint that answers each, and every one has to
 * succeed.
 *
 *     npx tsx bench/storm.ts [--rate 200] [--seconds 15]
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { createSipEndpoint } from "@ongea/channels";
import { hasSipp, runSipp } from "../e2e/phones/sipp.ts";

const { values } = parseArgs({
  options: { rate: { type: "string", default: "200" }, seconds: { type: "string", default: "15" } },
});
const rate = Number(values.rate);
const seconds = Math.min(Number(values.seconds), 120);
if (!hasSipp) throw new Error("sipp is not installed (Debian: sip-tester).");

let answered = 0;
const endpoint = await createSipEndpoint({
  host: "127.0.0.2",
  port: 0,
  answers: () => true,
  onCall(call) {
    call.ring();
    call.answer({ host: "127.0.0.2", port: 40_000 });
    answered++;
  },
});
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const cpuBefore = process.cpuUsage();
const result = await runSipp({
  scenario: "uac",
  target: `127.0.0.2:${endpoint.port}`,
  calls: rate * seconds,
  callsPerSecond: rate,
  talkMs: 0,
  timeoutMs: (seconds + 30) * 1_000,
});
const cpu = process.cpuUsage(cpuBefore);
const heapMb = process.memoryUsage().heapUsed / 1024 ** 2;
await endpoint.close();
console.log(
  JSON.stringify({
    rate,
    seconds,
    successful: result.successful,
    failed: result.failed,
    retransmissions: result.retransmissions,
    answered,
    sippExitCode: result.code,
    cpuPercentOfACore: Math.round(((cpu.user + cpu.system) / (seconds * 1e6)) * 1_000) / 10,
    loopDelayP99Ms: Math.round(delay.percentile(99) / 1e5) / 10,
    heapMb: Math.round(heapMb),
  }),
);
process.exitCode = result.code === 0 && result.failed === 0 && result.successful === rate * seconds ? 0 : 1;
