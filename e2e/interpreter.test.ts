/** A small model beside the rules: what it counts, how it fails, and that calls are summarised by it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAgent, type ExecutionDetail, listCalls, readCall, readHealth } from "@ongea/contract";
import { chat, chunkOf, type OpenAiServer, refuses, startOpenAiServer } from "@ongea/providers/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const BY = "openai small-1b";
const dataDir = newDataDir();
let model: OpenAiServer;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;

beforeAll(async () => {
  if (!hasBrowser) return;
  model = await startOpenAiServer();
  const prices = join(dataDir, "prices.csv");
  const row = (unit: string) => `think,${BY},${unit},1000,https://example.com/contract,2026-11-01`;
  writeFileSync(prices, ["stage,by,unit,usd,source,as_of", row("million_tokens_in"), row("million_tokens_out"), ""].join("\n"));
  const settings = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: "small-1b", LLM_ROLE: "interprets", PROVIDER_PRICES: prices };
  server = await startServer({ dataDir, settings });
  owner = await firstAccount(server);
  browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"]);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await model?.close();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(
  `what the rules ask a model is in the call's cost, and the same model summarises the call${LEFT_OUT}`,
  async () => {
    model.answer = (response, body) => {
      const isChoice = body.toString("utf8").includes('"name":"choose"');
      if (!isChoice) return chat([{ content: "A caller asked about parking." }])(response, body);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunkOf({ content: '{"entries":["none_of_these"]}' }, null));
      response.write(chunkOf({}, "stop"));
      response.end(`data: {"choices":[],"usage":{"prompt_tokens":900,"completion_tokens":100}}\n\ndata: [DONE]\n\n`);
    };
    await hangUp(await call("motorbike"));
    const ended = await newest();
    expect(ended?.journal.filter((entry) => entry.kind === "usage" && entry.stage === "think")).toMatchObject([
      { by: BY, usage: { tokensIn: 900, tokensOut: 100 } },
    ]);
    // A thousand tokens at a thousand dollars for a million.
    expect(ended?.cost_breakdown.llm).toBeCloseTo(100);
    await expect.poll(async () => (await newest())?.summary).toBe("A caller asked about parking.");
    expect(model.refused).toEqual([]);
  },
);

test.skipIf(!hasBrowser)(
  `a model that fails when the rules ask it is in the call's journal and in the server's health${LEFT_OUT}`,
  async () => {
    model.answer = refuses(500, "The model crashed");
    for (const vehicle of ["lorry", "tractor"]) {
      await hangUp(await call(vehicle));
      expect((await newest())?.journal.filter((entry) => entry.kind === "failure")).toMatchObject([
        { stage: "think", by: BY, recovery: "fallback", next: "guided dialogue", problem: { code: "unavailable" } },
      ]);
    }
    const { parts } = await owner.client.call(readHealth);
    expect(parts).toContainEqual({ part: "speech", status: "degraded", note: expect.stringContaining(BY) as string });
  },
);

/** What was meant by the same words is remembered: each call asks of another vehicle. */
async function call(vehicle: string): Promise<Page> {
  const task = { task_config: { hangup_after_silence: 30 }, tools_config: { llm_agent: {} } };
  const summary = { task_type: "summarization" };
  const agent_config = { agent_name: "Harbour", agent_welcome_message: "", tasks: [task, summary] as never };
  const agent_prompts = { task_1: { system_prompt: "You answer for a harbour. The harbour opens at eight." } };
  const { agent_id } = await owner.client.call(createAgent, { body: { agent_config, agent_prompts } });
  const context = await browser!.newContext();
  await context.addCookies(browserCookies(server, owner));
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/agent-setup/${agent_id}`);
  await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
  await page
    .getByRole("textbox", { name: "Type a message" })
    .fill(`Is there a way to leave my ${vehicle} close to you while I wait?`);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await newest())?.transcript, { timeout: 20_000 }).toMatch(/^assistant:/mu);
  return page;
}

async function hangUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Hang up" }).click();
  await expect.poll(async () => (await newest())?.status).toBe("completed");
}

async function newest(): Promise<ExecutionDetail | undefined> {
  const [first] = (await owner.client.call(listCalls, { query: {} })).data;
  return first && owner.client.call(readCall, { params: { execution_id: first.id } });
}
