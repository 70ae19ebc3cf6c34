/**
 * Calls at work: does a batch begin its calls when they are due, how many callers a second are taken, how fast are the lists of a long history,
 * and what does a file of 100,000 contacts cost. Everything is on loopback and bounded; whoever asks, calls and answers shares the cores.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { createBatch, listAgents, listCalls } from "@ongea/contract";
import { begunBatch, batchStatus } from "../../e2e/killed-batch.ts";
import { startCarrier } from "../../e2e/phones/carrier.ts";
import { hasSipp, runSipp } from "../../e2e/phones/sipp.ts";
import { newDataDir, removeDataDir, startServer, type RunningServer } from "../../e2e/running-server.ts";
import { lists } from "../api/api.ts";
import { figures, round } from "../driver/figures.ts";
import type { Results } from "../driver/table.ts";

const DIALLED_A_SECOND = 100;
const ROWS = 100_000;
const LONGEST_MS = 180_000;
const SET_UPS_A_SECOND = 200;
/** What the product takes on few cores is looked for from here down. */
const PRODUCT_RATES = [200, 100, 50, 25];

export async function calls(results: Results, quick: boolean): Promise<void> {
  results.note(`calls: ${availableParallelism()} cores carry the server, its database, the telephones and whoever asks.`);
  await withServer({ BATCH_CALLS_PER_SECOND: String(DIALLED_A_SECOND), BATCH_CALLS_AT_ONCE: "500" }, (server, carrier) =>
    dialled({ server, carrier, results, contacts: quick ? 500 : 3_000 }),
  );
  await withServer({}, (server) => contactsFile(server, results));
  if (hasSipp) await setUps(results, quick);
  else results.note("calls: sipp is not installed (Debian: sip-tester), so no caller was taken.");
  await lists(results, quick);
}

type Carrier = Awaited<ReturnType<typeof startCarrier>>;

/** All callers come from one address here. */
const WHOLE_SHARES = { CALLS_PER_ADDRESS_PERCENT: "100", CALLS_PER_SOURCE_PERCENT: "100" };

async function withServer(
  settings: Record<string, string>,
  work: (server: RunningServer, carrier: Carrier) => Promise<void>,
): Promise<void> {
  const [carrier, dataDir] = [await startCarrier(), newDataDir()];
  let server: RunningServer | undefined;
  try {
    const trunk = `sip:127.0.0.1:${carrier.port}`;
    server = await startServer({ dataDir, settings: { SIP_TRUNK: trunk, MAX_CALLS: "2000", ...WHOLE_SHARES, ...settings } });
    await work(server, carrier);
  } finally {
    await server?.stop();
    await carrier.close();
    removeDataDir(dataDir);
  }
}

interface Dialled {
  server: RunningServer;
  carrier: Carrier;
  results: Results;
  contacts: number;
}

/** When each INVITE came, against the evenly spaced schedule that fits them best by its beginning. */
async function dialled({ server, carrier, results, contacts }: Dialled): Promise<void> {
  const id = await begunBatch(server, contacts);
  const untilMs = performance.now() + LONGEST_MS;
  while ((await batchStatus(server.client, id)).status === "running" && performance.now() < untilMs) await pause(500);
  const came = (carrier.calledAt.get(server.sipPort) ?? []).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [came[0], came.at(-1)];
  const rate = ((came.length - 1) * 1_000) / (last - first);
  const late = came.map((ms, n) => Math.abs(ms - first - (n * 1_000) / DIALLED_A_SECOND));
  const { p50, p99 } = figures(late);
  results.add("calls", `a batch of ${contacts}, ${DIALLED_A_SECOND} calls a second`, {
    rang: came.length,
    "a second": round(rate),
    "error %": round((Math.abs(rate - DIALLED_A_SECOND) / DIALLED_A_SECOND) * 100),
    "off its turn p50 ms": round(p50),
    "off its turn p99 ms": round(p99),
    "rung twice": [...carrier.rang.values()].filter(({ size }) => size > 1).length,
  });
}

/** From the upload to the answer, with what the server's memory grew by at its highest. */
async function contactsFile({ client, credentials, url, pid }: RunningServer, results: Results): Promise<void> {
  const [agent] = await client.call(listAgents);
  const rows = Array.from({ length: ROWS }, (_, n) => `0712${String(n).padStart(6, "0")},"Person, ${n}",Nairobi,${n * 10}`);
  const form = new FormData();
  form.set("agent_id", agent?.id ?? "");
  form.set("file", new Blob([["phone,name,town,amount", ...rows].join("\n")], { type: "text/csv" }), "people.csv");
  const before = peakMb(pid);
  const beganMs = performance.now();
  const answer = await fetch(url + createBatch.path, { method: "POST", headers: credentials, body: form });
  const tookMs = performance.now() - beganMs;
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`A file of ${ROWS} contacts was answered with ${answer.status}.`);
  results.add("calls", `a file of ${ROWS} contacts, uploaded and stored`, {
    seconds: round(tookMs / 1_000),
    "server's peak, MB more": Math.round(peakMb(pid) - before),
  });
}

/** The highest that the resident memory of a process has been. */
function peakMb(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
}

async function setUps(results: Results, quick: boolean): Promise<void> {
  const seconds = quick ? 5 : 15;
  const storm = await alone(SET_UPS_A_SECOND, seconds);
  results.add("calls", `the SIP endpoint alone, ${SET_UPS_A_SECOND} set-ups a second`, storm);
  for (const rate of PRODUCT_RATES) {
    const isWell = await product(results, { rate, seconds: quick ? 3 : 10 });
    if (isWell) break;
  }
}

interface Storm {
  successful: number;
  failed: number;
  retransmissions: number;
  cpuPercentOfACore: number;
  loopDelayP99Ms: number;
}

async function alone(rate: number, seconds: number): Promise<Record<string, number>> {
  const file = fileURLToPath(new URL("../storm.ts", import.meta.url));
  const args = ["--import", "tsx", file, "--rate", String(rate), "--seconds", String(seconds)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (some: string) => (text += some));
  await new Promise((resolve) => child.once("exit", resolve));
  const { successful, failed, retransmissions, cpuPercentOfACore, loopDelayP99Ms } = JSON.parse(text) as Storm;
  return { successful, failed, retransmissions, "% of a core": cpuPercentOfACore, "loop late p99 ms": loopDelayP99Ms };
}

/** Callers of the whole product who hang up as soon as they are answered: a line, an assistant and its rows for each. */
async function product(results: Results, { rate, seconds }: { rate: number; seconds: number }): Promise<boolean> {
  let isWell = false;
  await withServer({}, async ({ sipPort, client }) => {
    const target = `127.0.0.1:${sipPort}`;
    const wanted = { scenario: "uac", target, number: "1001", talkMs: 0 } as const;
    const { successful, failed, retransmissions } = await runSipp({
      ...wanted,
      calls: rate * seconds,
      callsPerSecond: rate,
      timeoutMs: (seconds + 60) * 1_000,
    });
    isWell = failed === 0 && successful === rate * seconds;
    const { data } = await client.call(listCalls, { query: { limit: 1 } });
    results.add("calls", `the whole product, ${rate} set-ups a second`, {
      successful,
      failed,
      retransmissions,
      "in the history": data.length > 0 ? "yes" : "no",
    });
  });
  return isWell;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
