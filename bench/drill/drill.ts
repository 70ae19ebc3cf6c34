/**
 * `npm run drill [-- --quick]`: what breaks at the seams is broken on purpose, against the built product on loopback. Prints what was done,
 * lost, and how long it took; exits with 1 where something did not come out as it should. Ends by itself.
 */
import { parseArgs } from "node:util";
import { startProduct } from "../whole/product.ts";
import { strangersContact, unacknowledged } from "./attacks.ts";
import { processesOf, whileTalking } from "./faults.ts";
import { flood, idleSockets, storm, wrongPasswords } from "./load.ts";
import { print, type Outcome } from "./table.ts";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const DELAYS = { sttMs: 100, llmMs: 0, ttsMs: 0 };
const outcomes: Outcome[] = [];

const { product, stop } = await startProduct(DELAYS);
try {
  const postmaster = (): number[] => processesOf(product, /postgres.* -D /).slice(0, 1);
  const kill = (pids: readonly number[]): void => pids.forEach((pid) => process.kill(pid, "SIGKILL"));
  await run(() => whileTalking(product, "PostgreSQL killed while ten talk", () => kill(postmaster())));
  await run(() => whileTalking(product, "every database connection cut", () => kill(processesOf(product, /postgres: .* ongea/))));
  await run(() =>
    whileTalking(product, "the built-in speech host killed", () => kill(processesOf(product, /providers-builtin-host/))),
  );
  await run(() => unacknowledged(product));
  await run(() => strangersContact(product));
  await run(() => wrongPasswords(product));
  await run(() => idleSockets(product));
  await run(() => flood(product, values.quick ? 5 : 20));
  await run(() => storm(product, values.quick ? 10 : 60));
} finally {
  await stop();
}
console.log(`\n${print(outcomes)}`);
process.exitCode = outcomes.every(({ isWell }) => isWell) ? 0 : 1;

async function run(drill: () => Promise<Outcome>): Promise<void> {
  const outcome = await drill();
  outcomes.push(outcome);
  console.log(print([outcome]).split("\n")[1]);
}
