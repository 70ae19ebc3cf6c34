/** A caller whose agent hears and thinks with a realtime model: what it is given, and what becomes of the call when its session is lost. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  connectOwnService,
  createAgent,
  listCalls,
  readAgent,
  readCall,
  type ExecutionDetail,
  type RealtimeMode,
  type S2s,
  valueAt,
} from "@ongea/contract";
import {
  startGeminiLiveServer,
  startOpenAiRealtimeServer,
  startUltravoxServer,
  type OpenAiRealtimeServer,
} from "@ongea/providers/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";
import { speakToWav } from "./spoken-wav.ts";

const hasParts = hasBrowser && existsSync("/usr/bin/flite") && existsSync("/usr/bin/sox");
const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
/** A spoken question comes twice in it. */
const CALL_MS = 120_000;

/** What takes over is the installation's own. */
const BUILT_IN = {
  llm_agent: { llm_config: { provider: "default" } },
  transcriber: { provider: "default" },
  synthesizer: { provider: "default" },
};

let peer: OpenAiRealtimeServer;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;

beforeAll(async () => {
  if (!hasParts) return;
  peer = await startOpenAiRealtimeServer();
  peer.answer = (_, response) => void response.end(JSON.stringify({ data: [{ id: "gpt-realtime" }] }));
  peer.transcript = () => "When are you open on Saturday?";
  peer.reply = () => ({ words: ["On Saturday ", "the ferry ", "leaves at nine."] });
  server = await startServer({ dataDir, settings: { PRIVATE_ADDRESSES: "127.0.0.1" } });
  owner = await firstAccount(server);
  await owner.client.call(connectOwnService, {
    body: { name: "Realtime peer", base_url: `${peer.baseUrl}/v1`, key: "sk-realtime", lends: ["llm"] },
  });
  const microphone = join(folder, "microphone.wav");
  speakToWav(microphone, [{ silenceMs: 5_000 }, { say: "When are you open on Saturday?" }, { silenceMs: 9_000 }]);
  browser = await launchBrowser([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${microphone}`,
    "--autoplay-policy=no-user-gesture-required",
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await peer?.close();
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasParts)(
  `a realtime model hears the caller, our voice says its answer, and when it is lost the call goes on without it${LEFT_OUT}`,
  async () => {
    const page = await call("half");
    await page.getByText("the ferry leaves at nine.").first().waitFor({ timeout: CALL_MS });
    const asked = peer.events.find((event) => event.type === "response.create")?.response;
    expect(asked?.input?.at(-1)).toMatchObject({ type: "item_reference" });
    expect(asked?.instructions).toContain("harbour");
    expect(peer.mistakes).toEqual([]);
    for (const socket of peer.open) socket.terminate();
    await expect.poll(async () => failuresOf(await newest()), { timeout: CALL_MS }).toContain("hear");
    await page.getByRole("textbox", { name: "Type a message" }).fill("Hello, are you still there?");
    await page.keyboard.press("Enter");
    await expect.poll(async () => afterLoss(await newest()), { timeout: CALL_MS }).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Hang up" }).click();
    await expect.poll(async () => (await newest())?.status).toBe("completed");
    const ended = await newest();
    expect(ended?.transcript).toMatch(
      /user: When are you open on Saturday\?\nassistant: On Saturday the ferry leaves at nine\./u,
    );
    expect(ended?.journal.find((entry) => entry.kind === "failure")).toMatchObject({
      problem: { code: "unavailable" },
      by: "openai gpt-4o-mini-transcribe",
      next: expect.any(String) as string,
    });
    const used = ended?.journal.flatMap((entry) => (entry.kind === "usage" ? [`${entry.stage} ${entry.by}`] : []));
    expect(used).toEqual(expect.arrayContaining(["hear openai gpt-4o-mini-transcribe", "think openai gpt-realtime"]));
    expect(JSON.stringify([server.output(), ended])).not.toContain("sk-realtime");
  },
  2 * CALL_MS,
);

test.skipIf(!hasParts)(
  `in full mode the model's own voice is heard, and a claim that no tool made true is another voice's${LEFT_OUT}`,
  async () => {
    peer.reply = () => ({ words: ["The ferry ", "leaves at nine. ", "Your seat ", "is booked. ", "Safe travels."] });
    const page = await call("full");
    await page.getByText("Safe travels.").first().waitFor({ timeout: CALL_MS });
    await page.getByRole("button", { name: "Hang up" }).click();
    await expect.poll(async () => (await newest())?.status).toBe("completed");
    const ended = await newest();
    expect(ended?.journal).toContainEqual(expect.objectContaining({ kind: "corrected", said: "Your seat is booked." }));
    expect(ended?.transcript).not.toContain("Your seat is booked");
    const spoke = ended?.journal.flatMap((entry) => (entry.kind === "usage" && entry.stage === "speak" ? [entry.by] : [])) ?? [];
    expect(spoke).toContain("openai gpt-realtime");
    // The welcome and the guard's sentence.
    expect(new Set(spoke).size).toBeGreaterThan(1);
    expect(ended?.journal.filter((entry) => entry.kind === "failure" && entry.stage === "speak")).toEqual([]);
    expect(peer.mistakes).toEqual([]);
  },
  2 * CALL_MS,
);

test.skipIf(!hasParts)(
  `Gemini Live answers what it hears in its own voice, and the next answer follows what the caller heard${LEFT_OUT}`,
  async () => {
    const gemini = await startGeminiLiveServer();
    gemini.transcript = () => "When are you open on Saturday?";
    gemini.answer = (_, response) => void response.end(JSON.stringify({ data: [{ id: "gemini-3.8-live" }] }));
    gemini.reply = () => ({ words: ["On Saturday ", "the ferry ", "leaves at ten."] });
    await owner.client.call(connectOwnService, {
      body: { name: "Live peer", base_url: gemini.baseUrl, key: "AIza-live", lends: ["llm"] },
    });
    const page = await call("full", { provider: "gemini_live", base_url: gemini.baseUrl, provider_config: {} });
    const answers = page.getByText("the ferry leaves at ten.");
    await expect.poll(() => answers.count(), { timeout: CALL_MS }).toBeGreaterThan(1);
    await page.getByRole("button", { name: "Hang up" }).click();
    await expect.poll(async () => (await newest())?.status).toBe("completed");
    const ended = await newest();
    expect(ended?.transcript?.match(/assistant: On Saturday the ferry leaves at ten\./gu)?.length).toBeGreaterThan(1);
    expect(ended?.journal.filter((entry) => entry.kind === "failure")).toEqual([]);
    expect(gemini.refusals).toEqual([]);
    expect(JSON.stringify([server.output(), ended])).not.toContain("AIza-live");
    await gemini.close();
  },
  2 * CALL_MS,
);

test.skipIf(!hasParts)(
  `Ultravox answers what it hears in its own voice, and another one takes over when its call is lost${LEFT_OUT}`,
  async () => {
    const ultravox = await startUltravoxServer();
    ultravox.transcript = () => "When are you open on Saturday?";
    ultravox.reply = () => ({ words: ["On Saturday ", "the ferry ", "leaves at eleven."] });
    await owner.client.call(connectOwnService, {
      body: { name: "Ultravox peer", base_url: ultravox.baseUrl, key: "uv-key-0123456789", lends: ["llm"] },
    });
    const page = await call("full", { provider: "ultravox", base_url: ultravox.baseUrl, provider_config: {} });
    await page.getByText("the ferry leaves at eleven.").first().waitFor({ timeout: CALL_MS });
    for (const socket of ultravox.open) socket.terminate();
    await expect.poll(async () => failuresOf(await newest()), { timeout: CALL_MS }).toContain("hear");
    await page.getByRole("button", { name: "Hang up" }).click();
    await expect.poll(async () => (await newest())?.status).toBe("completed");
    const ended = await newest();
    expect(ended?.transcript).toMatch(/assistant: On Saturday the ferry leaves at eleven\./u);
    expect(ended?.journal.find((entry) => entry.kind === "failure")).toMatchObject({
      problem: { code: "unavailable" },
      by: "ultravox ultravox-v0.7",
      next: expect.any(String) as string,
    });
    // By the minute, and by the workspace's own account.
    expect(ended?.cost_breakdown.transcriber).toBeGreaterThan(0);
    expect(ended?.journal).toContainEqual(expect.objectContaining({ kind: "usage", by: "ultravox ultravox-v0.7", own: true }));
    expect(ultravox.refusals).toEqual([]);
    expect(JSON.stringify([server.output(), ended])).not.toContain("uv-key");
    await ultravox.close();
  },
  2 * CALL_MS,
);

test.skipIf(!hasParts)(`the editor shows whose model it is, and keeps what a person chooses${LEFT_OUT}`, async () => {
  const id = await agent("full");
  const page = await openScreen(browser, { server, account: owner }, `/dashboard/agent-setup/${id}?tab=llm`);
  const section = page.getByRole("region", { name: "Realtime model" });
  await section.getByLabel("Voice of the model").fill("cedar");
  expect(await faultsOf(page, "a realtime model")).toEqual([]);
  await section.getByLabel("Who speaks").selectOption("The agent’s voice (TTS)");
  await expect.poll(() => section.getByLabel("Voice of the model").count()).toBe(0);
  await section.getByLabel("Model", { exact: true }).fill("gpt-realtime-2.1-mini");
  await page.getByRole("button", { name: "Save agent" }).click();
  const saved = async () =>
    valueAt(await owner.client.call(readAgent, { params: { agent_id: id } }), ["tasks", 0, "tools_config", "s2s"]);
  const provider_config = { model: "gpt-realtime-2.1-mini", mode: "half", voice: "cedar" };
  await expect.poll(saved).toMatchObject({ provider: "openai_realtime", base_url: `${peer.baseUrl}/v1`, provider_config });
  // The editor has taken in what was saved.
  await expect.poll(() => page.getByRole("button", { name: "Save agent" }).isDisabled()).toBe(true);
  await section.getByLabel("Provider").selectOption("None");
  await page.getByRole("button", { name: "Save agent" }).click();
  await expect.poll(saved).toBeNull();
});

async function agent(mode: RealtimeMode, other?: S2s): Promise<string> {
  const s2s = other ?? {
    provider: "openai_realtime",
    base_url: `${peer.baseUrl}/v1`,
    provider_config: { model: "gpt-realtime", mode },
  };
  const task = { tools_config: { s2s, ...BUILT_IN }, task_config: { hangup_after_silence: 30, call_terminate: 240 } };
  const agent_config = { agent_name: "Harbour", agent_welcome_message: "Harbour office.", tasks: [task] as [typeof task] };
  const agent_prompts = { task_1: { system_prompt: "You answer for the harbour office." } };
  return (await owner.client.call(createAgent, { body: { agent_config, agent_prompts } })).agent_id;
}

async function call(mode: RealtimeMode, other?: S2s): Promise<Page> {
  const id = await agent(mode, other);
  const context = await browser!.newContext();
  await context.addCookies(browserCookies(server, owner));
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/agent-setup/${id}`);
  await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
  return page;
}

async function newest(): Promise<ExecutionDetail | undefined> {
  const [first] = (await owner.client.call(listCalls, { query: {} })).data;
  return first && owner.client.call(readCall, { params: { execution_id: first.id } });
}

function failuresOf(ended: ExecutionDetail | undefined): string[] {
  return (
    ended?.journal.flatMap((entry) => (entry.kind === "failure" && entry.recovery === "fallback" ? [entry.stage] : [])) ?? []
  );
}

/** The agent's turns since its realtime session was lost. */
function afterLoss(ended: ExecutionDetail | undefined): number {
  const journal = ended?.journal ?? [];
  const lost = journal.findIndex((entry) => entry.kind === "failure" && entry.stage === "hear");
  return lost < 0 ? 0 : journal.slice(lost).filter((entry) => entry.kind === "turn" && entry.by === "assistant").length;
}
