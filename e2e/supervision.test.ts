/** A supervisor in the dashboard listens to a call of a real telephone, whispers to its assistant, and takes it over with a telephone of her own. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addressOf,
  changeMember,
  createAgent,
  joinTakenOver,
  LISTEN_SOCKET,
  listMembers,
  listAudit,
  placeCall,
  readCall,
  takeOverCall,
  whisperInCall,
  type ExecutionDetail,
} from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, invitedAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { hasBaresip, startBaresip, type Baresip } from "./phones/baresip.ts";
import { momentsAt, readWav, tone, writeWav } from "./phones/wav.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { speakToWav, type Part } from "./spoken-wav.ts";

const HOST = "127.0.0.2";
const hasParts =
  hasBaresip && hasBrowser && existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
const LEFT_OUT = hasParts ? "" : " (left out: baresip, Chromium, flite or PocketSphinx is not installed)";
/** As `speakToWav` and the supervisor's telephone make them. */
const CALLER_HZ = 1_000;
const DESK_HZ = 440;
const HINT = "Offer ten percent off.";

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
const phones: Baresip[] = [];
/** What the mind was asked, the newest last. */
const asked: string[] = [];
let model: OpenAiServer;
let server: RunningServer;
let owner: Account;

beforeAll(async () => {
  if (!hasParts) return;
  model = await startOpenAiServer();
  model.answer = (response, body) => {
    asked.push(body.toString());
    return chat([{ content: "It costs three hundred." }], "stop")(response, body);
  };
  const settings = { SIP_PHONES: "kiosk:secret,desk:secret", LLM_BASE_URL: model.baseUrl, LLM_MODEL: "scripted" };
  server = await startServer({ dataDir, host: HOST, settings });
  owner = await firstAccount(server);
});
afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.stop()));
});
afterAll(async () => {
  await stopServers();
  await model?.close();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasParts)(
  `a supervisor hears a running call, whispers, takes it over by telephone, and all of it is in the call and in the log${LEFT_OUT}`,
  async () => {
    asked.length = 0;
    const desk = await phone("desk");
    const caller = await phone("kiosk", [
      { silenceMs: 6_000 },
      { toneMs: 9_000 },
      { silenceMs: 1_000 },
      { say: "What does it cost, please?" },
      { silenceMs: 4_000 },
      { toneMs: 30_000 },
    ]);
    const id = await ring();
    await caller.event("CALL_ESTABLISHED");
    const browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"]);
    const page = await open(await browser.newContext(), id);
    await page.getByRole("button", { name: "Listen in" }).click();
    await expect.poll(() => loudestHz(page)).toBeGreaterThan(CALLER_HZ - 40);
    expect(await loudestHz(page)).toBeLessThan(CALLER_HZ + 40);

    await page.getByRole("textbox", { name: "Whisper to the agent" }).fill(HINT);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByText(HINT).count()).toBe(1);
    await expect.poll(() => asked.at(-1) ?? "").toContain(HINT);

    await page.getByRole("textbox", { name: "Your telephone" }).fill("desk");
    await page.getByRole("button", { name: "Take over", exact: true }).click();
    await desk.event("CALL_ESTABLISHED");
    await page.getByText("desk is talking to the caller.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop listening" }).waitFor();
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    desk.hangUp();
    await caller.event("CALL_CLOSED");
    // Nobody else in this call makes this tone; on a machine that is busy it comes with gaps.
    expect(await lastSecondsAt(DESK_HZ, caller)).toBeGreaterThan(0.3);
    await expect.poll(async () => (await read(id)).status).toBe("completed");
    await page.getByRole("button", { name: "Stop listening" }).waitFor({ state: "detached" });
    await browser.close();

    const call = await read(id);
    expect(call.journal.find((entry) => entry.kind === "whisper")).toMatchObject({ by: owner.email, text: HINT });
    expect(call.journal.find((entry) => entry.kind === "transfer")).toMatchObject({ by: owner.email, to: "desk" });
    expect(call.transcript ?? "").not.toContain("percent");
    const acts = (await owner.client.call(listAudit, { query: {} })).data.filter(({ subject }) => subject === id);
    expect(acts.map(({ act }) => act).toSorted()).toEqual(["call.listened", "call.taken_over", "call.whispered"]);
  },
);

test.skipIf(!hasParts)(
  `a viewer may not supervise, one whose role is taken away stops hearing, and a telephone that is not answered leaves the call alone${LEFT_OUT}`,
  async () => {
    const caller = await phone("kiosk", [{ silenceMs: 2_000 }, { toneMs: 60_000 }]);
    const id = await ring();
    await caller.event("CALL_ESTABLISHED");
    const viewer = await invitedAccount(server, owner, `viewer-${id}@example.com`, "viewer");
    const params = { execution_id: id };
    const forbidden = { code: "access.forbidden" };
    await expect(viewer.client.call(whisperInCall, { params, body: { text: HINT } })).rejects.toMatchObject(forbidden);
    await expect(viewer.client.call(takeOverCall, { params, body: { to: "desk" } })).rejects.toMatchObject(forbidden);
    const browser = await launchBrowser();
    expect(await (await listener(browser, viewer, id)).end()).toMatch(/^1006/);
    const juma = await invitedAccount(server, owner, `juma-${id}@example.com`, "agent_manager");
    const ear = await listener(browser, juma, id);
    await expect.poll(() => ear.heard()).toBeGreaterThan(0);
    const member = (await owner.client.call(listMembers)).data.find(({ email }) => email === juma.email);
    await owner.client.call(changeMember, { params: { member_id: member?.id ?? "" }, body: { role: "viewer" } });
    expect(await ear.end()).toBe("1008 access.forbidden");
    await browser.close();
    const nobody = owner.client.call(takeOverCall, { params, body: { to: "nobody" } });
    await expect(nobody).rejects.toMatchObject({ code: "call.bad_number" });
    expect((await read(id)).status).toBe("in-progress");
    caller.hangUp();
    await expect.poll(async () => (await read(id)).status).toBe("completed");
    await expect(owner.client.call(whisperInCall, { params, body: { text: HINT } })).rejects.toMatchObject({
      code: "call.ended",
    });
  },
);

test.skipIf(!hasParts)(
  `a supervisor takes a call over at the page, by microphone, and hanging up ends it${LEFT_OUT}`,
  async () => {
    const caller = await phone("kiosk", [{ silenceMs: 2_000 }, { toneMs: 60_000 }]);
    const id = await ring();
    await caller.event("CALL_ESTABLISHED");
    const microphone = join(folder, "microphone.wav");
    await writeWav(microphone, tone(DESK_HZ, 60));
    const browser = await launchBrowser([
      "--autoplay-policy=no-user-gesture-required",
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-audio-capture=${microphone}`,
    ]);
    const page = await open(await browser.newContext(), id);
    const params = { execution_id: id };
    await expect(owner.client.call(joinTakenOver, { params, body: {} })).rejects.toMatchObject({ code: "call.not_offered" });
    await page.getByRole("button", { name: "Take over here" }).click();
    await page.getByText("You talk with the caller", { exact: false }).waitFor();
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    const twice = owner.client.call(takeOverCall, { params, body: { to: "kiosk" } });
    await expect(twice).rejects.toMatchObject({ code: "call.handed_over" });
    await page.getByRole("button", { name: "Hang up" }).click();
    await caller.event("CALL_CLOSED");
    expect(await lastSecondsAt(DESK_HZ, caller)).toBeGreaterThan(0.3);
    await expect.poll(async () => (await read(id)).status).toBe("completed");
    await page.getByRole("button", { name: "Take over here" }).waitFor({ state: "detached" });
    await browser.close();
    expect((await read(id)).journal.find((entry) => entry.kind === "transfer")).toMatchObject({ by: owner.email, to: "browser" });
  },
);

/** An agent rings the kiosk. Resolves with the call's id. */
async function ring(): Promise<string> {
  const { client } = owner;
  const task = { task_config: { hangup_after_silence: 30 } };
  const agent_config = { agent_name: "Prices", agent_welcome_message: "", tasks: [task] as [typeof task] };
  const { agent_id } = await client.call(createAgent, { body: { agent_config } });
  return (await client.call(placeCall, { body: { agent_id, recipient_phone_number: "kiosk" } })).execution_id;
}

/** Listens as any program in a browser could, and knows what it heard and why it ended. */
async function listener(browser: Browser, { cookie }: Account, id: string) {
  const context = await browser.newContext();
  await context.addCookies(browserCookies(server, { cookie }));
  const page = await context.newPage();
  await page.goto(server.url);
  await page.evaluate(
    (path) => {
      const socket = new WebSocket(location.origin.replace("http", "ws") + path);
      const ear = {
        heard: 0,
        end: new Promise((resolve) => socket.addEventListener("close", ({ code, reason }) => resolve(`${code} ${reason}`))),
      };
      socket.addEventListener("message", () => ear.heard++);
      Object.assign(globalThis, { ear });
    },
    addressOf(LISTEN_SOCKET, { execution_id: id }),
  );
  return {
    heard: () => page.evaluate(() => (globalThis as unknown as { ear: { heard: number } }).ear.heard),
    end: () => page.evaluate(() => (globalThis as unknown as { ear: { end: Promise<string> } }).ear.end),
  };
}

async function open(context: BrowserContext, id: string): Promise<Page> {
  await context.addCookies(browserCookies(server, owner));
  const page = await context.newPage();
  // What goes to the loudspeaker is measured on its way.
  await page.addInitScript(() => {
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode, ...rest: number[]) => AudioNode;
    const analysers: AnalyserNode[] = [];
    (globalThis as unknown as { analysers: AnalyserNode[] }).analysers = analysers;
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode, ...rest: number[]) {
      if (to instanceof AudioDestinationNode) {
        const analyser = this.context.createAnalyser();
        connect.call(this, analyser);
        analysers.push(analyser);
      }
      return connect.call(this, to, ...rest);
    } as typeof AudioNode.prototype.connect;
  });
  await page.goto(`${server.url}/dashboard/call-history/${id}`);
  return page;
}

/** The frequency of what the page plays; 0 for silence. */
function loudestHz(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { analysers } = globalThis as unknown as { analysers: AnalyserNode[] };
    let best = { level: -60, hz: 0 };
    for (const analyser of analysers) {
      const bins = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(bins);
      bins.forEach((level, index) => {
        if (level > best.level) best = { level, hz: (index * analyser.context.sampleRate) / analyser.fftSize };
      });
    }
    return best.hz;
  });
}

async function phone(user: string, words?: readonly Part[]): Promise<Baresip> {
  const microphoneWav = join(folder, `${user}-${Date.now()}.wav`);
  if (words) speakToWav(microphoneWav, words, 8_000);
  else await writeWav(microphoneWav, tone(DESK_HZ, 40));
  const account = { user, password: "secret", server: `${HOST}:${server.sipPort}` };
  const made = await startBaresip({ microphoneWav, account, timeoutMs: 200_000, answers: true });
  phones.push(made);
  await expect.poll(() => made.output()).toContain("200 OK");
  return made;
}

/** How many moments of what somebody heard at the end are this tone. */
async function lastSecondsAt(hz: number, by: Baresip): Promise<number> {
  const { heard = "" } = await by.recordings();
  await expect.poll(async () => (await readWav(heard)).samples.length).toBeGreaterThan(24_000);
  const sound = await readWav(heard);
  return momentsAt(hz, { ...sound, samples: sound.samples.slice(-3 * sound.sampleRateHz, -sound.sampleRateHz) });
}

function read(id: string): Promise<ExecutionDetail> {
  return owner.client.call(readCall, { params: { execution_id: id } });
}
