/** Drafts: written, tried and published; callers hear only what is published. */
import {
  AgentDocument,
  changeAgentPublishing,
  createAgent,
  createAgentTest,
  createKey,
  createWidget,
  discardAgentDraft,
  documentOf,
  listAgentVersions,
  listAgents,
  listAudit,
  listVersionChoices,
  listVersionSplits,
  listWebhookDeliveries,
  publishAgent,
  readAgent,
  readAgentDraft,
  readVersionSplit,
  replaceAgent,
  replaceAgentTest,
  runAgentTests,
  saveAgentDraft,
  setVersionChoice,
  startVersionSplit,
} from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openWebCallPage } from "../server/src/platform/testing/web-call-page.ts";
import { browserCookies, firstAccount, invitedAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;
let key: string;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
  key = (await owner.client.call(createKey, { body: { name: "Site", role: "agent_manager", scope: "call" } })).key;
  if (hasBrowser) browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"]);
});
afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  removeDataDir(dataDir);
});

test.skipIf(!hasBrowser)(
  `a draft is saved, tried, compared and published, and callers hear it only then${LEFT_OUT}`,
  async () => {
    const agent_id = await agentSaying("Good morning.");
    const page = await open(`/dashboard/agent-setup/${agent_id}`);
    await page.getByLabel("Welcome message").fill("Good evening.");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByText("Draft, not live yet · version 1 is live").waitFor();
    expect(await welcomeHeard(agent_id)).toBe("Good morning.");
    const beside = page.getByRole("complementary", { name: "Call here" });
    await beside.getByText(/A call here uses the draft/).waitFor();
    await beside.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByRole("list").getByText("Good evening.").first().waitFor();
    await page.getByRole("button", { name: "Hang up" }).click();
    // From now on the usual button saves the draft.
    await page.getByLabel("Welcome message").fill("Good night.");
    expect(await page.getByRole("button", { name: "Publish" }).isDisabled()).toBe(true);
    await page.keyboard.press("Control+s");
    await page.getByText("1 unsaved change", { exact: true }).waitFor({ state: "detached" });
    await page.reload();
    expect(await page.getByLabel("Welcome message").inputValue()).toBe("Good night.");
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("deletion").getByText("morning", { exact: true }).waitFor();
    await dialog.getByRole("insertion").getByText("night", { exact: true }).waitFor();
    expect(await faultsOf(page, "the dialog that publishes")).toEqual([]);
    await dialog.getByLabel("Name of the version (optional)").fill("Night");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await page.getByText("Version 2 is live", { exact: true }).first().waitFor();
    await page.getByText("Draft, not live yet").waitFor({ state: "detached" });
    expect(await welcomeHeard(agent_id)).toBe("Good night.");
    expect((await owner.client.call(listAgentVersions, { params: { agent_id } })).data).toMatchObject([
      { version: 2, name: "Night" },
      { version: 1, name: "" },
    ]);
  },
);

test.skipIf(!hasBrowser)(
  `an agent may save drafts by rule; an earlier version is named, and restored as the draft${LEFT_OUT}`,
  async () => {
    const agent_id = await agentSaying("First.");
    const params = { agent_id };
    await owner.client.call(replaceAgent, { params, body: documentSaying("Second.") });
    const page = await open(`/dashboard/agent-setup/${agent_id}`);
    await page.getByRole("button", { name: "Versions" }).click();
    const dialog = page.getByRole("dialog", { name: "Versions" });
    await dialog.getByRole("switch", { name: "Save changes as a draft first" }).check();
    await expect.poll(async () => (await owner.client.call(readAgentDraft, { params })).saves_drafts).toBe(true);
    await dialog.getByRole("button", { name: "Name and note of version 1" }).click();
    await dialog.getByLabel("Name of the version (optional)").fill("The first");
    await dialog.getByLabel("Note (optional)").fill("Before the move");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText("The first", { exact: true }).waitFor();
    await dialog.getByText("Before the move", { exact: true }).waitFor();
    expect(await faultsOf(page, "the versions")).toEqual([]);
    await dialog.getByRole("button", { name: "Compare with version 1" }).click();
    await dialog.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByText("Draft, not live yet · version 2 is live").waitFor();
    expect(await page.getByLabel("Welcome message").inputValue()).toBe("First.");
    expect(await owner.client.call(readAgent, { params })).toMatchObject({ version: 2, agent_welcome_message: "Second." });
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
    await page.getByRole("dialog", { name: "Discard this draft?" }).getByRole("button", { name: "Discard draft" }).click();
    await expect.poll(() => page.getByLabel("Welcome message").inputValue()).toBe("Second.");
    expect((await owner.client.call(readAgentDraft, { params })).draft).toBeNull();
  },
);

test.skipIf(!hasBrowser)(
  `of two people who write one draft, the second is told who was first and keeps both changes${LEFT_OUT}`,
  async () => {
    const agent_id = await agentSaying("First.");
    const params = { agent_id };
    await owner.client.call(changeAgentPublishing, { params, body: { saves_drafts: true } });
    const page = await open(`/dashboard/agent-setup/${agent_id}`);
    await page.getByLabel("Welcome message").fill("Mine.");
    const other = await invitedAccount(server, owner, "drafts@example.com", "agent_manager");
    const theirs = documentSaying("First.");
    theirs.agent_config.agent_name = "Theirs";
    await other.client.call(saveAgentDraft, { params, body: { ...theirs, revision: 0 } });
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText(/saved this draft while you were editing. Nothing is lost/).waitFor();
    await page.getByRole("button", { name: "Apply my changes on top" }).click();
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Draft saved", { exact: true }).first().waitFor();
    const { draft } = await owner.client.call(readAgentDraft, { params });
    expect(draft?.document.agent_config).toMatchObject({ agent_name: "Theirs", agent_welcome_message: "Mine." });
  },
);

test.skipIf(!hasBrowser)(
  `where publishing needs passing tests, they run first; what fails is named, and an admin goes on with a reason${LEFT_OUT}`,
  async () => {
    const agent_id = await agentSaying("First.");
    const params = { agent_id };
    const greets = { name: "Says our name", lines: ["Hello"], checks: [{ kind: "said" as const, text: "Savannah" }] };
    const { id: test_id } = await owner.client.call(createAgentTest, { params, body: greets });
    await owner.client.call(changeAgentPublishing, { params, body: { needs_tests: true } });
    const page = await open(`/dashboard/agent-setup/${agent_id}`);
    await page.getByLabel("Welcome message").fill("Second.");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByRole("list", { name: "Tests that fail" }).getByText("Says our name").waitFor();
    expect(await faultsOf(page, "the dialog that names failing tests")).toEqual([]);
    expect(await welcomeHeard(agent_id)).toBe("First.");
    const manager = await invitedAccount(server, owner, "publishes@example.com", "agent_manager");
    const override = { reason: "It cannot wait" };
    await expect(manager.client.call(publishAgent, { params, body: { override } })).rejects.toMatchObject({
      code: "access.forbidden",
    });
    const put = manager.client.call(replaceAgent, { params, body: documentSaying("By program.") });
    await expect(put).rejects.toMatchObject({ code: "agent.tests_needed" });
    await expect(manager.client.call(changeAgentPublishing, { params, body: { needs_tests: false } })).rejects.toMatchObject({
      code: "access.forbidden",
    });
    await dialog.getByLabel("Reason for publishing anyway").fill("The old hours are wrong");
    await dialog.getByRole("button", { name: "Publish anyway" }).click();
    await page.getByText("Version 2 is live", { exact: true }).first().waitFor();
    const { data: log } = await owner.client.call(listAudit, { query: {} });
    expect(log.find(({ act }) => act === "agent.published")?.details).toMatchObject({ reason: "The old hours are wrong" });
    // A test that passes lets the next draft through.
    const says = [{ kind: "said" as const, text: "Third" }];
    await owner.client.call(replaceAgentTest, { params: { agent_id, test_id }, body: { ...greets, checks: says } });
    await page.getByLabel("Welcome message").fill("Third.");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByRole("button", { name: "Publish" }).click();
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("Version 3 is live", { exact: true }).first().waitFor();
  },
);

test.skipIf(!hasBrowser)(
  `a number and a widget use a version that is named on their screens, whatever is published${LEFT_OUT}`,
  async () => {
    const [desk] = (await owner.client.call(listAgents)).filter(({ phone_numbers: numbers }) => numbers.length > 0);
    const agent_id = desk!.id;
    const number = desk!.phone_numbers[0]!;
    await owner.client.call(replaceAgent, { params: { agent_id }, body: documentSaying("Newer.") });
    const shown = { agent_id, name: "Shop", origins: ["https://shop.example"] };
    const widget = await owner.client.call(createWidget, { body: shown });
    for (const [path, name] of [
      ["/dashboard/phone-numbers", number],
      ["/dashboard/developers", "Shop"],
    ] as const) {
      const page = await open(path);
      await page.getByRole("button", { name: `Live version: ${name}` }).click();
      const dialog = page.getByRole("dialog", { name: `Version for ${name}` });
      await dialog.getByLabel("Version that is used").selectOption({ label: "Version 1" });
      expect(await faultsOf(page, `the version of ${name}`)).toEqual([]);
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: `Version 1: ${name}` }).waitFor();
    }
    const { data } = await owner.client.call(listVersionChoices);
    expect(data).toMatchObject([
      { kind: "number", target: number, agent_id, version: 1 },
      { kind: "widget", target: widget.id, agent_id, version: 1 },
    ]);
    const choose = (body: { kind: "number" | "batch"; target: string; version: number | null }) =>
      owner.client.call(setVersionChoice, { body });
    await expect(choose({ kind: "number", target: number, version: 77 })).rejects.toMatchObject({
      code: "agent.version_not_found",
    });
    await expect(choose({ kind: "batch", target: number, version: 1 })).rejects.toMatchObject({
      code: "version_choice.no_target",
    });
    expect(await choose({ kind: "number", target: number, version: null })).toEqual({ choice: null });
  },
);

test.skipIf(!hasBrowser)(
  `a number tries another version for a share of its callers, and says how both do until it is stopped${LEFT_OUT}`,
  async () => {
    const desk = (await owner.client.call(listAgents)).filter(({ phone_numbers: numbers }) => numbers.length > 0).at(-1)!;
    const number = desk.phone_numbers[0]!;
    const { agent_config, agent_prompts } = documentOf(desk);
    const body = { agent_config: { ...agent_config, agent_welcome_message: "Shorter." }, agent_prompts };
    const { version } = await owner.client.call(replaceAgent, { params: { agent_id: desk.id }, body });
    const page = await open("/dashboard/phone-numbers");
    await page.getByRole("button", { name: `Live version: ${number}` }).click();
    const dialog = page.getByRole("dialog", { name: `Version for ${number}` });
    await dialog.getByLabel("Version to try").selectOption({ label: `Version ${version - 1}` });
    await dialog.getByLabel("Share of the people, %").fill("40");
    await dialog.getByLabel("Goal", { exact: true }).selectOption({ index: 1 });
    await dialog.getByRole("button", { name: "Start A/B test" }).click();
    await dialog.getByText(`Version ${version - 1} gets 40 % of the people.`).waitFor();
    expect(await faultsOf(page, "an A/B test")).toEqual([]);
    const [split] = (await owner.client.call(listVersionSplits)).data;
    expect(split).toMatchObject({ kind: "number", target: number, version: version - 1, share: 40, stopped_at: null });
    const params = { split_id: split!.id };
    const none = { calls: 0, reached: 0, rate: null };
    expect(await owner.client.call(readVersionSplit, { params })).toMatchObject({ used: none, tried: none, difference: null });
    const { goal } = split!;
    const again = { kind: "number" as const, target: number, version: version - 1, share: 5, goal };
    await expect(owner.client.call(startVersionSplit, { body: again })).rejects.toMatchObject({ code: "split.running" });
    await dialog.getByRole("button", { name: "Stop A/B test" }).click();
    await dialog.getByRole("button", { name: "Start A/B test" }).waitFor();
    expect(await owner.client.call(readVersionSplit, { params })).toMatchObject({ stopped_because: "person" });
  },
);

test("over the API a replaced agent is live at once, and its draft stays until it is published or discarded", async () => {
  const agent_id = await agentSaying("One.");
  const params = { agent_id };
  const { revision } = await owner.client.call(saveAgentDraft, { params, body: documentSaying("Drafted.") });
  await owner.client.call(replaceAgent, { params, body: documentSaying("Two.") });
  expect(await welcomeHeard(agent_id)).toBe("Two.");
  const { draft, version } = await owner.client.call(readAgentDraft, { params });
  expect([version, draft?.based_on, draft?.revision]).toEqual([2, 1, revision]);
  expect(draft?.differences).toMatchObject([{ before: "Two.", after: "Drafted." }]);
  const publish = (body: object) => owner.client.call(publishAgent, { params, body });
  await expect(publish({ version: 1 })).rejects.toMatchObject({ code: "agent.changed_meanwhile" });
  expect(await publish({ version: 2, revision })).toMatchObject({ version: 3 });
  await expect(publish({})).rejects.toMatchObject({ code: "agent.no_draft" });
  await expect(owner.client.call(discardAgentDraft, { params })).rejects.toMatchObject({ code: "agent.no_draft" });
  const viewer = await invitedAccount(server, owner, "sees-drafts@example.com", "viewer");
  await expect(viewer.client.call(publishAgent, { params, body: {} })).rejects.toMatchObject({ code: "access.forbidden" });
  expect(await viewer.client.call(readAgentDraft, { params })).toMatchObject({ draft: null, version: 3 });
});

test("a webhook that wants it hears of a version that is live, however that came about, and of a run of tests", async () => {
  const agent_id = await agentSaying("One.");
  const params = { agent_id };
  const hooked = documentSaying("Two.");
  hooked.agent_config.webhook_url = "https://hooks.example.invalid/ongea";
  hooked.agent_config.webhook_events = ["agent.published", "agent_tests.finished"];
  await owner.client.call(replaceAgent, { params, body: hooked });
  hooked.agent_config.agent_welcome_message = "Three.";
  await owner.client.call(saveAgentDraft, { params, body: hooked });
  await owner.client.call(publishAgent, { params, body: {} });
  const checks = [{ kind: "said" as const, text: "Three" }];
  await owner.client.call(createAgentTest, { params, body: { name: "Greets", lines: ["Hello"], checks } });
  await owner.client.call(runAgentTests, { params, body: {} });
  const events = async () =>
    (await owner.client.call(listWebhookDeliveries, { params })).data.map(({ event }) => event).toReversed();
  await expect.poll(events).toEqual(["agent.published", "agent.published", "agent_tests.finished"]);
});

/** As a web client of another program hears it, which knows nothing of drafts. */
async function welcomeHeard(agent_id: string): Promise<string | undefined> {
  const address = `${server.url.replace("http", "ws")}/chat/v1/${agent_id}?auth_token=${key}`;
  const { socket, heard, closed } = openWebCallPage(address, { origin: "https://shop.example" });
  await new Promise((resolve) => socket.on("open", resolve));
  socket.send(JSON.stringify({ type: "init" }));
  const words = () => heard.find(({ type }) => type === "text")?.data;
  await expect.poll(words).toBeTruthy();
  socket.terminate();
  await closed;
  return words();
}

function documentSaying(agent_welcome_message: string): AgentDocument {
  const agent_prompts = { task_1: { system_prompt: "You help." } };
  return AgentDocument.parse({ agent_config: { agent_name: "Desk", agent_welcome_message }, agent_prompts });
}

async function agentSaying(words: string): Promise<string> {
  return (await owner.client.call(createAgent, { body: documentSaying(words) })).agent_id;
}

async function open(path: string): Promise<Page> {
  if (!browser) throw new Error("No browser");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(browserCookies(server, owner));
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}
