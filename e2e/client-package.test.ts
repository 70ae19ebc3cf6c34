/** The client as somebody else gets it: packed, installed into a fresh project, run by plain Node, and read by a compiler. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createKey } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount } from "./account.ts";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers, type RunningServer } from "./running-server.ts";

const run = promisify(execFile);
const dataDir = newDataDir();
const project = mkdtempSync(join(tmpdir(), "ongea-project-"));
let server: RunningServer;
let key: string;

beforeAll(async () => {
  server = await startServer({ dataDir });
  const owner = await firstAccount(server);
  key = (await owner.client.call(createKey, { body: { name: "Program", role: "admin" } })).key;
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", project, join(ROOT, "client")], { cwd: ROOT });
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "somebody-elses", private: true, type: "module" }));
  // What it needs from npm is taken from here, so that the story needs no registry.
  const needed = ["zod", "ws"].map((name) => join(ROOT, "node_modules", name));
  const tarball = `./${stdout.trim().split("\n").at(-1)}`;
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball, ...needed], { cwd: project });
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
  rmSync(project, { recursive: true, force: true });
});

test("a program of somebody else's works with assistants, calls, batches, numbers and knowledge through the packed client", async () => {
  copyFileSync(join(ROOT, "e2e/client-program.mjs"), join(project, "program.mjs"));
  const { stdout } = await run(process.execPath, ["program.mjs", server.url, key], { cwd: project });
  const seen = JSON.parse(stdout) as Record<string, unknown> & { lists: Record<string, string[]>; knowledge: string[] };
  expect(seen).toMatchObject({
    agents: { template: "front_desk", once: true },
    changed: "Amara",
    events: true,
    execution: "canceled",
    log: "success",
    batch: { valid: 2, contacts: ["Asha", "Ben"], listed: 1 },
    number: true,
    me: "key",
    refused: ["404 agent.not_found", "422 call.emergency", "403 access.bad_key", "403 access.bad_key"],
  });
  expect(seen.lists["byCursor"]).toEqual(seen.lists["ids"]);
  expect(seen.lists["byNumber"]).toEqual(seen.lists["ids"]);
  expect(seen.knowledge).toEqual(["Prices", "Hours"]);
});

test("a compiler knows every answer and every code of a refusal, and complains of what is not there", async () => {
  writeFileSync(
    join(project, "typed.ts"),
    `import { createOngea, Refused } from "@ongea/client";
const ongea = createOngea({ url: "http://127.0.0.1", key: "ong_" });
for await (const call of ongea.executions.list({ status: "completed" })) console.log(call.execution_id.length);
try {
  const placed = await ongea.calls.place({ agent_id: "1", recipient_phone_number: "+254711000001" });
  console.log(placed.status === "queued");
} catch (error) {
  if (error instanceof Refused && error.code === "call.do_not_call") console.log(error.status);
  // @ts-expect-error: there is no such code
  if (error instanceof Refused && error.code === "call.nonsense") console.log(error.status);
}
// @ts-expect-error: a number is missing
void ongea.calls.place({ agent_id: "1" });
// @ts-expect-error: there is no such status
void ongea.executions.list({ status: "nonsense" });
`,
  );
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const strictly = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom"];
  const told = await run(process.execPath, [tsc, ...strictly, "typed.ts"], { cwd: project }).catch(
    (error: { stdout: string }) => error,
  );
  expect(told.stdout).toBe("");
});
