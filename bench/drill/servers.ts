/** Servers that end: one of two on one database is killed, and one is ended by Ctrl-C in its terminal. */
import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Execution } from "@ongea/contract";
import { hasTerminal, startInTerminal } from "../../e2e/terminal.ts";
import { MIGRATIONS } from "../../server/src/schema.ts";
import { runningEmbeddedPostgres } from "../../server/src/platform/database/embedded.ts";
import { openTestDatabase } from "../../server/src/platform/testing/database.ts";
import type { Started } from "../whole/product.ts";
import { calls, CALLS, clientOf, pause, SETTLED_MS, tenTalk } from "./faults.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

const SETTLED_WITHIN_MS = 10_000;
const GONE_WITHIN_MS = 20_000;

/** Two servers on one database carry ten calls each; one is killed. Its calls get their end once, the other's go on. */
export async function killedServer(start: (settings: Record<string, string>) => Promise<Started>): Promise<Outcome> {
  const beganMs = performance.now();
  const host = await openTestDatabase(MIGRATIONS);
  const started: Started[] = [];
  try {
    const { host: sockets, user, password, database } = runningEmbeddedPostgres(host.dataDir, "superuser");
    const DATABASE_URL = `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(String(sockets))}`;
    for (let n = 0; n < 2; n++) started.push(await start({ DATABASE_URL, MEDIA_WORKERS: "1" }));
    const [killed, other] = started.map(({ product }) => product);
    void tenTalk(killed!.sipPort);
    await pause(SETTLED_MS);
    const client = clientOf(other!);
    const theirs = (await calls(client)).filter(({ status }) => status === "in-progress").map(({ id }) => id);
    const going = tenTalk(other!.sipPort);
    await pause(SETTLED_MS / 2);
    process.kill(killed!.pid, "SIGKILL");
    const killedMs = performance.now();
    const settled = async (): Promise<Execution[]> =>
      (await calls(client)).filter(({ id, status }) => theirs.includes(id) && status === "error");
    while ((await settled()).length < theirs.length && performance.now() - killedMs < 3 * SETTLED_WITHIN_MS) await pause(100);
    const settledMs = performance.now() - killedMs;
    const heard = await going;
    const { rows } = await host.everywhere.execute(
      `select subject ->> 'id' from happenings where kind = 'call.failed' group by 1 having count(*) > 1`,
    );
    return {
      drill: "one of two servers on a database killed",
      done: `${theirs.length} calls of it, ${heard.connected} of the other`,
      lost: `${heard.lost} calls of the other ended, ${rows.length} ends told twice`,
      took: `settled after ${(settledMs / 1_000).toFixed(1)} s (${secondsSince(beganMs)} in all)`,
      isWell:
        theirs.length === CALLS && heard.lost === 0 && heard.refused === 0 && rows.length === 0 && settledMs <= SETTLED_WITHIN_MS,
    };
  } finally {
    for (const { stop } of started) await stop();
    await host.close();
  }
}

/** Ctrl-C in a terminal with ten live calls: each ends with a goodbye and every row, and nothing is left running. */
export async function ctrlC(start: (settings: Record<string, string>) => Promise<Started>): Promise<Outcome> {
  const drill = "Ctrl-C with ten live calls";
  if (!hasTerminal) return { drill, done: "left out: util-linux's script is not installed", lost: "", took: "", isWell: true };
  const dataDir = mkdtempSync(join(tmpdir(), "ongea-bench-"));
  chmodSync(dataDir, 0o755);
  try {
    const terminal = await startInTerminal(dataDir, { DRAIN_SECONDS: "1" });
    const talking = tenTalk(terminal.sipPort);
    await pause(SETTLED_MS);
    const pressedMs = performance.now();
    terminal.pressCtrlC();
    const heard = await talking;
    await Promise.race([terminal.gone(), pause(GONE_WITHIN_MS)]);
    const tookMs = performance.now() - pressedMs;
    const left = terminal.left();
    terminal.close();
    const next = await start({ DATA_DIR: dataDir });
    const rows = await calls(clientOf(next.product)).finally(() => next.stop());
    const whole = rows.filter((row) => row.status === "completed" && /^assistant:/m.test(row.transcript ?? ""));
    const isTraced = /\n\s+at /.test(terminal.output());
    return {
      drill,
      done: `${heard.connected} calls`,
      lost: `${CALLS - whole.length} rows not whole, ${left.length} programs left${isTraced ? ", a stack trace" : ""}`,
      took: `gone after ${(tookMs / 1_000).toFixed(1)} s`,
      isWell: heard.connected === CALLS && whole.length === CALLS && left.length === 0 && !isTraced && tookMs <= GONE_WITHIN_MS,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
