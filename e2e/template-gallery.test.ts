/** The gallery of templates: found by language and sector, looked at, used. */
import { listAgents, listAgentTemplates } from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
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
