/** What ARCHITECTURE promises of the processes beside the server: a crash costs a clause, or the calls of one browser process, never more. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { readHealth } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { ROOT, newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const hasSpeech = existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { DEMO_CALLS: "2" } });
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

const HOSTS = [
  ["speech", "providers-builtin-host"],
  ["sentence", "providers-builtin-sentence-model-main"],
] as const;

test.skipIf(!hasSpeech).each(HOSTS)(
  "the %s host is killed in the middle of a call, which goes on, and a new one starts",
  async (_, name) => {
    const lines = ["I would like to book an appointment", "on Tuesday", "no thank you, goodbye"];
    const args = ["run", "call", "--", "--to", "front_desk", ...lines.flatMap((line) => ["--say", line])];
    const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", DATA_DIR: dataDir };
    const call = spawn("npm", args, { cwd: ROOT, env: { ...env, PORT: String(server.port), SIP_PORT: String(server.sipPort) } });
    let said = "";
    call.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
    const ended = new Promise<number | null>((resolve) => void call.on("close", resolve));
    const turnsOfAssistant = (): number => said.split("\n").filter((line) => line.startsWith("agent")).length;
    await expect.poll(turnsOfAssistant).toBeGreaterThan(0);
    const [host = 0] = childrenNamed(server.pid, name);
    expect(host).toBeGreaterThan(0);
    const before = turnsOfAssistant();
    process.kill(host, "SIGKILL");
    await expect.poll(turnsOfAssistant).toBeGreaterThan(before);
    await expect.poll(() => childrenNamed(server.pid, name).filter((pid) => pid !== host)).toHaveLength(1);
    await expect.poll(async () => (await server.client.call(readHealth)).status).toBe("ok");
    call.kill("SIGINT");
    await ended;
  },
);

test.skipIf(!hasBrowser)(
  "the WebRTC process is killed in a call from a page: that call ends, and the next one is carried by a new process",
  async () => {
    browser = await launchBrowser([
      "--autoplay-policy=no-user-gesture-required",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
    ]);
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${server.url}/#demo`);
    await page.getByRole("button", { name: "Start the call" }).click();
    const greeting = page.getByRole("log", { name: "What is said" }).getByText(/Hello, this is Imani Clinic/);
    await greeting.waitFor();
    const carried = childrenNamed(server.pid, "webrtc-process");
    expect(carried).toHaveLength(1);
    process.kill(carried[0] ?? 0, "SIGKILL");
    await expect.poll(async () => (await server.client.call(readHealth)).calls).toBe(0);
    await page.getByRole("button", { name: "Call again" }).click();
    await greeting.last().waitFor();
    await expect.poll(async () => (await server.client.call(readHealth)).calls).toBe(1);
  },
);

/** Of each thread of the server. */
function childrenNamed(parent: number, name: string): number[] {
  const tasks = readdirSync(`/proc/${parent}/task`);
  const children = tasks.flatMap((task) => readFileSync(`/proc/${parent}/task/${task}/children`, "utf8").trim().split(" "));
  return children.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(name);
    } catch {
      return false;
    }
  });
}
