/** In the playground a sentence of a call is said again, from the recording, into a new call with another setting. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listAgents, listCalls, readAgent, redactCall, startBrowserCall } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./axe.ts";
import { firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";
import { speakToWav } from "./spoken-wav.ts";

const hasParts = hasBrowser && existsSync("/usr/bin/flite") && existsSync("/usr/bin/sox");
const LATE_MS = 60_000;

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  if (!hasParts) return;
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  const microphone = join(folder, "microphone.wav");
  speakToWav(microphone, [{ silenceMs: 6_000 }, { say: "When are you open on Saturday?" }, { silenceMs: 30_000 }]);
  browser = await launchBrowser([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${microphone}%noloop`,
    "--autoplay-policy=no-user-gesture-required",
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

async function rowOf(page: Page, name: string): Promise<string[]> {
  const row = page.locator(".again-compare tr", { has: page.getByRole("rowheader", { name, exact: true }) });
  return row.getByRole("cell").allInnerTexts();
}

test.skipIf(!hasParts)(
  `the same sound is heard under another setting, and both turns stand side by side${LEFT_OUT}`,
  async () => {
    const page = await openScreen(browser, { server, account: owner }, "/playground");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator(".play-answers tr", { hasText: /9 in the morning/i }).waitFor({ timeout: LATE_MS });
    await page.getByRole("button", { name: /hang up/i }).click();

    const again = page.locator(".again");
    await again.getByRole("heading", { name: "Say a sentence again" }).waitFor();
    await again.getByLabel("Wait before an answer, ms").fill("100");
    await again.getByText("From 200 to 1,500").waitFor();
    expect(await again.getByRole("button", { name: "Say it again" }).isDisabled()).toBe(true);
    await again.getByLabel("Wait before an answer, ms").fill("");
    await again.getByLabel("End of speech, ms").fill("1000");
    expect(await faultsOf(page, "say again")).toEqual([]);
    await again.getByRole("button", { name: "Say it again" }).click();
    await again.getByText("The agent greets first…").waitFor({ timeout: LATE_MS });
    await again.locator(".again-compare tr.differs").first().waitFor({ timeout: LATE_MS });
    await expect.poll(async () => (await rowOf(page, "Answer"))[1], { timeout: LATE_MS }).toMatch(/9 in the morning/i);
    expect(await again.locator(".problem").count()).toBe(0);

    const [then, now] = await rowOf(page, "Understood");
    // A busy machine loses the beginning of what Chromium plays.
    for (const words of [then, now]) expect(words).toMatch(/you open on saturday/i);
    expect((await rowOf(page, "End of speech, ms"))[1]).toBe("1000");
    // Of a whole sentence four fifths of it are waited; as the assistant has it, it were a quarter of that.
    const [, hear = ""] = await rowOf(page, "Hear, ms");
    expect(Number(hear.replace(",", ""))).toBeGreaterThan(700);
    expect(await faultsOf(page, "said again")).toEqual([]);

    const { client } = owner;
    // The newest first: a second try has those of the first one behind it.
    const calls = (await client.call(listCalls, { query: {} })).data.slice(0, 2);
    expect(calls.map(({ provider, agent_name: name }) => [provider, name])).toEqual([
      ["web-call", "Front desk"],
      ["web-call", "Front desk"],
    ]);
    const params = { agent_id: calls[0]?.agent_id ?? "" };
    const saved = await client.call(readAgent, { params });
    expect(saved.version).toBe(1);
    expect(saved.tasks[0].tools_config.transcriber.endpointing).not.toBe(1_000);

    // What was redacted is not heard again.
    const first = calls.at(-1)?.id ?? "";
    await client.call(redactCall, { params: { execution_id: first }, body: { whole: true } });
    await page.goto(`${server.url}/playground?call=${first}`);
    await page.locator(".again").getByRole("button", { name: "Say it again" }).click();
    await page.locator(".again .problem").waitFor();
    await page.context().close();
  },
);

test.skipIf(!hasParts)(`settings of one call are held to their ranges, and to what a caller may change${LEFT_OUT}`, async () => {
  const [agent] = await owner.client.call(listAgents);
  const body = { agent_id: agent?.id ?? "" };
  const start = (settings: object) => owner.client.call(startBrowserCall, { body: { ...body, settings } });
  await expect(start({ incremental_delay: 7 })).rejects.toMatchObject({ code: "request.invalid" });
  await expect(start({ api_tools: {} })).rejects.toMatchObject({ code: "request.invalid" });
});
