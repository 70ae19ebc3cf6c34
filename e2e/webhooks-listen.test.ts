/** A developer whose assistant's webhook leads to a terminal while they write their own receiver. */
import { spawn } from "node:child_process";
import { changeAgent, listAgents, makeWebhookSecret, startBrowserCall, stopCall } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDataDir, removeDataDir, ROOT, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ dataDir, settings: { PRIVATE_ADDRESSES: "127.0.0.1" } });
});
afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

test("a call's deliveries are printed with their verdict, and Ctrl-C leads the webhook back to where it led", async () => {
  const { client } = server;
  const { secret } = await client.call(makeWebhookSecret);
  const [agent] = await client.call(listAgents);
  const params = { agent_id: agent!.id };
  await client.call(changeAgent, { params, body: { agent_config: { webhook_url: "https://crm.example/calls" } } });
  const address = async () => (await client.call(listAgents)).find(({ id }) => id === agent!.id)?.webhook_url;

  const listening = spawn(
    process.execPath,
    ["scripts/command.mjs", "webhooks", "listen", "--port", "0", "--agent", agent!.agent_name],
    {
      cwd: ROOT,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: process.env["HOME"] ?? "",
        DATA_DIR: dataDir,
        PORT: String(server.port),
        WEBHOOK_SECRET: secret,
      },
    },
  );
  let printed = "";
  for (const stream of [listening.stdout, listening.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const ended = new Promise((resolve) => void listening.on("close", resolve));
  await expect.poll(() => printed).toContain("webhook leads here");
  expect(await address()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);

  const { execution_id } = await client.call(startBrowserCall, { body: params });
  await client.call(stopCall, { params: { execution_id } });
  await expect.poll(() => printed).toContain("canceled");
  expect(printed).toContain("(signature right)");
  expect(printed).not.toContain("WRONG");
  expect(printed).toContain(`"execution_id": "${execution_id}"`);

  listening.kill("SIGINT");
  await ended;
  expect(await address()).toBe("https://crm.example/calls");
});
