/** Assistant Setup: an agent is made, changed, saved, and heard in the next call. */
import { createAgent, listAgents, readAgent, replaceAgent, documentOf } from "@ongea/contract";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { browserCookies, firstAccount, invitedAccount, type Account } from "./account.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const dataDir = newDataDir();
let server: RunningServer;
let browser: Browser | undefined;
let owner: Account;

beforeAll(async () => {
  server = await startServer({ dataDir });
  owner = await firstAccount(server);
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
  `an agent from a template is renamed, saved, and its next call speaks the new welcome${LEFT_OUT}`,
  async () => {
    const page = await open("/dashboard");
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Assistant Setup/ })
      .click();
    await page.getByRole("link", { name: "Use this template Front desk", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill("Evening line");
    await page.getByLabel("Welcome message").fill("Hello {guest}, **this** is the clinic.");
    await page.getByText("A call does not know “guest”").waitFor();
    await page.getByText("“**this**” would be read aloud.").waitFor();
    await page.getByLabel("Welcome message").fill("Hello, this is the clinic.");
    await page.getByText("would be read aloud.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Created Successfully", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Evening line" }).waitFor();
    await page.getByLabel("Welcome message").fill("Good evening, this is the night desk.");
    await page.getByText("1 unsaved change", { exact: true }).waitFor();
    await page.keyboard.press("Control+s");
    await page.getByText("Agent Updated", { exact: true }).first().waitFor();
    await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
    await page.getByRole("list").getByText("Good evening, this is the night desk.").first().waitFor();
    await page.getByRole("textbox", { name: "Type a message" }).fill("How much is a consultation?");
    await page.keyboard.press("Enter");
    await page
      .getByText(/1,?500 shillings/)
      .last()
      .waitFor();
    await page.getByRole("button", { name: "Hang up" }).click();
    const made = (await owner.client.call(listAgents)).find(({ agent_name: name }) => name === "Evening line");
    expect(made).toMatchObject({ version: 2, agent_status: "processed" });
  },
);

test.skipIf(!hasBrowser)(
  `while its name is empty, an agent keeps the saved one in the title, and its cost${LEFT_OUT}`,
  async () => {
    const page = await open(`/dashboard/agent-setup/${await agentCalled("Named")}`);
    await page.getByText(/^About .* a minute/).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByText("An agent needs a name").waitFor();
    await page.getByRole("heading", { level: 1, name: "Named" }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => request.url().includes("estimate") && asked.push(request.url()));
    // Longer than the cost waits for somebody who types.
    await page.waitForTimeout(1_500);
    expect(asked).toEqual([]);
    await page.getByText(/^About .* a minute/).waitFor();
  },
);

test.skipIf(!hasBrowser)(`a value outside its range is told beside the field, and cannot be saved${LEFT_OUT}`, async () => {
  const id = await agentCalled("Ranges");
  const page = await open(`/dashboard/agent-setup/${id}?tab=call`);
  await page.getByLabel("Hangup on silence").fill("45");
  await page.getByText("“Hangup on silence” goes from 5 to 30 s").waitFor();
  expect(await page.getByRole("button", { name: "Save agent" }).isDisabled()).toBe(true);
  await page.getByLabel("Hangup on silence").fill("20");
  await page.getByRole("button", { name: "Save agent" }).click();
  await page.getByText("Agent Updated", { exact: true }).first().waitFor();
  const { tasks } = await owner.client.call(readAgent, { params: { agent_id: id } });
  expect(tasks[0].task_config.hangup_after_silence).toBe(20);
});

test.skipIf(!hasBrowser)(
  `of two editors at once, the second is told who was first and keeps both changes${LEFT_OUT}`,
  async () => {
    const id = await agentCalled("Shared");
    const page = await open(`/dashboard/agent-setup/${id}`);
    await page.getByLabel("Welcome message").fill("My welcome");
    const other = await invitedAccount(server, owner, "other-editor@example.com", "agent_manager");
    const read = await other.client.call(readAgent, { params: { agent_id: id } });
    const { agent_config, agent_prompts } = documentOf(read);
    const body = { agent_config: { ...agent_config, agent_name: "Their name" }, agent_prompts, version: read.version };
    await other.client.call(replaceAgent, { params: { agent_id: id }, body });
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText(/saved version 2 while you were editing. Nothing is lost/).waitFor();
    await page.getByRole("button", { name: "Apply my changes on top" }).click();
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Updated", { exact: true }).first().waitFor();
    expect(await owner.client.call(readAgent, { params: { agent_id: id } })).toMatchObject({
      agent_name: "Their name",
      agent_welcome_message: "My welcome",
      version: 3,
    });
  },
);

test.skipIf(!hasBrowser)(
  `an earlier version is compared and restored; changes that are not saved outlive a reload${LEFT_OUT}`,
  async () => {
    const id = await agentCalled("First name");
    const page = await open(`/dashboard/agent-setup/${id}`);
    await page.getByLabel("Name", { exact: true }).fill("Second name");
    await page.keyboard.press("Control+s");
    await page.getByText("Agent Updated", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Versions" }).click();
    await page.getByRole("button", { name: "Compare with version 1" }).click();
    // Word by word: what went, what came.
    await page.getByRole("dialog").getByRole("deletion").getByText("First", { exact: true }).waitFor();
    await page.getByRole("dialog").getByRole("insertion").getByText("Second", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByRole("heading", { name: "First name" }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Not saved yet");
    await page.reload();
    await page.getByText("1 unsaved change", { exact: true }).waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Not saved yet");
    await page.getByRole("link", { name: /^Conversation History/ }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("link", { name: /^Conversation History/ }).click();
    await page.getByRole("heading", { name: "Conversation History" }).waitFor();
  },
);

test.skipIf(!hasBrowser)(`an agent is duplicated, deleted after a question, and brought back${LEFT_OUT}`, async () => {
  const id = await agentCalled("Twice");
  const page = await open(`/dashboard/agent-setup/${id}`);
  await page.getByRole("button", { name: "Duplicate" }).click();
  await page.getByRole("heading", { name: "Twice (copy)" }).waitFor();
  await page.getByRole("button", { name: "Delete agent" }).click();
  await page.getByRole("dialog", { name: "Delete Twice (copy)?" }).getByRole("button", { name: "Delete agent" }).click();
  await page.getByText("Agent Deleted", { exact: true }).first().waitFor();
  const names = (await owner.client.call(listAgents)).map(({ agent_name: name }) => name);
  expect(names).toContain("Twice");
  expect(names).not.toContain("Twice (copy)");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Twice (copy)" }).waitFor();
  await page.getByRole("button", { name: "Delete agent" }).click();
  await page.getByRole("dialog", { name: "Delete Twice (copy)?" }).getByRole("button", { name: "Delete agent" }).click();
  await page.getByRole("button", { name: "Deleted agents" }).click();
  await page.getByRole("button", { name: "Restore Twice (copy)" }).click();
  await page.getByRole("heading", { name: "Twice (copy)" }).waitFor();
});

test.skipIf(!hasBrowser)(`an agent leaves as a YAML file and comes back as another agent${LEFT_OUT}`, async () => {
  const id = await agentCalled("Packed");
  const page = await open(`/dashboard/agent-setup/${id}`);
  await page.getByRole("button", { name: "Export agent" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "YAML" }).click()]);
  expect(download.suggestedFilename()).toBe("packed.yaml");
  expect(await faultsOf(page, "an agent as a file")).toEqual([]);
  await page.getByRole("dialog", { name: "Export agent" }).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Import from a file" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from a file" });
  await dialog.getByLabel("File").setInputFiles({ name: "a.yaml", mimeType: "application/yaml", buffer: Buffer.from("a: b") });
  await dialog.getByRole("button", { name: "Import from a file" }).click();
  await dialog.getByText("This file holds no agent.").waitFor();
  await dialog.getByLabel("File").setInputFiles(await download.path());
  await dialog.getByRole("button", { name: "Import from a file" }).click();
  await dialog.waitFor({ state: "detached" });
  const packed = (await owner.client.call(listAgents)).filter(({ agent_name: name }) => name === "Packed");
  expect(packed).toHaveLength(2);
  const [first, second] = packed.map((agent) => documentOf(agent));
  expect(first).toEqual(second);
});

test.skipIf(!hasBrowser)(`a viewer sees an agent and changes nothing${LEFT_OUT}`, async () => {
  const id = await agentCalled("Seen");
  const viewer = await invitedAccount(server, owner, "viewer-of-agents@example.com", "viewer");
  const page = await open(`/dashboard/agent-setup/${id}`, viewer);
  await page.getByRole("heading", { name: "Seen" }).waitFor();
  expect(await page.getByLabel("Name", { exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Save agent" }).count()).toBe(0);
});

test.skipIf(!hasBrowser)(
  `hours, voice and the room behind it are set and saved; hours that are none are told${LEFT_OUT}`,
  async () => {
    const page = await open("/dashboard/agent-setup/new?template=front_desk&tab=tools");
    const sunday = page.getByRole("group", { name: "Sunday" });
    await sunday.getByText("Closed").waitFor();
    await sunday.getByRole("button", { name: "Sunday: add hours" }).click();
    await sunday.getByLabel("Sunday, from").fill("10:00");
    await sunday.getByLabel("Sunday, to").fill("09:00");
    await page.getByText("“Sunday”: hours end after they begin").waitFor();
    await sunday.getByLabel("Sunday, to").fill("12:00");
    await sunday.getByRole("button", { name: "Sunday: add hours" }).click();
    await sunday.getByLabel("Sunday, to").last().fill("16:00");
    await page.getByLabel("Take messages and call-backs").uncheck();
    await page.getByRole("link", { name: "Voice", exact: true }).click();
    await page.getByLabel("Voice", { exact: true }).selectOption({ label: "AWB · Scottish English · Male" });
    await page.getByLabel("Speed").fill("1.2");
    await page.getByRole("link", { name: "Call", exact: true }).click();
    await page.getByLabel("Ambient noise", { exact: true }).check();
    await page.getByLabel("Ambient noise track").selectOption("coffee-shop");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Created Successfully", { exact: true }).first().waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { tasks } = await owner.client.call(readAgent, { params: { agent_id: id } });
    const { api_tools, synthesizer } = tasks[0].tools_config;
    expect(synthesizer.provider_config).toMatchObject({ voice: "awb", speed: 1.2 });
    expect(tasks[0].task_config).toMatchObject({ ambient_noise: true, ambient_noise_track: "coffee-shop" });
    expect(api_tools?.tools.map(({ key }) => key)).toEqual([
      "check_availability_of_slots",
      "book_appointment",
      "cancel_appointment",
      "move_appointment",
    ]);
    for (const name of ["check_availability", "book_appointment", "cancel_appointment", "move_appointment"])
      expect(api_tools?.tools_params[name]).toMatchObject({ opening_hours: { sun: ["10:00-12:00", "14:00-16:00"] } });
  },
);

test.skipIf(!hasBrowser)(
  `a transfer, holidays, a message for machines and a fixed answer are written and saved, and the next call gives the answer${LEFT_OUT}`,
  async () => {
    const page = await open("/dashboard/agent-setup/new?template=front_desk&tab=tools");
    await page.getByLabel("Closed on").fill("31 December");
    await page.getByText("Write days as 2026-12-25 or 12-25").waitFor();
    await page.getByLabel("Closed on").fill("12-25, 2026-12-31");
    await page.getByLabel("Cal.com event type").fill("4242");
    await page.getByRole("button", { name: "Add a person" }).click();
    await page.getByText("Enter a number or a phone; until then no one is put through.").waitFor();
    await page.getByLabel("Puts through to").fill("+254711000001");
    await page.getByLabel("Said beforehand").fill("One moment, please.");
    await page.getByRole("link", { name: "Call", exact: true }).click();
    await page.getByLabel("Hang up on voicemail").check();
    await page.getByLabel("Voicemail message").fill("Please call us back.");
    await page.getByRole("link", { name: "LLM" }).click();
    await page.getByRole("button", { name: "Add an answer" }).click();
    await page.getByLabel("What callers say").fill("Who will win the elections?\nWhom would you vote for?");
    await page.getByLabel("What is answered").fill("I have no opinion on politics.");
    await page.getByRole("button", { name: "Save agent" }).click();
    await page.getByText("Agent Created Successfully", { exact: true }).first().waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { tasks } = await owner.client.call(readAgent, { params: { agent_id: id } });
    const { api_tools, llm_agent } = tasks[0].tools_config;
    expect(tasks[0].task_config).toMatchObject({ voicemail: true, voicemail_message: "Please call us back." });
    expect(llm_agent.routes?.routes).toHaveLength(1);
    expect(api_tools?.tools.at(-1)).toMatchObject({ key: "transfer_call", pre_call_message: "One moment, please." });
    expect(api_tools?.tools_params["transfer_call"]).toMatchObject({ param: { call_transfer_number: "+254711000001" } });
    const calendar = { holidays: ["12-25", "2026-12-31"], param: { eventTypeId: "4242" } };
    expect(api_tools?.tools_params["book_appointment"]).toMatchObject(calendar);
    await page.getByRole("complementary", { name: "Call here" }).getByRole("button", { name: "Call", exact: true }).click();
    await page.getByRole("textbox", { name: "Type a message" }).fill("Who do you think will win the election?");
    await page.keyboard.press("Enter");
    await page.getByText("I have no opinion on politics.").last().waitFor();
    await page.getByText("from route_1").last().waitFor();
    await page.getByRole("button", { name: "Hang up" }).click();
  },
);

test.skipIf(!hasBrowser)(`a test call wants a saved agent and a number, and says why it did not ring${LEFT_OUT}`, async () => {
  const page = await open("/dashboard/agent-setup/new?template=front_desk");
  const testCall = page.getByRole("button", { name: "Test Call" });
  await testCall.click();
  await page.getByText("No Agent Selected", { exact: true }).waitFor();
  await page.getByText("Please select or save an agent first.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Save agent" }).click();
  await page.getByText("Agent Created Successfully", { exact: true }).first().waitFor();
  await page.waitForURL(/agent-setup\/[\da-f-]{36}/);
  await testCall.click();
  await page.getByText("Phone Number Required", { exact: true }).waitFor();
  await page.getByText("Please enter a phone number to call.", { exact: true }).waitFor();
  await page.getByLabel("Recipient phone number").fill("12");
  await page.getByText("Phone Number Required", { exact: true }).waitFor({ state: "detached" });
  await testCall.click();
  await page
    .getByText("Unable to initiate call. Please try again. Emergency numbers and short codes are never called from here.")
    .waitFor();
  await page.getByLabel("Recipient phone number").fill("+254712345678");
  await testCall.click();
  await page.getByText(/^Call Failed: .* No phone line reaches this number\. Add a SIP trunk under My Numbers/).waitFor();
});

test.skipIf(!hasBrowser)(
  `no tab has a fault that axe knows, nor more than the width there is: light, dark, narrow, Arabic${LEFT_OUT}`,
  async () => {
    const id = await agentCalled("Looked at");
    for (const [language, looks] of LOOKS) {
      const page = await open(`/dashboard/agent-setup/${id}`, owner, language);
      for (const place of [
        "",
        ...["", "llm", "transcriber", "voice", "call", "tools", "inbound"].map((tab) => `/${id}?tab=${tab}`),
      ]) {
        await page.goto(`${server.url}/dashboard/agent-setup${place}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForLoadState("networkidle");
        for (const [width, colorScheme] of looks) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          const what = `agent-setup${place.replace(id, "one")} ${colorScheme} ${width} ${language}`;
          expect([what, await faultsOf(page, what)]).toEqual([what, []]);
          expect([what, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([what, 0]);
        }
      }
      await page.context().close();
    }
  },
);

/** Each screen is loaded once a language: what follows the width and the system follows them at once. */
const LOOKS = [
  [
    "en",
    [
      [1440, "light"],
      [390, "dark"],
    ],
  ],
  ["ar", [[1440, "light"]]],
] as const;

async function open(path: string, who: Account = owner, language = "en"): Promise<Page> {
  if (!browser) throw new Error("No browser");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(browserCookies(server, who));
  await context.addInitScript((one) => localStorage.setItem("language", one), language);
  const page = await context.newPage();
  await page.goto(server.url + path);
  return page;
}

async function agentCalled(agent_name: string): Promise<string> {
  const body = { agent_config: { agent_name }, agent_prompts: { task_1: { system_prompt: "You help." } } };
  return (await owner.client.call(createAgent, { body })).agent_id;
}
