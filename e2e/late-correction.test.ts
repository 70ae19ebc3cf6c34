/** A function's dialog names the tools that change and undo what it did. */
import { createAgent, readAgent, valueAt } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { firstAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser([]);
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(`a function is told which other one changes it and which one undoes it${LEFT_OUT}`, async () => {
  const named = (name: string) => ({
    key: "custom_task",
    name,
    description: "",
    parameters: { type: "object", properties: { id: { type: "string" } } },
    value: { method: "POST", url: `https://shop.example/${name}` },
  });
  const tools = ["order", "update_order", "drop_order"].map(named);
  const task = { tools_config: { api_tools: { tools, tools_params: {} } } };
  const agent_config = { agent_name: "Shop", agent_welcome_message: "Hello.", tasks: [task] as [typeof task] };
  const body = { agent_config, agent_prompts: { task_1: { system_prompt: "You take orders." } } };
  const { agent_id } = await owner.client.call(createAgent, { body });
  const page = await openScreen(browser, { server, account: owner }, `/dashboard/agent-setup/${agent_id}?tab=tools`);
  await page.getByRole("button", { name: "Edit order", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("During the call", { exact: true }).click();
  await dialog.getByLabel("Tool that changes it").selectOption("update_order");
  await dialog.getByLabel("Tool that undoes it").selectOption("drop_order");
  expect(await faultsOf(page, "a function's dialog")).toEqual([]);
  await dialog.getByRole("button", { name: "Save function" }).click();
  await page.getByRole("button", { name: "Save agent" }).click();
  const saved = async () =>
    valueAt(await owner.client.call(readAgent, { params: { agent_id } }), ["tasks", 0, "tools_config", "api_tools", "tools", 0]);
  await expect.poll(saved).toMatchObject({ name: "order", change: "update_order", undo: "drop_order" });
});
