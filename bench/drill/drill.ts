/**
 * `npm run drill [-- --quick] [--only memory,clock]`: what breaks at the seams is broken on purpose, against the built product on loopback.
 * Prints what was done, lost, and how long it took; exits with 1 where something did not come out as it should. Ends by itself.
 */
import { parseArgs } from "node:util";
import { startProduct, type Product, type Started } from "../whole/product.ts";
import { strangersContact, unacknowledged } from "./attacks.ts";
import { killedBatch } from "./batch.ts";
import { limitedBatches } from "./limits.ts";
import { steppedClock } from "./clock.ts";
import { damagedWrites } from "./damaged.ts";
import { lockedTable, unstoredAnswers } from "./database.ts";
import { fullDisk } from "./disk.ts";
import { followMessages, preparedCalls } from "./door.ts";
import { processesOf, whileTalking } from "./faults.ts";
import { flood, idleSockets, storm, wrongPasswords } from "./load.ts";
import { shortCalls } from "./memory.ts";
import { messagesOfTwo } from "./messages-of-two.ts";
import { messages } from "./messages.ts";
import { inflatingFiles, slowNeighbour, wrongKeys } from "./neighbours.ts";
import { generatedRequests } from "./requests.ts";
import { ctrlC, killedServer } from "./servers.ts";
import { standstill } from "./standstill.ts";
import { print, type Outcome } from "./table.ts";

const { values } = parseArgs({
  options: { quick: { type: "boolean", default: false }, only: { type: "string", default: "" } },
});
const only = values.only.split(",").filter((name) => name !== "");
const DELAYS = { sttMs: 100, llmMs: 0, ttsMs: 0 };
const outcomes: Outcome[] = [];

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

/** Against one product, one after the other. */
const TOGETHER: Readonly<Record<string, (product: Product) => Promise<Outcome>>> = {
  postgres: (product) =>
    whileTalking(product, {
      drill: "PostgreSQL killed while ten talk",
      happen: () => kill(processesOf(product, /postgres.* -D /).slice(0, 1)),
    }),
  connections: (product) =>
    whileTalking(product, {
      drill: "every database connection cut",
      happen: () => kill(processesOf(product, /postgres: .* ongea/)),
    }),
  speech: (product) =>
    whileTalking(product, {
      drill: "the built-in speech host killed",
      happen: () => kill(processesOf(product, /providers-builtin-host/)),
    }),
  standstill,
  unacknowledged,
  contact: strangersContact,
  passwords: wrongPasswords,
  sockets: idleSockets,
  follow: followMessages,
  prepared: preparedCalls,
  flood: (product) => flood(product, values.quick ? 5 : 20),
  storm: (product) => storm(product, values.quick ? 10 : 60),
};

/** Each starts what it needs and ends it. */
const ALONE: Readonly<Record<string, () => Promise<Outcome | Outcome[]>>> = {
  cold: () =>
    withProduct((product) =>
      whileTalking(product, { drill: "ten call within a second of the start", happen: () => undefined, isCold: true }),
    ),
  disk: () => fullDisk(withProduct),
  "clock-forwards": () => steppedClock(1, withProduct),
  "clock-back": () => steppedClock(-1, withProduct),
  batch: () => killedBatch(values.quick),
  messages: () => messages(values.quick),
  "messages-of-two": () => messagesOfTwo(values.quick),
  documents: () => withProduct(inflatingFiles),
  neighbour: () => withProduct(slowNeighbour, { PRIVATE_ADDRESSES: "127.0.0.1" }),
  "wrong-keys": () => withProduct(wrongKeys),
  "locked-table": () => lockedTable(start),
  repeated: () => unstoredAnswers(start),
  limits: limitedBatches,
  "killed-server": () => killedServer(start),
  damaged: () => damagedWrites(start),
  "ctrl-c": () => ctrlC(start),
  requests: () =>
    withProduct((product) => generatedRequests(product, values.quick ? 3_000 : 20_000), { TRUSTED_PROXIES: "127.0.0.1" }),
  memory: () =>
    withProduct((product) =>
      shortCalls(product, values.quick ? { calls: 60, silenceMs: 60_000 } : { calls: 450, silenceMs: 600_000 }),
    ),
};

const together = Object.keys(TOGETHER).filter(isWanted);
if (together.length > 0)
  await withProduct(async (product) => {
    for (const name of together) await run(() => TOGETHER[name]!(product));
  });
for (const name of Object.keys(ALONE).filter(isWanted)) await run(ALONE[name]!);
console.log(`\n${print(outcomes)}`);
process.exitCode = outcomes.every(({ isWell }) => isWell) ? 0 : 1;

function isWanted(name: string): boolean {
  return only.length === 0 || only.includes(name);
}

function start(settings: Record<string, string> = {}): Promise<Started> {
  return startProduct(DELAYS, settings);
}

async function withProduct<T>(work: (product: Product) => Promise<T>, settings: Record<string, string> = {}): Promise<T> {
  const { product, stop } = await start(settings);
  try {
    return await work(product);
  } finally {
    await stop();
  }
}

async function run(drill: () => Promise<Outcome | Outcome[]>): Promise<void> {
  for (const outcome of [await drill()].flat()) {
    outcomes.push(outcome);
    console.log(print([outcome]).split("\n")[1]);
  }
}
