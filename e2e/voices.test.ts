/** The voice library and the Voice Lab: a voice is heard, added, chosen, and heard in a call; samples are made, played, kept and deleted. */
import { readFileSync } from "node:fs";
import {
  createAgent,
  generateSpeech,
  listAudit,
  listCalls,
  listMyVoices,
  listVoices,
  listVoiceSamples,
  readAgent,
  readRecording,
} from "@ongea/contract";
import { findSound, readWav } from "@ongea/conversation";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, invitedAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { shareHeard, startTranscriber, type Transcriber } from "./transcribe.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;
let transcriber: Transcriber;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  transcriber = await startTranscriber();
  if (hasBrowser) browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"]);
});
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await transcriber.stop();
  await stopServers();
  removeDataDir(dataDir);
});

interface Look {
  width?: number;
  colorScheme?: "light" | "dark";
  language?: string;
}

async function open(
  path: string,
  { width = 1_440, colorScheme = "light", language = "en" }: Look = {},
  who = owner,
): Promise<Page> {
  const context = await browser!.newContext({ viewport: { width, height: 900 }, colorScheme, acceptDownloads: true });
  await context.addCookies(browserCookies(server, who));
  await context.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}

async function bytesAt(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(server.url + path, { headers: { cookie: owner.cookie } });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

test("each built-in voice says a sentence of its own language, and is asked for once", async () => {
  const { data } = await owner.client.call(listVoices);
  expect(data.length).toBeGreaterThan(50);
  for (const language of ["sw", "am", "af", "ar", "fr", "pt"])
    expect(data.some((voice) => voice.language.split("-")[0] === language)).toBe(true);
  const rms = data.find(({ voice_id: id }) => id === "rms");
  const both = await Promise.all([1, 2].map(() => bytesAt(`/api/voices/${rms?.id}/preview`)));
  expect(both[0]).toEqual(both[1]);
  const { samples, sampleRateHz } = readWav(both[0]!);
  const heard = await transcriber.words(samples, sampleRateHz);
  expect(shareHeard("thank you for calling your appointment is on Tuesday", heard)).toBeGreaterThan(0.5);
});

test.skipIf(!hasBrowser)(
  `a voice is heard in the library, added, chosen in the editor, and heard in a call${LEFT_OUT}`,
  async () => {
    const { agent_id: id } = await owner.client.call(createAgent, {
      body: { agent_config: { agent_name: "Night line", agent_welcome_message: "Good evening, this is the night line." } },
    });
    const page = await open("/dashboard/voices");
    await page.getByRole("searchbox", { name: "Search voices" }).fill("british english female");
    const card = page.getByRole("main").getByRole("listitem").first();
    await card.getByRole("button", { name: /^Preview/ }).click();
    await card.getByRole("button", { name: /^Stop/ }).waitFor();
    // It ends by itself.
    await card.getByRole("button", { name: /^Preview/ }).waitFor();
    await card.getByRole("button", { name: /^Add/ }).click();
    await page.getByText("Voice Added", { exact: true }).first().waitFor();
    await card.getByRole("button", { name: /^Remove/ }).waitFor();

    await page.goto(`${server.url}/dashboard/agent-setup/${id}?tab=voice`);
    await page.getByLabel("Voice", { exact: true }).selectOption("espeak:en-gb+f3");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Updated", { exact: true }).first().waitFor();
    const woman = await callIn(page);
    await page.getByLabel("Voice", { exact: true }).selectOption("awb");
    await page.getByRole("button", { name: "Save agent" }).click();
    const saved = async () => (await owner.client.call(readAgent, { params: { agent_id: id } })).version;
    await expect.poll(saved).toBe(3);
    const man = await callIn(page);
    expect(pitchOf(woman)).toBeGreaterThan(150);
    expect(pitchOf(man)).toBeLessThan(140);
    const heard = await transcriber.words(man.samples, man.sampleRateHz);
    expect(shareHeard("good evening this is the night line", heard)).toBeGreaterThan(0.4);
  },
);

test.skipIf(!hasBrowser)(
  `a word that is put on the list by keyboard is said so in the next call, and the transcript keeps it${LEFT_OUT}`,
  async () => {
    const greeting = "Welcome to Xhqztl.";
    const { agent_id: id } = await owner.client.call(createAgent, {
      body: { agent_config: { agent_name: "Brand line", agent_welcome_message: greeting } },
    });
    const page = await open("/dashboard/voice-lab?tab=pronunciation", { width: 390 });
    await page.getByText("No words yet", { exact: true }).waitFor();
    await page.getByLabel("Word", { exact: true }).focus();
    await page.keyboard.type("xhqztl");
    await page.keyboard.press("Tab");
    await page.keyboard.type("the doctor's office, please leave a message");
    await page.keyboard.press("Enter");
    await page.getByText("Word Saved", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Edit xhqztl" }).waitFor();

    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto(`${server.url}/dashboard/agent-setup/${id}`);
    const { samples, sampleRateHz } = await callIn(page, greeting);
    const heard = await transcriber.words(samples, sampleRateHz);
    expect(shareHeard("welcome to the doctor's office please leave a message", heard)).toBeGreaterThan(0.4);

    await page.goto(`${server.url}/dashboard/voice-lab?tab=pronunciation`);
    await page.getByRole("button", { name: "Remove xhqztl" }).press("Enter");
    await page.getByText("No words yet", { exact: true }).waitFor();
    const { data } = await owner.client.call(listAudit, { query: {} });
    expect(data.map(({ act }) => act)).toEqual(expect.arrayContaining(["pronunciation.kept", "pronunciation.removed"]));
  },
);

interface Sound {
  samples: Int16Array;
  sampleRateHz: number;
}

/** Calls the agent of the page and hears its greeting out: what the recording has of it. */
async function callIn(page: Page, greeting = "Good evening, this is the night line."): Promise<Sound> {
  await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
  await page.getByRole("list").getByText(greeting).last().waitFor();
  await page.waitForTimeout(3_500);
  await page.getByRole("button", { name: "Hang up" }).click();
  const newest = async () => (await owner.client.call(listCalls, { query: { limit: 1 } })).data[0];
  await expect.poll(async () => (await newest())?.status).toBe("completed");
  const wav = await bytesAt(readRecording.path.replace(":execution_id", (await newest())?.id ?? ""));
  const { dataAt, dataBytes, sampleRateHz } = findSound(wav) ?? { dataAt: 44, dataBytes: 0, sampleRateHz: 8_000 };
  const both = new Int16Array(wav.buffer.slice(dataAt, dataAt + dataBytes - (dataBytes % 4)));
  return { samples: both.filter((_, at) => at % 2 === 1), sampleRateHz };
}

/** The median of the voiced pieces, by autocorrelation; Hz. */
function pitchOf({ samples: sound, sampleRateHz }: Sound): number {
  const found: number[] = [];
  const size = Math.round(sampleRateHz * 0.04);
  for (let at = 0; at + 2 * size < sound.length; at += size) {
    const likeness = (lag: number): number => {
      let [product, a, b] = [0, 1, 1];
      for (let i = at; i < at + size; i++) {
        product += sound[i]! * sound[i + lag]!;
        a += sound[i]! ** 2;
        b += sound[i + lag]! ** 2;
      }
      return a / size < 40_000 ? 0 : product / Math.sqrt(a * b);
    };
    const lags = Array.from({ length: Math.floor(sampleRateHz / 70) }, (_, lag) => lag).slice(Math.floor(sampleRateHz / 320));
    const scored = lags.map((lag) => ({ lag, score: likeness(lag) }));
    const most = Math.max(...scored.map(({ score }) => score));
    // The shortest period that is nearly as good: a longer one is two of it.
    const best = scored.find(({ score }) => score > most * 0.93);
    if (best && most > 0.75) found.push(sampleRateHz / best.lag);
  }
  return found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
}

test.skipIf(!hasBrowser)(
  `a text is spoken in the Voice Lab, played, downloaded, sent through a telephone and deleted${LEFT_OUT}`,
  async () => {
    const page = await open("/dashboard/voice-lab");
    await page.getByText("No samples yet", { exact: true }).waitFor();
    const generate = page.getByRole("button", { name: "Generate Voice" });
    expect(await generate.isDisabled()).toBe(true);
    await page.getByLabel("Voice Model").selectOption({ label: "SLT – American English, Female" });
    await page.getByLabel("Text", { exact: true }).fill("Your parcel arrives tomorrow before noon.");
    await page.getByText("41 / 500 characters").waitFor();
    await page.getByLabel("Speed").fill("1.3");
    await page.getByLabel("Pitch").fill("-4");
    await page.getByLabel("Stability").fill("90");
    await generate.click();
    await page.getByText("Sample Generated", { exact: true }).first().waitFor();
    await page.getByText("Your voice sample has been generated successfully.").first().waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "Your parcel arrives" }).first();
    await row.getByRole("button", { name: /^Play/ }).click();
    await row.getByRole("button", { name: /^Pause/ }).waitFor();
    await row.getByRole("button", { name: /^Play/ }).waitFor();
    const coming = page.waitForEvent("download");
    await row.getByRole("link", { name: /^Download/ }).click();
    await page.getByText("Downloading", { exact: true }).first().waitFor();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^SLT-\d{4}-\d\d-\d\d\.wav$/);
    const { samples, sampleRateHz } = readWav(readFileSync(await file.path()));
    const heard = await transcriber.words(samples, sampleRateHz);
    expect(shareHeard("your parcel arrives tomorrow before noon", heard)).toBeGreaterThan(0.3);

    await page.getByRole("link", { name: "Voice Effects" }).click();
    await page.getByLabel("Effect").selectOption("telephone");
    await page.getByRole("button", { name: "Hear it" }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.getByRole("button", { name: "Save as a sample" }).click();
    await page
      .getByRole("listitem")
      .filter({ hasText: /Telephone/ })
      .waitFor();
    expect((await owner.client.call(listVoiceSamples, { query: {} })).data).toHaveLength(2);

    await page
      .getByRole("listitem")
      .filter({ hasText: /Telephone/ })
      .getByRole("button", { name: /^Delete/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Sample Deleted", { exact: true }).first().waitFor();
    const { data } = await owner.client.call(listVoiceSamples, { query: {} });
    expect(data.map(({ effect }) => effect)).toEqual([null]);
    expect(data[0]?.duration_seconds).toBeCloseTo(samples.length / sampleRateHz, 1);
  },
);

test("existing clients list voices and have a text spoken; 501 characters are refused", async () => {
  const listed = await server.client.call(listMyVoices, { query: {} });
  expect(listed).toMatchObject({ state: "success" });
  const headers = { ...server.credentials, "content-type": "application/json" };
  const bare = await (await fetch(`${server.url}/me/voices?format=array`, { headers })).json();
  expect(Array.isArray(bare)).toBe(true);
  const { data } = await server.client.call(generateSpeech, {
    body: { text: "Hello there.", provider: "builtin", provider_config: { voice: "slt", engine: "neural", language: "en-US" } },
  });
  const { samples, sampleRateHz } = readWav(Buffer.from(data, "base64"));
  expect(samples.length / sampleRateHz).toBeGreaterThan(0.4);
  const refused = await fetch(`${server.url}/tts/generate`, {
    method: "POST",
    headers,
    body: JSON.stringify({ text: "a".repeat(501) }),
  });
  expect(refused.status).toBe(422);
  const viewer = await invitedAccount(server, owner, "listener@example.com", "viewer");
  await expect(viewer.client.call(generateSpeech, { body: { text: "Hello" } })).rejects.toMatchObject({
    code: "access.forbidden",
  });
});

test.skipIf(!hasBrowser)(
  `voices that cannot be loaded are told, and those that are always there are shown${LEFT_OUT}`,
  async () => {
    const page = await open("/dashboard");
    await page.route("**/api/voices", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto(`${server.url}/dashboard/voices`);
    await page.getByText("Failed to load voices. Please try again.", { exact: true }).first().waitFor();
    await page.getByRole("heading", { name: "RMS" }).waitFor();
  },
);

test.skipIf(!hasBrowser)(
  `no part of the library and the lab has a fault that axe knows, nor more than the width there is${LEFT_OUT}`,
  async () => {
    for (const look of LOOKS) {
      const page = await open("/dashboard", look);
      for (const place of ["voices", "voice-lab", "voice-lab?tab=effects", "voice-lab?tab=pronunciation"]) {
        await page.goto(`${server.url}/dashboard/${place}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        const what = `${place} ${look.colorScheme} ${look.width} ${look.language}`;
        expect([what, await faultsOf(page, what)]).toEqual([what, []]);
        expect([what, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([what, 0]);
      }
      await page.context().close();
    }
  },
);

const LOOKS = [
  { width: 1_440, colorScheme: "light", language: "en" },
  { width: 390, colorScheme: "dark", language: "en" },
  { width: 390, colorScheme: "light", language: "ar" },
  { width: 390, colorScheme: "dark", language: "ar" },
] as const;
