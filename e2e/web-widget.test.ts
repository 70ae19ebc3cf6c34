/** An assistant on a page of somebody else's site: a real Chromium, a plain HTML page, another origin. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  changeWidget,
  createWidget,
  deleteWidget,
  isFinal,
  listAgents,
  listCalls,
  listWidgets,
  readCall,
  type Widget,
} from "@ongea/contract";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";
import { speakToWav } from "./spoken-wav.ts";

const hasParts = hasBrowser && existsSync("/usr/bin/flite") && existsSync("/usr/bin/sox");
const FLAGS = ["--autoplay-policy=no-user-gesture-required"];

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
let server: RunningServer;
let owner: Account;
let site: Site;
let other: Site;
let agentId: string;

/** Somebody's own web server, with one page. */
interface Site {
  origin: string;
  /** Within the page's body. */
  html: string;
  lang: string;
  close(): void;
}

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  site = await openSite();
  other = await openSite();
  const agents = await owner.client.call(listAgents);
  agentId = agents.find(({ agent_name: name }) => name === "Front desk")!.id;
});
beforeEach(() => {
  site.lang = "en";
});
afterAll(async () => {
  site.close();
  other.close();
  await stopServers();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasParts)(
  "the line that the dashboard prints puts an assistant on a plain page; a visitor talks with it, types, and leaves",
  async () => {
    const before = (await calls()).length;
    for (const { id } of (await owner.client.call(listWidgets)).data)
      await owner.client.call(deleteWidget, { params: { widget_id: id } });
    const microphone = join(folder, "microphone.wav");
    speakToWav(microphone, [{ silenceMs: 6_000 }, { say: "When are you open on Saturday?" }, { silenceMs: 20_000 }]);
    // The microphone says it again and again, as a caller does whose words came before the call.
    const heard = [
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${microphone}`,
    ];
    await inBrowser([...FLAGS, ...heard], async (page, browser) => {
      site.html = await snippetFromDashboard(browser);
      await page.setViewportSize({ width: 1_280, height: 800 });
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(request.url()));
      await page.goto(site.origin);
      const open = page.getByRole("button", { name: "Ask the clinic" });
      await open.waitFor();
      // Until somebody wants it, there is the script and no more.
      expect(loaded.filter((url) => url.startsWith(server.url))).toHaveLength(1);
      expect(await faultsOf(page, "a page with a widget")).toEqual([]);
      await open.focus();
      await page.keyboard.press("Enter");
      const frame = await frameOf(page);
      await frame.getByRole("button", { name: "Start the call" }).click();
      const said = frame.getByRole("log", { name: "What is said" });
      // The whole frame, so that a failure shows what stands there instead.
      const shown = (): Promise<string> => frame.locator("body").innerText();
      await expect.poll(shown).toMatch(/Hello, this is Imani Clinic/);
      await expect.poll(shown).toMatch(/9 in the morning to 1/);
      expect(await faultsOf(frame, "a widget in a call")).toEqual([]);
      await frame.getByPlaceholder("Or type what you want to say").fill("How much is a consultation?");
      await page.keyboard.press("Enter");
      await said.getByText(/1,?500 shillings/).waitFor();
      await page.keyboard.press("Escape");
      await page.locator("iframe").waitFor({ state: "detached" });
      expect(await focusedIn(page)).toBe("Ask the clinic");
    });
    const [call] = await endedCalls(before + 1);
    expect(call).toMatchObject({ agent_id: agentId, user_number: "web-widget", status: "completed" });
    const { context_details: details } = await owner.client.call(readCall, { params: { execution_id: call!.id } });
    expect(details.recipient_data).toMatchObject({ widget: "Our site", page: site.origin });
  },
);

test.skipIf(!hasParts)(
  "a visitor whose microphone is refused types, in the page's language; leaving the page ends the call",
  async () => {
    const before = (await calls()).length;
    const widget = await newWidget({ name: "Swahili page" });
    site.html = snippet(widget);
    site.lang = "sw-KE";
    await inBrowser([...FLAGS, "--deny-permission-prompts"], async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      // What fades stands still at its first moment, as on a machine that draws slowly: it is readable then too.
      await page.addInitScript(() =>
        document.addEventListener("transitionrun", () => {
          for (const fading of document.getAnimations()) fading.pause();
        }),
      );
      await page.goto(site.origin);
      await page.getByRole("button", { name: "Zungumza nasi" }).click();
      const frame = await frameOf(page);
      await frame.locator("button:enabled", { hasText: "Anza simu" }).waitFor();
      expect(await faultsOf(frame, "a widget, 390 wide")).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await frame.getByRole("button", { name: "Anza simu" }).click();
      await frame.getByText("Maikrofoni haikuruhusiwa.").or(frame.getByText("Hakuna maikrofoni hapa.")).waitFor();
      await frame.getByPlaceholder("Au andika unachotaka kusema").fill("When are you open on Saturday?");
      await page.keyboard.press("Enter");
      await frame
        .getByRole("log")
        .getByText(/9 in the morning to 1/)
        .waitFor();
      await page.goto("about:blank");
      await endedCalls(before + 1);
      // Whoever wants to type only is asked for no microphone.
      await page.goto(site.origin);
      await page.getByRole("button", { name: "Zungumza nasi" }).click();
      const again = await frameOf(page);
      await again.getByRole("button", { name: "Andika badala yake" }).click();
      await again.getByPlaceholder("Au andika unachotaka kusema").fill("How much is a consultation?");
      await page.keyboard.press("Enter");
      await again
        .getByRole("log")
        .getByText(/1,?500 shillings/)
        .waitFor();
      expect(await again.getByText("Maikrofoni haikuruhusiwa.").count()).toBe(0);
      await again.getByRole("button", { name: "Kata simu" }).click();
      await again.getByText("Simu imeisha.").waitFor();
    });
    await endedCalls(before + 2);
  },
);

test.skipIf(!hasBrowser)("whoever closes it while the browser still asks for the microphone leaves nothing behind", async () => {
  const before = (await calls()).length;
  site.html = snippet(await newWidget({ name: "Undecided" }));
  await inBrowser(FLAGS, async (page) => {
    // A prompt that nobody answers.
    await page.addInitScript(() => {
      const never = () => new Promise<MediaStream>(() => undefined);
      if (navigator.mediaDevices) Object.defineProperty(navigator.mediaDevices, "getUserMedia", { value: never });
    });
    await page.goto(site.origin);
    await page.getByRole("button", { name: "Talk to us" }).click();
    const frame = await frameOf(page);
    await frame.getByRole("button", { name: "Start the call" }).click();
    await frame.getByText("Connecting").waitFor();
    await frame.getByRole("button", { name: "Close" }).click();
    await page.locator("iframe").waitFor({ state: "detached" });
  });
  expect(await calls()).toHaveLength(before);
});

test.skipIf(!hasBrowser)(
  "a page that is not on the list is told so in plain words, and cannot put the frame in by itself",
  async () => {
    const widget = await newWidget({ name: "Ours only" });
    await inBrowser(FLAGS, async (page) => {
      other.html = snippet(widget);
      await page.goto(other.origin);
      await page.getByRole("button", { name: "Talk to us" }).click();
      await page.getByText("This page is not one of those that may show this agent.").waitFor();
      expect(await page.locator("iframe").count()).toBe(0);
      expect(await faultsOf(page, "a widget that is refused")).toEqual([]);

      const stolen = `${server.url}/widgets/${widget.key}/frame`;
      other.html = `<iframe src="${stolen}" allow="microphone"></iframe>`;
      const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
      await page.goto(other.origin);
      await refused;
      expect(page.frames().some((frame) => frame.url() === stolen)).toBe(false);
      // Nothing else of this server stands in any frame, on a listed page either.
      for (const path of ["/", "/dashboard", "/sign-in"]) {
        const policy = (await fetch(server.url + path)).headers.get("content-security-policy");
        expect(policy).toContain("frame-ancestors 'none'");
      }
      const policy = (await fetch(stolen)).headers.get("content-security-policy") ?? "";
      expect(policy.endsWith(`frame-ancestors ${site.origin}`)).toBe(true);
    });
    expect(await refusal({ key: widget.key, origin: other.origin })).toEqual([403, "request.wrong_origin"]);
  },
);

test.skipIf(!hasBrowser)("a widget that is switched off shows nothing and takes no calls; a deleted one is gone", async () => {
  const widget = await newWidget({ name: "On and off" });
  site.html = snippet(widget);
  await inBrowser(FLAGS, async (page) => {
    await page.goto(site.origin);
    const open = page.getByRole("button", { name: "Talk to us" });
    await open.waitFor();
    await owner.client.call(changeWidget, { params: { widget_id: widget.id }, body: { is_active: false } });
    // On a page that was open before.
    await open.click();
    const frame = await frameOf(page);
    await frame.getByText("This agent takes no calls here at the moment.").waitFor();
    expect(await frame.getByRole("button", { name: "Start the call" }).isDisabled()).toBe(true);
    const anew = await (await page.context().browser()!.newContext()).newPage();
    const toldAnew = anew.waitForEvent("console", (message) => message.text().includes("switched off"));
    await anew.goto(site.origin);
    await toldAnew;
    expect(await anew.getByRole("button").count()).toBe(0);
  });
  const asked = { key: widget.key, origin: site.origin };
  expect(await refusal(asked)).toEqual([403, "widget.off"]);
  await owner.client.call(deleteWidget, { params: { widget_id: widget.id } });
  expect(await refusal(asked)).toEqual([404, "widget.not_found"]);
  expect((await fetch(`${server.url}/widgets/${widget.key}/widget.js`)).status).toBe(404);
  expect((await fetch(`${server.url}/widgets/${widget.key}/frame`)).status).toBe(404);
});

test("a widget takes as many calls at once, and from one address in an hour, as it says", async () => {
  const widget = await newWidget({ name: "Small", calls_at_once: 1, calls_per_hour: 5 });
  const asked = { key: widget.key, origin: site.origin };
  const first = await begun(asked);
  expect(await refusal(asked)).toEqual([503, "call.busy"]);
  expect((await post(`/api/widget-calls/${first.execution_id}/stop`, { pass: "x".repeat(32) })).status).toBe(403);
  expect((await post(`/api/widget-calls/${first.execution_id}/stop`, { pass: first.pass })).status).toBe(200);
  const codes: string[] = [];
  for (let n = 0; n < 4; n++) {
    const answer = await post("/api/widget-calls", asked);
    const body = (await answer.json()) as { code?: string; execution_id?: string; pass?: string };
    codes.push(body.code ?? "begun");
    if (body.execution_id) await post(`/api/widget-calls/${body.execution_id}/stop`, { pass: body.pass });
  }
  expect(codes).toEqual(["begun", "begun", "begun", "request.too_many"]);
});

/** What somebody does who wants an assistant on their page. */
async function snippetFromDashboard(browser: Browser): Promise<string> {
  const page = await openScreen(browser, { server, account: owner }, "/dashboard/developers");
  await page.getByText("No widgets yet").waitFor();
  await page.getByRole("button", { name: "New widget" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Enter at least one site.").waitFor();
  await dialog.getByLabel("Name").fill("Our site");
  await dialog.getByLabel("Agent").selectOption({ label: "Front desk" });
  await dialog.getByLabel("Sites that may show it").fill("http://www.example.com");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("This is not the address of a site: http://www.example.com").waitFor();
  await dialog.getByLabel("Sites that may show it").fill(`https://www.example.com/about\n${site.origin}/`);
  await dialog.getByLabel("Text of the button").fill("Ask the clinic");
  expect(await faultsOf(page, "developers, a new widget")).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("listitem", { name: "Our site" });
  await row.getByText(`https://www.example.com, ${site.origin}`).waitFor();
  expect(await faultsOf(page, "developers with a widget")).toEqual([]);
  const line = await row.locator("code").innerText();
  await page.context().close();
  return line;
}

async function newWidget(settings: Partial<Widget> & { name: string }): Promise<Widget> {
  return owner.client.call(createWidget, { body: { agent_id: agentId, origins: [site.origin], ...settings } });
}

function snippet({ key }: Widget): string {
  return `<script async src="${server.url}/widgets/${key}/widget.js"></script>`;
}

/** Of localhost, while this server is at 127.0.0.1: to a browser they are two sites. */
async function openSite(): Promise<Site> {
  const opened: Site = { origin: "", html: "", lang: "en", close: () => http.close() };
  const http: Server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="${opened.lang}"><title>Imani</title><body><main><h1>Imani Clinic</h1>${opened.html}</main></body></html>`,
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  opened.origin = `http://localhost:${(http.address() as AddressInfo).port}`;
  return opened;
}

/** The page in the widget's frame, when it is ready. */
async function frameOf(page: Page): Promise<Frame> {
  const element = await page.locator("iframe").elementHandle();
  const frame = await element!.contentFrame();
  if (!frame) throw new Error("The frame has no page");
  await frame.locator("h1", { hasText: "Front desk" }).waitFor();
  return frame;
}

function focusedIn(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
}

function calls() {
  return owner.client.call(listCalls, { query: {} }).then(({ data }) => data);
}

async function endedCalls(count: number): ReturnType<typeof calls> {
  await expect.poll(async () => (await calls()).filter(({ status }) => isFinal(status)).length).toBe(count);
  const all = await calls();
  expect(all).toHaveLength(count);
  return all;
}

async function begun(body: object): Promise<{ execution_id: string; pass: string }> {
  const answer = await post("/api/widget-calls", body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as { execution_id: string; pass: string };
}

async function refusal(body: object): Promise<[number, string]> {
  const answer = await post("/api/widget-calls", body);
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

function post(path: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function inBrowser(args: string[], story: (page: Page, browser: Browser) => Promise<void>): Promise<void> {
  const browser = await launchBrowser(args);
  try {
    await story(await browser.newPage(), browser);
  } finally {
    await browser.close();
  }
}
