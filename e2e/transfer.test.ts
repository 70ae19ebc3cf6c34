/** A caller is put through to a telephone on somebody's desk, by real phones; and what the caller hears when nobody is there. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, listCalls, placeCall, readCall, type ExecutionDetail } from "@ongea/contract";
import { chat, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount } from "./account.ts";
import { hasBrowser, launchBrowser } from "./browser.ts";
import { hasBaresip, startBaresip, type Baresip, type BaresipOptions } from "./phones/baresip.ts";
import { momentsAt, readWav, tone, writeWav } from "./phones/wav.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { speakToWav, type Part } from "./spoken-wav.ts";

const HOST = "127.0.0.2";
const hasParts =
  hasBaresip &&
  existsSync("/usr/bin/flite") &&
  existsSync("/usr/bin/sox") &&
  existsSync("/usr/share/pocketsphinx/model/en-us/en-us");
const LEFT_OUT = hasParts ? "" : " (left out: baresip, flite, sox or PocketSphinx is not installed)";
/** As `speakToWav` and the person at the desk make them. */
const CALLER_HZ = 1_000;
const DESK_HZ = 440;

const dataDir = newDataDir();
const folder = mkdtempSync(join(tmpdir(), "ongea-e2e-"));
const phones: Baresip[] = [];
let model: OpenAiServer;
let server: RunningServer;

beforeAll(async () => {
  if (!hasParts) return;
  model = await startOpenAiServer();
  const call = { id: "t1", index: 0, type: "function", function: { name: "transfer_to_sales", arguments: "{}" } };
  model.answer = (response, body) => {
    const { messages } = JSON.parse(body.toString()) as { messages: { role: string; content?: string }[] };
    const last = messages.at(-1);
    const answer = last?.role === "tool" ? { content: `They are not there: ${last.content ?? ""}` } : { tool_calls: [call] };
    return chat([answer], "tool_calls" in answer ? "tool_calls" : "stop")(response, body);
  };
  const settings = { SIP_PHONES: "kiosk:secret,desk:secret", LLM_BASE_URL: model.baseUrl, LLM_MODEL: "scripted" };
  server = await startServer({ dataDir, host: HOST, settings });
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
  `a caller is put through: both hear each other, and when one hangs up both are free${LEFT_OUT}`,
  async () => {
    const desk = await phone("desk", { answers: true });
    const caller = await phone("kiosk", { answers: true }, [
      { silenceMs: 3_000 },
      { say: "Please put me through to sales." },
      { silenceMs: 3_000 },
      { toneMs: 20_000 },
    ]);
    await talk("desk");
    await desk.event("CALL_ESTABLISHED");
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    desk.hangUp();
    await caller.event("CALL_CLOSED");
    expect(await lastSecondsAt(DESK_HZ, caller)).toBeGreaterThan(0.7);
    expect(await lastSecondsAt(CALLER_HZ, desk)).toBeGreaterThan(0.7);
    const call = await lastCall();
    expect(call).toMatchObject({ status: "completed", telephony_data: { hangup_reason: "Call completed" } });
    expect(call.transcript).toContain("assistant: One moment, I am putting you through.");
    const put = call.journal.find((entry) => entry.kind === "transfer");
    expect(put).toMatchObject({ to: "desk" });
    expect(call.transfer_call_data).toMatchObject({ to_number: "desk", status: "completed", hangup_reason: "Call completed" });
    expect(Number(call.transfer_call_data?.duration)).toBeGreaterThan(6);
    expect(put && put.kind === "transfer" ? put.endMs - put.startMs : 0).toBeGreaterThan(6_000);
  },
);

test.skipIf(!hasParts)(`nobody at the desk: the caller is told so and the agent goes on${LEFT_OUT}`, async () => {
  const caller = await phone("kiosk", { answers: true }, [
    { silenceMs: 3_000 },
    { say: "Please put me through to sales." },
    { silenceMs: 30_000 },
  ]);
  await talk("nobody");
  await caller.event("CALL_ESTABLISHED");
  await expect.poll(async () => JSON.stringify((await newest())?.journal ?? [])).toContain("They are not there");
  caller.hangUp();
  const call = await lastCall();
  expect(call.journal.find((entry) => entry.kind === "tool")).toMatchObject({ ok: false, name: "transfer_to_sales" });
  expect(call.telephony_data.hangup_reason).toBe("Call recipient hung up");
});

test.skipIf(!hasParts || !hasBrowser)(
  `a caller in the browser is put through to a telephone, which is free when the page hangs up${LEFT_OUT}`,
  async () => {
    const desk = await phone("desk", { answers: true });
    const agentId = await switchboard("desk");
    const browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"]);
    const context = await browser.newContext();
    await context.addCookies(browserCookies(server, await firstAccount(server)));
    const page = await context.newPage();
    await page.goto(`${server.url}/dashboard/agent-setup/${agentId}`);
    await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
    await page.getByRole("textbox", { name: "Type a message" }).fill("Sales, please");
    await page.keyboard.press("Enter");
    await desk.event("CALL_ESTABLISHED");
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await page.getByRole("button", { name: "Hang up" }).click();
    await desk.event("CALL_CLOSED");
    expect((await lastCall()).transfer_call_data).toMatchObject({ to_number: "desk" });
    await browser.close();
  },
);

/** An agent that puts callers through to this phone rings the kiosk. */
async function talk(to: string): Promise<void> {
  const agent_id = await switchboard(to);
  await server.client.call(placeCall, { body: { agent_id, recipient_phone_number: "kiosk" } });
}

async function switchboard(to: string): Promise<string> {
  const { client } = server;
  const tool = { key: "transfer_call", name: "transfer_to_sales", pre_call_message: "One moment, I am putting you through." };
  const api_tools = { tools: [tool], tools_params: { [tool.name]: { param: JSON.stringify({ call_transfer_number: to }) } } };
  const task = { tools_config: { api_tools }, task_config: { hangup_after_silence: 30 } };
  const agent_config = { agent_name: "Switchboard", agent_welcome_message: "", tasks: [task] as [typeof task] };
  return (await client.call(createAgent, { body: { agent_config } })).agent_id;
}

async function phone(user: string, options: Partial<BaresipOptions>, words?: readonly Part[]): Promise<Baresip> {
  const microphoneWav = join(folder, `${user}-${Date.now()}.wav`);
  if (words) speakToWav(microphoneWav, words, 8_000);
  else await writeWav(microphoneWav, tone(DESK_HZ, 40));
  const account = { user, password: "secret", server: `${HOST}:${server.sipPort}` };
  const made = await startBaresip({ microphoneWav, account, timeoutMs: 200_000, ...options });
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

async function newest(): Promise<ExecutionDetail | undefined> {
  const { client } = server;
  const [first] = (await client.call(listCalls, { query: {} })).data;
  return first && client.call(readCall, { params: { execution_id: first.id } });
}

async function lastCall(): Promise<ExecutionDetail> {
  await expect.poll(async () => (await newest())?.status).toBe("completed");
  return (await newest())!;
}
