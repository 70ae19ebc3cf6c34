/** The hosted vendor's web clients: one WebSocket a call, opened with a key from a page of another site. */
import { createKey, listAgents } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWebCallPage, type WebCallPage } from "../server/src/platform/testing/web-call-page.ts";
import { firstAccount, type Account } from "./account.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const NOBODY = "3c90c3cc-0d44-4b50-8888-8dd25736052a";
const SILENCE = JSON.stringify({ type: "audio", data: Buffer.alloc(8_192).toString("base64") });
const INIT = JSON.stringify({ type: "init", meta_data: { context_data: { name: "Asha" } } });

const dataDir = newDataDir();
let server: RunningServer;
let owner: Account;
let key: string;
let agentId: string;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  key = (await owner.client.call(createKey, { body: { name: "Site", role: "agent_manager", scope: "call" } })).key;
  agentId = (await owner.client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!.id;
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

function connect(path: string, headers: Record<string, string> = {}): WebCallPage {
  return openWebCallPage(server.url.replace("http", "ws") + path, { origin: "https://shop.example", ...headers });
}

async function refusedWith(path: string, headers?: Record<string, string>): Promise<string> {
  return connect(path, headers).closed.then(
    ({ code }) => `closed ${code}`,
    (error: Error) => error.message,
  );
}

/** The newest call as the API tells it. */
async function newestCall(): Promise<Record<string, unknown> & { id: string }> {
  const answer = await fetch(`${server.url}/v2/agent/${agentId}/executions?provider=web-call`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return ((await answer.json()) as { data: { id: string }[] }).data[0] as Record<string, unknown> & { id: string };
}

test("a web client says init, hears ack and then the agent as WAV files, and its call is in the log with its data", async () => {
  const { socket, heard, closed } = connect(
    `/web-call/v1/${agentId}?auth_token=${key}&user_agent=web-call&enforce_streaming=true`,
  );
  await new Promise((resolve) => socket.on("open", resolve));
  socket.send(SILENCE);
  socket.send(INIT);
  await expect.poll(() => heard[0]).toEqual({ type: "ack" });
  const talking = setInterval(() => socket.send(SILENCE), 256);
  await expect.poll(() => heard.filter(({ type }) => type === "audio").length).toBeGreaterThan(5);
  const file = Buffer.from(heard.find(({ type }) => type === "audio")?.data ?? "", "base64");
  expect([file.toString("latin1", 0, 4), file.readUInt32LE(24)]).toEqual(["RIFF", 16_000]);
  expect(await newestCall()).toMatchObject({ status: "in-progress", provider: "web-call", user_data: { name: "Asha" } });
  await expect.poll(async () => (await newestCall())["transcript"]).toMatch(/^assistant: ./);
  clearInterval(talking);
  socket.close();
  await closed;
  await expect.poll(async () => (await newestCall())["status"]).toBe("completed");
});

test("in a chat the agent's words come as text, and what is typed is answered", async () => {
  const { socket, heard, closed } = connect(`/chat/v1/${agentId}?auth_token=${key}&user_agent=dashboard`);
  await new Promise((resolve) => socket.on("open", resolve));
  socket.send(INIT);
  const said = () => heard.filter(({ type }) => type === "text").length;
  await expect.poll(said).toBe(1);
  socket.send(JSON.stringify({ type: "text", data: "When do you open?" }));
  await expect.poll(said).toBeGreaterThan(1);
  expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(["ack", "text"]));
  socket.terminate();
  await closed;
  await expect.poll(async () => (await newestCall())["status"]).toBe("completed");
});

test("nobody without a key of this workspace that may call comes in, and a signed-in page of another site does not count as one", async () => {
  const reads = (await owner.client.call(createKey, { body: { name: "Reads", role: "viewer", scope: "read" } })).key;
  for (const root of ["/web-call/v1", "/chat/v1"]) {
    expect(await refusedWith(`${root}/${agentId}`)).toBe("answered 401");
    expect(await refusedWith(`${root}/${agentId}`, { cookie: owner.cookie })).toBe("answered 401");
    expect(await refusedWith(`${root}/${agentId}?auth_token=bn-wrong`)).toBe("answered 403");
    expect(await refusedWith(`${root}/${agentId}?auth_token=${reads}`)).toBe("answered 403");
    expect(await refusedWith(`${root}/${NOBODY}?auth_token=${key}`)).toBe("answered 404");
    expect(await refusedWith(`${root}/x?auth_token=${key}`)).toBe("answered 404");
  }
});

test("one that says init twice has one call, one that leaves at once has none that goes on, one that floods is cut off", async () => {
  const before = (await newestCall()).id;
  const twice = connect(`/web-call/v1/${agentId}?auth_token=${key}`);
  await new Promise((resolve) => twice.socket.on("open", resolve));
  twice.socket.send(INIT);
  twice.socket.send(INIT);
  twice.socket.send("{".repeat(60_000));
  twice.socket.send(Buffer.alloc(1_000));
  await expect.poll(() => twice.heard.some(({ type }) => type === "audio")).toBe(true);
  expect(twice.heard.filter(({ type }) => type === "ack")).toHaveLength(1);
  const call = await newestCall();
  expect(call.id).not.toBe(before);
  for (let i = 0; i < 1_200; i++) twice.socket.send("{}");
  expect(await twice.closed).toMatchObject({ code: 1008 });

  for (let i = 0; i < 5; i++) {
    const brief = connect(`/web-call/v1/${agentId}?auth_token=${key}`);
    await new Promise((resolve) => brief.socket.on("open", resolve));
    brief.socket.send(INIT);
    brief.socket.terminate();
  }
  const running = async (): Promise<number> => {
    const answer = await fetch(`${server.url}/v2/agent/${agentId}/executions?page_size=50`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: { status: string }[] };
    return data.filter(({ status }) => !["completed", "canceled"].includes(status)).length;
  };
  await expect.poll(running).toBe(0);
});

test("the client of SIP in browsers is told that it is switched off, in the words that it knows", async () => {
  const session = (agent_id: string) =>
    fetch(`${server.url}/web-call/freeswitch-session`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ agent_id, user_data: { name: "Asha" } }),
    });
  const refused = await session(agentId);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "call.no_sip_in_browser", scope: "not_enabled" }]);
  expect((await session(NOBODY)).status).toBe(404);
});
