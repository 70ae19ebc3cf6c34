import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listCalls } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { speakToWav } from "./spoken-wav.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const hasParts = hasBrowser && existsSync("/usr/bin/flite") && existsSync("/usr/bin/sox");
const SIZES = [
  [1440, 900],
  [390, 844],
] as const;
const FLAGS = ["--autoplay-policy=no-user-gesture-required"];

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { DEMO_CALLS: "2" } });
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasParts)(
  "a visitor without an account talks to the front desk on the landing page and reads what is said",
  async () => {
    const microphone = join(folder, "microphone.wav");
    speakToWav(microphone, [{ silenceMs: 6_000 }, { say: "When are you open on Saturday?" }, { silenceMs: 14_000 }]);
    const heard = [
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${microphone}`,
    ];
    await inBrowser([...FLAGS, ...heard], async (page) => {
      const scripts: string[] = [];
      page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
      await page.goto(`${server.url}/#demo`);
      expect(scripts.some((url) => url.includes("talk"))).toBe(false);
      await page.getByRole("button", { name: "Start the call" }).click();
      const said = page.getByRole("log", { name: "What is said" });
      await said.getByText(/Hello, this is Imani Clinic/).waitFor();
      // The microphone asks again, as people do who were misheard, and before the silence ends the call.
      await said.getByText(/9 in the morning to 1/).waitFor({ timeout: 180_000 });
      await said
        .getByText(/answered in \d/)
        .first()
        .waitFor();
      expect(await faultsOf(page, "/ in a call")).toEqual([]);
      // Or it would speak over the answer.
      const bar = page.getByRole("region", { name: "Call controls" });
      await bar.getByRole("button", { name: "Mute" }).click();
      await page.getByPlaceholder("Or type what you want to say").fill("How much is a consultation?");
      await page.keyboard.press("Enter");
      await said.getByText(/1,?500 shillings/).waitFor();
      await bar.getByText("Live", { exact: true }).waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const top of [0, 100_000]) {
          await page.evaluate((to) => scrollTo(0, to), top);
          const { y, height: tall } = (await bar.getByRole("button", { name: "Hang up" }).boundingBox())!;
          expect([width, top, y > height / 2 && y + tall <= height]).toEqual([width, top, true]);
        }
      }
      // What is said pulls nobody back who reads elsewhere.
      await page.evaluate(() => scrollTo(0, 0));
      const seconds = async (): Promise<number> => Number((await bar.getByRole("timer").innerText()).replace(":", ""));
      const before = await seconds();
      await expect.poll(seconds).toBeGreaterThan(before);
      await bar.getByRole("button", { name: "Muted", pressed: true }).click();
      await bar.getByRole("button", { name: "Mute", pressed: false }).waitFor();
      await bar.locator("summary").click();
      await bar.getByRole("button", { name: "4", exact: true }).click();
      await page.keyboard.press("2");
      await bar.getByText("42", { exact: true }).waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await isWarned(page)).toBe(true);
      await page.getByRole("button", { name: "Hang up" }).click();
      await page.getByText("The call has ended.").waitFor();
      await bar.waitFor({ state: "hidden" });
      expect(await isWarned(page)).toBe(false);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Call again");
      const ended = async (): Promise<unknown> =>
        (await server.client.call(listCalls, { query: {} })).data[0]?.telephony_data ?? {};
      await expect.poll(ended).toMatchObject({ hangup_by: "Caller", hangup_reason: "Normal Hangup" });
    });
  },
);

test.skipIf(!hasParts)("a visitor whose microphone is refused is told so, in the page's language, and types in it", async () => {
  await inBrowser([...FLAGS, "--deny-permission-prompts"], async (page) => {
    await page.goto(`${server.url}/sw/#demo`);
    await page.getByRole("button", { name: "Anza simu" }).click();
    await page.getByText("Maikrofoni haikuruhusiwa.").or(page.getByText("Hakuna maikrofoni hapa.")).waitFor();
    const said = page.getByRole("log", { name: "Kinachosemwa" });
    await said.getByText("Habari, hapa ni Imani Clinic.").waitFor();
    await page.getByPlaceholder("Au andika unachotaka kusema").fill("Mnafungua saa ngapi Jumamosi?");
    await page.keyboard.press("Enter");
    await said.locator("li", { hasText: "saa saba mchana" }).locator("[lang=sw]").waitFor();
    await page.getByText("Seva hii bado haielewi usemi wa lugha hii.").waitFor();
    await page.getByRole("button", { name: "Kata simu" }).click();
    await page.getByText("Simu imeisha.").waitFor();
  });
});

/** Whether whoever closes or leaves the page is asked first. */
function isWarned(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
}

async function inBrowser(args: string[], story: (page: Page) => Promise<void>): Promise<void> {
  const browser: Browser = await launchBrowser(args);
  try {
    await story(await browser.newPage());
  } finally {
    await browser.close();
  }
}

interface Prepared {
  execution_id: string;
  token: string;
  pass: string;
  most_seconds: number;
}

test("a few visitors may call at once; one more is told that all lines are busy", async () => {
  const [first, second] = [await prepared(), await prepared()];
  expect(first.most_seconds).toBeLessThanOrEqual(180);
  expect(await refusal("/api/demo-calls", {})).toEqual([503, "call.busy"]);
  expect(await refusal(`/api/demo-calls/${first.execution_id}/stop`, { pass: second.pass })).toEqual([403, "call.bad_token"]);
  expect(await refusal(`/api/demo-calls/${first.execution_id}/text`, { pass: first.token, text: "hello" })).toEqual([
    403,
    "call.bad_token",
  ]);
  expect(await refusal(`/api/calls/${first.execution_id}/text`, { text: "hello" })).toEqual([401, "access.missing"]);
  for (const { execution_id, pass } of [first, second]) {
    const ended = await post(`/api/demo-calls/${execution_id}/stop`, { pass });
    expect(ended.status).toBe(200);
  }
  const third = await prepared();
  expect((await post(`/api/demo-calls/${third.execution_id}/stop`, { pass: third.pass })).status).toBe(200);
  expect((await post(`/api/demo-calls/${third.execution_id}/stop`, { pass: third.pass })).status).toBe(403);
});

test("whoever calls again and again is asked to wait", async () => {
  const answers: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    const answer = await post("/api/demo-calls", {});
    const { execution_id, pass, code } = (await answer.json()) as Partial<Prepared> & { code?: string };
    answers.push(code);
    if (execution_id) await post(`/api/demo-calls/${execution_id}/stop`, { pass });
  }
  expect(answers).toContain("request.too_many");
});

test("an operator may switch these calls off", async () => {
  const folder = newDataDir();
  const closed = await startServer({ dataDir: folder, settings: { DEMO_CALLS: "0" } });
  const answer = await post("/api/demo-calls", {}, closed.url);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, "call.demo_off"]);
  await closed.stop();
  removeDataDir(folder);
});

async function prepared(): Promise<Prepared> {
  const answer = await post("/api/demo-calls", {});
  expect(answer.status).toBe(201);
  return (await answer.json()) as Prepared;
}

async function refusal(path: string, body: unknown): Promise<[number, string]> {
  const answer = await post(path, body);
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

function post(path: string, body: unknown, base = server.url): Promise<Response> {
  return fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}
