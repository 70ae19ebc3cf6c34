/** Batches of a workspace that has reached a limit: of its money for the day, of calls at once, of its balance. */
import { changeDialLimits, readBalance, type DialLimits } from "@ongea/contract";
import { begunBatch, batchStatus } from "../../e2e/killed-batch.ts";
import { startCarrier, type Carrier } from "../../e2e/phones/carrier.ts";
import { newDataDir, removeDataDir, startServer, type RunningServer } from "../../e2e/running-server.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

const CONTACTS = 10;
const LONGEST_MS = 90_000;
const NONE: DialLimits = { calls_per_minute: null, calls_at_once: null, spend_per_day: null, needs_balance: false };

export async function limitedBatches(): Promise<Outcome> {
  const beganMs = performance.now();
  const carrier = await startCarrier();
  const dataDir = newDataDir();
  const SIP_TRUNK = `sip:127.0.0.1:${carrier.port}`;
  let server: RunningServer | undefined;
  try {
    server = await startServer({ dataDir, settings: { SIP_TRUNK, BATCH_CALLS_PER_SECOND: "20", PRICE_PER_MINUTE: "USD:60" } });
    const withoutMoney = await dialled(server, carrier, { spend_per_day: 0 });
    const oneAtOnce = await dialled(server, carrier, { calls_at_once: 1 });
    const { amount_minor: balance } = await server.client.call(readBalance);
    const withoutBalance = await dialled(server, carrier, { needs_balance: true });
    const isWell =
      [withoutMoney, withoutBalance].every(({ status, rang }) => status === "failed" && rang === 0) &&
      balance < 0 &&
      oneAtOnce.status === "completed" &&
      oneAtOnce.rang === CONTACTS &&
      carrier.mostAtOnce === 1;
    return {
      drill: "batches of a workspace at its limits",
      done: `one at once: ${oneAtOnce.rang} of ${CONTACTS} rung, ${carrier.mostAtOnce} at once`,
      lost: `rung with 0 to spend: ${withoutMoney.rang}; with a balance of ${balance}: ${withoutBalance.rang}`,
      took: secondsSince(beganMs),
      isWell,
    };
  } finally {
    await server?.stop();
    await carrier.close();
    removeDataDir(dataDir);
  }
}

/** How a batch ends under this limit, and how many of its telephones rang. */
async function dialled(
  server: RunningServer,
  carrier: Carrier,
  limit: Partial<DialLimits>,
): Promise<{ status: string; rang: number }> {
  const ringsSoFar = (): number => [...carrier.rang.values()].reduce((sum, calls) => sum + calls.size, 0);
  const before = ringsSoFar();
  await server.client.call(changeDialLimits, { body: { ...NONE, ...limit } });
  const batch = await begunBatch(server, CONTACTS);
  const untilMs = performance.now() + LONGEST_MS;
  let { status } = await batchStatus(server.client, batch);
  while (status === "running" && performance.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    ({ status } = await batchStatus(server.client, batch));
  }
  // Whoever was about to be rung has been.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return { status, rang: ringsSoFar() - before };
}
