import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listCalls, readCall } from "@ongea/contract";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { speakToWav } from "./spoken-wav.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const hasParts = hasBrowser && existsSync("/usr/bin/flite") && existsSync("/usr/bin/sox");

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
let server: RunningServer | undefined;
let browser: Browser | undefined;
let account: Account | undefined;

beforeAll(async () => {
  if (!hasParts) return;
  server = await startServer({ dataDir });
  const microphone = join(folder, "microphone.wav");
  speakToWav(microphone, [{ silenceMs: 6_000 }, { say: "When are you open on Saturday?" }, { silenceMs: 14_000 }]);
  browser = await launchBrowser([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${microphone}`,
    "--autoplay-policy=no-user-gesture-required",
  ]);
});

afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasParts)("a visitor calls from the page, is understood, types, hangs up, and finds the call again", async () => {
  const page = await openPage();
  const refused: string[] = [];
  page.on("response", (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
  await page.getByRole("button", { name: /call/i }).first().click();
  await expectText(page, /Hello, this is Imani Clinic/);
  // The microphone asks again, as people do who were misheard, and before the silence ends the call.
  await expectText(page, /9 in the morning to 1/, 180_000);
  await expectText(page, /saturday/i);
  await page.getByRole("textbox").fill("How much is a consultation?");
  await page.keyboard.press("Enter");
  await expectText(page, /1,?500 shillings/);
  await page.getByRole("button", { name: /hang up/i }).click();
  await page.getByRole("link", { name: "Open the call", exact: true }).click();
  await expectText(page, /1,?500 shillings/);
  // Nothing is asked for that the server refuses: a call that its goodbye has ended is not ended again.
  await page.waitForTimeout(1_000);
  expect(refused).toEqual([]);

  const { client } = server!;
  const call = await until(async () => (await client.call(listCalls, { query: { status: "completed" } })).data[0]);
  expect(call).toMatchObject({ provider: "web-call", agent_name: "Front desk" });
  expect(call.transcript).toMatch(/^assistant: Hello, this is Imani Clinic.*\nuser: .*saturday/is);
  const { journal } = await client.call(readCall, { params: { execution_id: call.id } });
  const answers = journal.filter((entry) => entry.kind === "turn" && entry.by === "assistant" && entry.delays);
  expect(answers.length).toBeGreaterThanOrEqual(1);
  const recording = await fetch(call.telephony_data.recording_url, { headers: server!.credentials });
  expect(recording.headers.get("content-type")).toBe("audio/wav");
  expect((await recording.arrayBuffer()).byteLength).toBeGreaterThan(16_000 * 4 * (call.conversation_duration - 1));
});

test.skipIf(!hasParts)("whoever calls from the dashboard sees how to hang up, on a laptop and on a telephone", async () => {
  const page = await openPage();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.goto(`${server!.url}/dashboard`);
    await page.getByRole("button", { name: "Call Front desk" }).click();
    await expectText(page, /Hello, this is Imani Clinic/);
    const hangUp = page.getByRole("button", { name: /hang up/i });
    expect([width, await isInSight(hangUp, height)]).toEqual([width, true]);
    for (const question of ["How much is a consultation?", "When are you open on Saturday?", "Where are you?"]) {
      await page.getByRole("textbox", { name: "Type a message" }).fill(question);
      await page.keyboard.press("Enter");
      await expectText(page, new RegExp(question.replace("?", "\\?")));
    }
    expect([width, await isInSight(hangUp, height)]).toEqual([width, true]);
    await hangUp.click();
    await page.getByRole("link", { name: "Open the call", exact: true }).waitFor();
  }
});

test.skipIf(!hasParts)(
  "a call goes on from screen to screen, with its time, mute, keys and the way to end it always at hand",
  async () => {
    const page = await openPage();
    await page.getByRole("button", { name: "Call Front desk" }).click();
    await expectText(page, /Hello, this is Imani Clinic/);
    for (const place of ["/dashboard/agent-setup", "/playground", "/dashboard/settings/speech"]) {
      await page.evaluate((to) => (history.pushState(null, "", to), dispatchEvent(new PopStateEvent("popstate"))), place);
      await page.waitForURL(`**${place}`);
      await page.getByRole("region", { name: "Call controls" }).getByText("In progress", { exact: true }).waitFor();
    }
    const bar = page.getByRole("region", { name: "Call controls" });
    const isHeard = (): Promise<boolean> =>
      page.evaluate(() =>
        (globalThis as { microphones?: MediaStream[] }).microphones!.some((one) => one.getAudioTracks()[0]!.enabled),
      );
    expect(await isHeard()).toBe(true);
    await bar.getByRole("button", { name: "Mute" }).click();
    expect(await isHeard()).toBe(false);
    await bar.getByRole("button", { name: "Muted" }).click();
    expect(await isHeard()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await bar.getByRole("button", { name: "Keypad" }).click();
    await page.getByRole("button", { name: "4", exact: true }).click();
    expect(await covered(bar)).toEqual([]);
    await page.keyboard.press("2");
    await expectText(page, /^42$/);
    await page.keyboard.press("Escape");
    await bar.getByRole("link", { name: "Front desk" }).click();
    await page.waitForURL("**/call-history/*");
    const callId = page.url().split("/").at(-1)!;
    await bar.getByRole("button", { name: "Hang up" }).click();
    await bar.waitFor({ state: "detached" });
    const { client } = server!;
    const pressed = async (): Promise<string> => {
      const { journal } = await client.call(readCall, { params: { execution_id: callId } });
      return journal.map((entry) => (entry.kind === "key" ? entry.digit : "")).join("");
    };
    await expect.poll(pressed).toBe("42");
  },
);

test.skipIf(!hasParts)(
  "whoever hangs up or presses Escape while the browser asks for the microphone is neither listened to nor called",
  async () => {
    const page = await openPage();
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wanted) => {
        await new Promise<void>((resolve) => Object.assign(globalThis, { allow: resolve }));
        return ask(wanted);
      };
    });
    const before = await countCalls();
    for (const giveUp of [() => page.getByRole("button", { name: "Hang up" }).click(), () => page.keyboard.press("Escape")]) {
      await page.getByRole("button", { name: "Call Front desk" }).click();
      await page.waitForFunction(() => "allow" in globalThis);
      await giveUp();
      await page.getByRole("button", { name: "Hang up" }).waitFor({ state: "detached" });
      await page.evaluate(() => {
        const waiting = globalThis as unknown as { allow?(): void };
        waiting.allow?.();
        delete waiting.allow;
      });
    }
    await expect
      .poll(() =>
        page.evaluate(() =>
          (globalThis as { microphones?: MediaStream[] }).microphones!.map((one) => one.getTracks()[0]!.readyState),
        ),
      )
      .toEqual(["ended", "ended"]);
    expect(await countCalls()).toBe(before);
  },
);

test.skipIf(!hasParts)(
  "whoever loads the page anew while it connects leaves no call behind, neither ringing nor answered",
  async () => {
    const { client } = server!;
    const page = await openPage();
    page.on("dialog", (dialog) => void dialog.accept());
    const before = await countCalls();
    // Where the server is asked for the sound, and where it has answered and the page does not know yet.
    for (const answers of [false, true]) {
      let isAsked = false;
      await page.route("**/offer", async (route) => {
        if (answers) await route.fetch();
        isAsked = true;
      });
      await page.getByRole("button", { name: "Call Front desk" }).click();
      await expect.poll(() => isAsked).toBe(true);
      await page.reload();
      await page.unroute("**/offer");
    }
    // A token's whole life is a minute, and sound that never comes is waited for for 20 s.
    const statuses = async (): Promise<string[]> =>
      (await client.call(listCalls, { query: {} })).data.map(({ status }) => status).slice(0, 2);
    await expect.poll(statuses).toEqual(["completed", "canceled"]);
    expect(await countCalls()).toBe(before + 2);
  },
);

test.skipIf(!hasParts)(
  "whoever calls with the keyboard alone goes on from the bar of the call, and is at the button again when it is over",
  async () => {
    const page = await openPage();
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? "");
    const tabTo = async (name: string): Promise<void> => {
      for (let tabs = 0; tabs < 6 && (await focused()) !== name; tabs++) await page.keyboard.press("Tab");
      expect(await focused()).toBe(name);
    };
    for (const [path, name] of [
      ["/dashboard", "Call Front desk"],
      ["/playground", "Call"],
    ] as const) {
      await page.goto(server!.url + path);
      await page.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(focused).toBe("Call controls");
      await page.getByRole("button", { name: "Keypad" }).waitFor();
      await tabTo("Hang up");
      await page.keyboard.press("Enter");
      await expect.poll(focused).toBe(name);
    }
    // Where that button is not, at the beginning of the screen.
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Keypad" }).waitFor();
    await page.evaluate(() => (history.pushState(null, "", "/dashboard/voices"), dispatchEvent(new PopStateEvent("popstate"))));
    await page.getByRole("heading", { level: 1, name: "Voice Library" }).waitFor();
    await page.getByRole("button", { name: "Hang up" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  },
);

test.skipIf(!hasParts)("going back out of the dashboard in a call asks first, within the page and to another one", async () => {
  const page = await openPage();
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.goto(`${server!.url}/docs`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // As a link within the page leads on: the router numbers what it has shown.
  await page.evaluate(() => (history.pushState({ idx: 1 }, "", "/dashboard"), dispatchEvent(new PopStateEvent("popstate"))));
  await page.getByRole("button", { name: "Call Front desk" }).click();
  const bar = page.getByRole("region", { name: "Call controls" });
  await bar.getByText("In progress", { exact: true }).waitFor();
  await expectText(page, /Hello, this is Imani Clinic/);
  // Another page: the browser itself asks.
  await page.goto("about:blank").catch(() => undefined);
  expect(questions).toEqual(["beforeunload"]);
  await page.evaluate(() => history.back());
  const asked = page.getByRole("dialog", { name: "Leave and hang up?" });
  await asked.getByRole("button", { name: "Cancel" }).click();
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await bar.getByText("In progress", { exact: true }).waitFor();
  await page.evaluate(() => history.back());
  await asked.getByRole("button", { name: "Hang up" }).click();
  await page.waitForURL("**/docs");
  const { client } = server!;
  const newest = async (): Promise<string | undefined> => (await client.call(listCalls, { query: {} })).data[0]?.status;
  await expect.poll(newest).toBe("completed");
});

const SIZES = [
  [1366, 768],
  [390, 844],
] as const;

async function isInSight(part: Locator, height: number): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

/** What of the bar stands below something else. */
function covered(bar: Locator): Promise<string[]> {
  return bar.evaluate((element) =>
    [...element.querySelectorAll<HTMLElement>("a, button, .status, [role=timer]")]
      .filter((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return !part.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      })
      .map((part) => part.textContent ?? ""),
  );
}

async function countCalls(): Promise<number> {
  return (await server!.client.call(listCalls, { query: {} })).data.length;
}

async function openPage(): Promise<Page> {
  if (!browser || !server) throw new Error("No browser or server");
  const context = await browser.newContext({ permissions: ["microphone"] });
  account ??= await firstAccount(server);
  await context.addCookies(browserCookies(server, account));
  const page = await context.newPage();
  // What was listened with, so that a test can look whether it still listens.
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const microphones: MediaStream[] = [];
    Object.assign(globalThis, { microphones });
    mediaDevices.getUserMedia = async (wanted) => {
      const microphone = await ask(wanted);
      microphones.push(microphone);
      return microphone;
    };
  });
  await page.goto(`${server.url}/dashboard`);
  return page;
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  await expect.poll(look).toBeDefined();
  return (await look())!;
}

async function expectText(page: Page, text: RegExp, timeout = 60_000): Promise<void> {
  await page.getByText(text).first().waitFor({ timeout });
}
