/** What waits for the database is damaged on the disk before the next start. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Started } from "../whole/product.ts";
import { calls, CALLS, clientOf, pause, processesOf, SETTLED_MS, tenTalk } from "./faults.ts";
import { secondsSince } from "./load.ts";
import type { Outcome } from "./table.ts";

const MOST_WAIT_MS = 30_000;

/** PostgreSQL stands still while ten talk, the server is killed, its file is damaged, and it starts again. */
export async function damagedWrites(start: (settings: Record<string, string>) => Promise<Started>): Promise<Outcome> {
  const beganMs = performance.now();
  const dataDir = mkdtempSync(join(tmpdir(), "ongea-bench-"));
  chmodSync(dataDir, 0o755);
  const file = join(dataDir, "calls-waiting");
  try {
    const { product, stop } = await start({ DATA_DIR: dataDir });
    const talking = tenTalk(product.sipPort);
    await pause(SETTLED_MS);
    const before = (await calls(clientOf(product))).map(({ id }) => id);
    const postgres = processesOf(product, /postgres/);
    for (const pid of postgres) process.kill(pid, "SIGSTOP");
    for (let waited = 0; waited < MOST_WAIT_MS && linesOf(file).length < CALLS; waited += 100) await pause(100);
    process.kill(product.pid, "SIGKILL");
    for (const pid of postgres) process.kill(pid, "SIGKILL");
    await stop();
    const lines = linesOf(file);
    const bad = ["\u0000\u00ff no line of ours", (lines[0] ?? "").slice(9), "A".repeat(50_000_000)];
    const torn = (lines.at(-1) ?? "").slice(0, 20);
    writeFileSync(
      file,
      `${bad[0]}\n${lines.slice(0, 2).join("\n")}\n${bad[1]}\n${lines.slice(2).join("\n")}\n${bad[2]}\n${torn}`,
    );
    const againMs = performance.now();
    const next = await start({ DATA_DIR: dataDir });
    const readyMs = performance.now() - againMs;
    const rows = await calls(clientOf(next.product)).finally(() => next.stop());
    const ended = rows.filter(({ id, status }) => before.includes(id) && ["completed", "error"].includes(status));
    const aside = existsSync(`${file}.unreadable`) ? linesOf(`${file}.unreadable`).length : 0;
    await talking;
    return {
      drill: "four damaged lines among what waits for the database",
      done: `${lines.length} lines waited, ${aside} pieces set aside`,
      lost: `${before.length - ended.length} of ${before.length} calls without an end`,
      took: `started again in ${(readyMs / 1_000).toFixed(1)} s (${secondsSince(beganMs)} in all)`,
      isWell: lines.length > 0 && before.length === CALLS && ended.length === CALLS && aside >= bad.length + 1,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function linesOf(file: string): string[] {
  return existsSync(file)
    ? readFileSync(file, "latin1")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}
