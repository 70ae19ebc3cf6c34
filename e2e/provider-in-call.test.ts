/** What becomes of a call whose provider dies in the middle of a sentence, or whose keys are changed while it runs. */
import { spawn } from "node:child_process";
import {
  connectOwnService,
  createAgent,
  listCalls,
  listConnections,
  readCall,
  readHealth,
  removeConnection,
  type ExecutionDetail,
} from "@ongea/contract";
import { chat, chunkOf, startOpenAiServer, type OpenAiServer } from "@ongea/providers/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, type Account } from "./account.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers, type RunningServer } from "./running-server.ts";

const NAME = "Harbour model";
const dataDir = newDataDir();
let model: OpenAiServer;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;

beforeAll(async () => {
  if (!hasBrowser) return;
  model = await startOpenAiServer();
  server = await startServer({ dataDir, settings: { PRIVATE_ADDRESSES: "127.0.0.1" } });
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
  `a provider that dies in mid-sentence: what it said whole stays, another begins the rest anew, and the call says so${LEFT_OUT}`,
  async () => {
    answers((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunkOf({ content: "The harbour opens at eight. There is also a ferry that " }, null));
      setTimeout(() => response.destroy(), 300);
    });
    await connect("key-one");
    const page = await call();
    await say(page, "When do you open?");
    await expect.poll(async () => failureOf(await newest())).toMatchObject({ stage: "think", recovery: "fallback" });
    const said = /assistant: The harbour opens at eight\..*[.?]/u;
    await expect.poll(async () => (await newest())?.transcript ?? "").toMatch(said);
    await page.getByRole("button", { name: "Hang up" }).click();
    await expect.poll(async () => (await newest())?.status).toBe("completed");
    const ended = await newest();
    expect(ended?.transcript).toMatch(said);
    const failure = failureOf(ended);
    expect(failure).toMatchObject({ by: expect.stringContaining("desk-7b") as string, next: expect.any(String) as string });
    const ofConnection = async () => (await owner.client.call(listConnections)).data[0]?.failed?.by;
    await expect.poll(ofConnection).toContain("desk-7b");
    // It is the workspace's own: the installation is well.
    expect(JSON.stringify(await owner.client.call(readHealth))).not.toContain("desk-7b");
  },
);

test.skipIf(!hasBrowser)(
  `keys changed while a call runs: it keeps the one that it was lent, the next call has the new one${LEFT_OUT}`,
  async () => {
    answers((response, body) => chat([{ content: "The ferry leaves at six." }])(response, body));
    await connect("key-one");
    const page = await call();
    await say(page, "When does the ferry leave?");
    await page.getByText("The ferry leaves at six.").first().waitFor();
    expect(keys()).toEqual(["Bearer key-one"]);
    expect(await rotate()).toContain("seals all connections");
    await connect("key-two");
    await say(page, "And which pier is it?");
    await expect.poll(() => page.getByText("The ferry leaves at six.").count()).toBeGreaterThan(1);
    expect(keys()).toEqual(["Bearer key-one"]);
    await page.getByRole("button", { name: "Hang up" }).click();
    const next = await call();
    await say(next, "When does the ferry leave?");
    await next.getByText("The ferry leaves at six.").first().waitFor();
    expect(keys()).toEqual(["Bearer key-one", "Bearer key-two"]);
    await next.getByRole("button", { name: "Hang up" }).click();
    await expect.poll(async () => (await newest())?.status).toBe("completed");
    expect(JSON.stringify([server.output(), await newest()])).not.toMatch(/key-(?:one|two)/u);
  },
);

function answers(how: OpenAiServer["answer"]): void {
  model.answer = (response, body) => {
    const isQuestion = model.requests.at(-1)?.path.endsWith("/chat/completions");
    return isQuestion ? how(response, body) : void response.end(JSON.stringify({ data: [{ id: "desk-7b" }] }));
  };
}

/** Which keys thinking was asked with, each once, in order. */
function keys(): string[] {
  const asked = model.requests.filter(({ path, headers }) => path.endsWith("/chat/completions") && headers.authorization);
  return [...new Set(asked.map(({ headers }) => String(headers.authorization)))];
}

/** Takes the place of the connection that was there. */
async function connect(key: string): Promise<void> {
  for (const { id } of (await owner.client.call(listConnections)).data)
    await owner.client.call(removeConnection, { params: { connection_id: id } });
  await owner.client.call(connectOwnService, { body: { name: NAME, base_url: model.baseUrl, key, lends: ["llm"] } });
}

async function call(): Promise<Page> {
  const llm_config = { provider: "custom", base_url: model.baseUrl, model: "desk-7b" };
  const task = { tools_config: { llm_agent: { llm_config } }, task_config: { hangup_after_silence: 30 } };
  const agent_config = { agent_name: "Harbour", agent_welcome_message: "", tasks: [task] as [typeof task] };
  const { agent_id } = await owner.client.call(createAgent, { body: { agent_config } });
  const context = await browser!.newContext();
  await context.addCookies(browserCookies(server, owner));
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard/agent-setup/${agent_id}`);
  await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
  return page;
}

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Type a message" }).fill(words);
  await page.keyboard.press("Enter");
}

async function newest(): Promise<ExecutionDetail | undefined> {
  const [first] = (await owner.client.call(listCalls, { query: {} })).data;
  return first && owner.client.call(readCall, { params: { execution_id: first.id } });
}

function failureOf(ended: ExecutionDetail | undefined) {
  return ended?.journal.find((entry) => entry.kind === "failure" && entry.stage === "think");
}

/** A new master key, beside the running server. */
function rotate(): Promise<string> {
  const own = { PORT: String(server.port), SIP_PORT: String(server.sipPort), DATA_DIR: dataDir };
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...own };
  const child = spawn("npm", ["run", "-s", "keys", "--", "rotate"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => child.on("close", () => resolve(output)));
}
