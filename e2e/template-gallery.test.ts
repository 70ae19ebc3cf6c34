/** The gallery of templates: found by language and sector, looked at, used; and an agent copied into another workspace. */
import { copyAgent, createAgent, createWorkspace, listAgents, listAgentTemplates, openWorkspace, readMe } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { firstAccount, invitedAccount, type Account } from "./account.ts";
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
  if (hasBrowser) browser = await launchBrowser();
});
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

test("the API lists twelve templates of six sectors and five languages", async () => {
  const { data } = await owner.client.call(listAgentTemplates);
  expect(data).toHaveLength(12);
  expect(new Set(data.map(({ sector }) => sector)).size).toBe(6);
  expect(new Set(data.map(({ language }) => language))).toEqual(new Set(["en", "sw", "fr", "pt", "ar"]));
});

test.skipIf(!hasBrowser)(
  `a French template is found, looked at, and becomes an agent that speaks French${LEFT_OUT}`,
  async () => {
    const page = await openScreen(browser, { server, account: owner }, "/dashboard/agent-setup");
    const gallery = page.getByRole("region", { name: "Templates" });
    await gallery.getByRole("heading", { name: "Savings cooperative" }).waitFor();
    expect(await gallery.getByRole("link", { name: /^Use this template/ }).count()).toBe(12);
    await gallery.getByLabel("Language").selectOption("fr");
    await gallery.getByRole("heading", { name: "Savings cooperative" }).waitFor({ state: "detached" });
    await gallery.getByLabel("Sector").selectOption("trade");
    await gallery.getByText("No template matches.").waitFor();
    await gallery.getByLabel("Sector").selectOption("health");
    await gallery.getByText("Preview", { exact: true }).click();
    await gallery.getByText("Une consultation coûte 10 000 francs.").waitFor();
    await gallery.getByText("08:00–13:00").waitFor();
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await faultsOf(page, "the gallery of templates")).toEqual([]);
    await gallery.getByRole("link", { name: "Use this template Medical practice" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Cabinet");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Created Successfully", { exact: true }).first().waitFor();
    const made = (await owner.client.call(listAgents)).find(({ agent_name: name }) => name === "Cabinet");
    expect(made?.tasks[0].tools_config.transcriber.language).toBe("fr");
    expect(made?.tasks[0].tools_config.api_tools?.tools.map(({ key }) => key)).toContain("book_appointment");
  },
);

test.skipIf(!hasBrowser)(
  `an owner copies an agent into another workspace, without the secrets of its functions${LEFT_OUT}`,
  async () => {
    const home = (await owner.client.call(readMe)).workspace;
    const second = await owner.client.call(createWorkspace, { body: { name: "Second" } });
    await owner.client.call(openWorkspace, { params: { workspace_id: home.id } });
    const tool = { key: "custom_task", name: "check_order", description: "", parameters: { type: "object", properties: {} } };
    const api_tools = {
      tools: [tool],
      tools_params: { check_order: { url: "https://shop.example/orders", method: "GET", api_token: "a-secret-of-home" } },
    };
    await owner.client.call(createAgent, {
      body: { agent_config: { agent_name: "Orders", tasks: [{ tools_config: { api_tools } }] } },
    });
    const page = await openScreen(browser, { server, account: owner }, "/dashboard/agent-setup");
    await page.getByRole("link", { name: "Orders" }).click();
    await page.getByRole("button", { name: "Export agent" }).click();
    await page.getByLabel("Workspace").selectOption("Second");
    expect(await faultsOf(page, "copying an agent")).toEqual([]);
    await page.getByRole("button", { name: "Copy agent" }).click();
    await page.getByText("Orders was copied to Second").first().waitFor();
    await page.getByRole("button", { name: "Open Second" }).click();
    await page.waitForURL("**/dashboard");
    const copied = (await owner.client.call(listAgents)).find(({ agent_name: name }) => name === "Orders");
    expect(copied?.tasks[0].tools_config.api_tools?.tools_params["check_order"]).toMatchObject({ api_token: "" });
    expect((await owner.client.call(readMe)).workspace.id).toBe(second.id);
  },
);

test("an agent is copied only where its person may make agents, and by persons only", async () => {
  const viewer = await invitedAccount(server, owner, "viewer@example.com", "viewer");
  const { workspace } = await viewer.client.call(readMe);
  await viewer.client.call(createWorkspace, { body: { name: "Own" } });
  const { agent_id } = await viewer.client.call(createAgent, { body: { agent_config: { agent_name: "Mine" } } });
  const params = { agent_id };
  const refusal = (workspace_id: string) =>
    viewer.client.call(copyAgent, { params, body: { workspace_id } }).catch((error: unknown) => error);
  expect(await refusal(workspace.id)).toMatchObject({ code: "access.forbidden" });
  expect(await refusal(crypto.randomUUID())).toMatchObject({ code: "workspace.not_found" });
  const stranger = owner.client.call(copyAgent, { params, body: { workspace_id: workspace.id } });
  await expect(stranger).rejects.toMatchObject({ code: "agent.not_found" });
});
