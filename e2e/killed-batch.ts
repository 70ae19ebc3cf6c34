/** A batch whose server is killed again and again while it dials, and what became of everybody in it. */
import { createBatch, listAgents, readBatch, scheduleBatch, type Client } from "@ongea/contract";
import { startCarrier } from "./phones/carrier.ts";
import { newDataDir, removeDataDir, startServer, type RunningServer } from "./running-server.ts";

export interface KilledBatch {
  /** How it stands in the end. */
  status: string;
  contacts: number;
  rang: number;
  /** Numbers that were rung more than once. */
  twice: string[];
  /** Numbers that never rang, of whom the batch does not say that it is not known. */
  forgotten: number;
  /** Contacts of whom nobody knows whether they rang. */
  unknown: number;
  kills: number;
}

interface Wanted {
  contacts: number;
  kills: number;
  callsPerSecond: number;
  /** How long the server dials before it is killed. */
  livesMs: number;
}

const LONGEST_MS = 120_000;

export async function killWhileDialling({ contacts, kills, callsPerSecond, livesMs }: Wanted): Promise<KilledBatch> {
  const carrier = await startCarrier();
  const dataDir = newDataDir();
  const settings = { SIP_TRUNK: `sip:127.0.0.1:${carrier.port}`, BATCH_CALLS_PER_SECOND: String(callsPerSecond) };
  let server: RunningServer | undefined;
  try {
    server = await startServer({ dataDir, settings });
    const batch_id = await begunBatch(server, contacts);
    let killed = 0;
    for (; killed < kills && (await batchStatus(server.client, batch_id)).status === "running"; killed++) {
      await pause(livesMs);
      process.kill(server.pid, "SIGKILL");
      await server.exited;
      server = await startServer({ dataDir, settings });
    }
    const untilMs = performance.now() + LONGEST_MS;
    while ((await batchStatus(server.client, batch_id)).status === "running" && performance.now() < untilMs) await pause(500);
    const { status, not_called_count } = await batchStatus(server.client, batch_id);
    const twice = [...carrier.rang].filter(([, calls]) => calls.size > 1).map(([number]) => number);
    const rang = carrier.rang.size;
    // Of an unknown one the telephone may have rung.
    const forgotten = Math.max(0, contacts - rang - not_called_count);
    return { status, contacts, rang, twice, forgotten, unknown: not_called_count, kills: killed };
  } finally {
    await server?.stop();
    await carrier.close();
    removeDataDir(dataDir);
  }
}

/** A batch that is being dialled. */
export async function begunBatch(server: RunningServer, contacts: number): Promise<string> {
  const [agent] = await server.client.call(listAgents);
  const rows = Array.from({ length: contacts }, (_, n) => `+2547120${String(n).padStart(5, "0")}`);
  const form = new FormData();
  form.set("agent_id", agent?.id ?? "");
  form.set("file", new Blob([["contact_number", ...rows].join("\n")], { type: "text/csv" }), "everybody.csv");
  const made = await fetch(server.url + createBatch.path, { method: "POST", headers: server.credentials, body: form });
  if (made.status !== 201) throw new Error(`No batch: ${made.status} ${await made.text()}`);
  const { batch_id } = (await made.json()) as { batch_id: string };
  const body = { scheduled_at: new Date().toISOString(), bypass_call_guardrails: true };
  await server.client.call(scheduleBatch, { params: { batch_id }, body });
  while ((await batchStatus(server.client, batch_id)).status === "scheduled") await pause(50);
  return batch_id;
}

export function batchStatus(client: Client, batch_id: string): Promise<{ status: string; not_called_count: number }> {
  return client.call(readBatch, { params: { batch_id } });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
