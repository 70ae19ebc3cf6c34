/** E-mail by SMTP and IMAP, on a real server and with Debian's Postfix and Dovecot: somebody writes, the agent answers, a person takes over. */
import { randomUUID } from "node:crypto";
import {
  answerThread,
  changeSender,
  checkSender,
  createSender,
  listAgents,
  listDoNotCall,
  listSenders,
  listThreads,
  type MailSettings,
  readThread,
  writeMessage,
} from "@ongea/contract";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMail } from "../server/src/platform/mail/mail.ts";
import { firstAccount, type Account } from "./account.ts";
import { startSmtpPeer, type SmtpPeer } from "../server/src/threads/mail/testing/smtp-peer.ts";
import { faultsOf } from "./axe.ts";
import { hasBrowser, launchBrowser, LEFT_OUT } from "./browser.ts";
import { freePort } from "./phones/free-port.ts";
import { hasMailServers, MAIL_LEFT_OUT, type MailServers, startMailServers } from "./phones/mail-servers.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";
import { openScreen } from "./screen.ts";

const CLINIC = "front@clinic.example";
const AMINA = "amina@people.example";
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const dataDir = newDataDir();
let mail: MailServers;
let server: RunningServer;
let owner: Account;
let browser: Browser | undefined;
/** A server far away, to which Postfix carries what is for gone.example. */
let far: SmtpPeer;
const settings = () => ({ PRIVATE_ADDRESSES: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: mail.certFile });

beforeAll(async () => {
  if (!hasMailServers) return;
  far = await startSmtpPeer();
  mail = await startMailServers({ mailboxes: [CLINIC, AMINA], elsewhere: { domain: "gone.example", port: far.port } });
  server = await startServer({ dataDir, settings: settings() });
  owner = await firstAccount(server);
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await stopServers();
  await mail?.stop();
  await far?.close();
  removeDataDir(dataDir);
});

interface Letter {
  subject: string;
  text: string;
  id?: string;
  headers?: Record<string, string>;
}
/** As a person's own mail program does. */
const send = ({ headers = {}, ...letter }: Letter, from = `Amina Otieno <${AMINA}>`) =>
  createMail({ smtpUrl: `smtp://127.0.0.1:${mail.smtpPort}?ignoreTLS=true`, from, dataDir, log: silent }).send({
    to: CLINIC,
    headers,
    ...letter,
  });
const threadsOf = async () =>
  (await owner.client.call(listThreads, { query: {} })).data.filter(({ channel }) => channel === "email");
const thread = async () => {
  const one = (await threadsOf()).find(({ address }) => address === AMINA);
  return one && (await owner.client.call(readThread, { params: { thread_id: one.id }, query: {} }));
};
const answers = () => mail.inbox(AMINA);
const SOON = { timeout: 120_000, interval: 300 };

test.skipIf(!hasMailServers)(
  `an address is added once both logins work; a wrong password is named by its server${MAIL_LEFT_OUT}`,
  async () => {
    const { client } = owner;
    const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
    const { password } = mail;
    const login = { host: "127.0.0.1", user: CLINIC, password };
    const servers: MailSettings = {
      name: "Imani Clinic",
      smtp: { ...login, port: mail.smtpPort, security: "starttls" },
      imap: { ...login, port: mail.imapPort, security: "tls", folder: "INBOX" },
    };
    const body = { provider: "email", sender: CLINIC, agent_id: agent.id, mail: servers } as const;
    const add = (change: Partial<MailSettings>) =>
      client.call(createSender, { body: { ...body, mail: { ...servers, ...change } } });
    const { smtp, imap } = servers;
    await expect(add({ smtp: { ...smtp, password: "wrong" } })).rejects.toMatchObject({ code: "sender.smtp_login" });
    await expect(add({ imap: { ...imap, password: "wrong" } })).rejects.toMatchObject({ code: "sender.imap_login" });
    await expect(add({ imap: { ...imap, folder: "Nowhere" } })).rejects.toMatchObject({ code: "sender.imap_folder" });
    await expect(add({ smtp: { ...smtp, port: await freePort() } })).rejects.toMatchObject({ code: "sender.smtp_unreachable" });
    await expect(add({ smtp: { ...smtp, host: "localhost" } })).rejects.toMatchObject({ code: "sender.smtp_certificate" });
    await expect(add({ imap: { ...imap, host: "localhost" } })).rejects.toMatchObject({ code: "sender.imap_certificate" });
    await expect(add({ smtp: { ...smtp, security: "none" } })).rejects.toMatchObject({ code: "sender.smtp_login" });
    await expect(add({ imap: { ...imap, host: "10.0.0.1" } })).rejects.toMatchObject({ code: "sender.mail_private" });
    expect(await client.call(listSenders)).toEqual([]);
    await send({ subject: "Old", text: "This came before the address was added." });
    await expect.poll(() => mail.inbox(CLINIC).length, SOON).toBe(1);
    const sender = await add({});
    expect(sender).toMatchObject({ sender: CLINIC, callback_url: null, mailbox: { state: "new", problem: null } });
    const first = { id: randomUUID(), sender_id: sender.id, to: "+254712000001", text: "Hello" };
    await expect(client.call(writeMessage, { body: first })).rejects.toMatchObject({ code: "sender.not_sms" });
  },
);

test.skipIf(!hasMailServers)(
  `somebody writes and is answered once by the agent, in the thread of their mail program${MAIL_LEFT_OUT}`,
  async () => {
    await send({ id: "first", subject: "Opening hours", text: "When are you open on Saturday?\n\n-- \nAmina Otieno\nNairobi" });
    await expect.poll(() => answers().length, SOON).toBe(1);
    const [answer = ""] = answers();
    expect(answer).toMatch(/9 in the morning to 1|9:00|09:00/);
    for (const line of [
      /^From: "?Imani Clinic"? <front@clinic\.example>\r?$/m,
      /^Subject: Re: Opening hours\r?$/m,
      /^In-Reply-To: <first@people\.example>\r?$/m,
      /^References: <first@people\.example>\r?$/m,
      /^Auto-Submitted: auto-replied\r?$/m,
      /^List-Unsubscribe: <mailto:front@clinic\.example\?subject=unsubscribe>\r?$/m,
    ])
      expect(answer).toMatch(line);
    expect(await thread()).toMatchObject({
      contact_name: "Amina Otieno",
      messages: [
        { text: "Opening hours\n\nWhen are you open on Saturday?", state: "received" },
        { author: "agent", state: "sent" },
      ],
    });
    const [sender] = await owner.client.call(listSenders);
    expect(sender?.mailbox).toMatchObject({ state: "working", problem: null });
  },
);

test.skipIf(!hasMailServers)(`lists and machines get no answer; a person takes over and answers${MAIL_LEFT_OUT}`, async () => {
  await send({ subject: "Out of office", text: "I am away.", headers: { "Auto-Submitted": "auto-replied" } });
  await send({ subject: "News", text: "Our news of May", headers: { "List-Id": "<news.people.example>" } });
  await send(
    { subject: "Job 7 is done", text: "It is done.", headers: { "Auto-Submitted": "auto-generated" } },
    "robot@people.example",
  );
  await expect.poll(async () => (await thread())?.messages.length, SOON).toBe(3);
  const { id } = (await thread())!;
  const body = { id: randomUUID(), text: "Here is Juma. I have booked you in." };
  await owner.client.call(answerThread, { params: { thread_id: id }, body });
  await expect.poll(() => answers().length, SOON).toBe(2);
  const [, answer = ""] = answers();
  expect(answer).toContain("Here is Juma.");
  expect(answer).not.toMatch(/^Auto-Submitted/m);
  expect(await thread()).toMatchObject({ state: "person" });
  expect((await threadsOf()).map(({ address }) => address)).toEqual([AMINA]);
});

test.skipIf(!hasMailServers)(`a person who unsubscribes gets nothing more${MAIL_LEFT_OUT}`, async () => {
  await send({ subject: "unsubscribe", text: "" });
  const listed = async () => (await owner.client.call(listDoNotCall, { query: {} })).data.map(({ number }) => number);
  await expect.poll(listed, SOON).toEqual([expect.stringMatching(/^#[\w-]{43}$/)]);
  const { id } = (await thread())!;
  const body = { id: randomUUID(), text: "One more thing." };
  await expect(owner.client.call(answerThread, { params: { thread_id: id }, body })).rejects.toMatchObject({
    code: "call.do_not_call",
  });
  expect(answers()).toHaveLength(2);
});

test.skipIf(!hasMailServers)(`a bounce of the far server makes the message failed, with its reason${MAIL_LEFT_OUT}`, async () => {
  far.mood = "no such person";
  await send({ subject: "Hello", text: "When are you open on Sunday?" }, "ghost@gone.example");
  const ghost = async () => {
    const one = (await threadsOf()).find(({ address }) => address === "ghost@gone.example");
    const read = one && (await owner.client.call(readThread, { params: { thread_id: one.id }, query: {} }));
    return read?.messages.map(({ state, reason }) => [state, reason]);
  };
  await expect.poll(ghost, SOON).toEqual([
    ["received", null],
    ["failed", "bad_number"],
  ]);
});

test.skipIf(!hasMailServers)(`a server that is killed loses no mail and answers none twice${MAIL_LEFT_OUT}`, async () => {
  const from = "juma@gone.example";
  far.mood = "well";
  far.taken.length = 0;
  for (const day of ["Monday", "Tuesday"]) await send({ subject: "Hours", text: `When are you open on ${day}?` }, from);
  await expect.poll(async () => (await threadsOf()).some(({ address }) => address === from), SOON).toBe(true);
  server.kill("SIGKILL");
  await server.exited;
  await send({ subject: "Hours", text: "When are you open on Saturday?" }, from);
  const { port } = server;
  server = await startServer({ dataDir, port, settings: settings() });
  const read = async () => {
    const one = (await threadsOf()).find(({ address }) => address === from);
    return one && (await owner.client.call(readThread, { params: { thread_id: one.id }, query: {} }));
  };
  const written = async () => (await read())?.messages.filter(({ direction }) => direction === "in").length;
  // The lease of the killed server ends after 75 s.
  await expect.poll(written, { ...SOON, timeout: 170_000 }).toBe(3);
  await expect.poll(async () => (await read())?.messages.at(-1), SOON).toMatchObject({ author: "agent", state: "sent" });
  const answered = (await read())?.messages.filter(({ author }) => author === "agent").length ?? 0;
  await expect.poll(() => far.taken.length, SOON).toBe(answered);
  expect(new Set(far.taken.map((letter) => /^Message-ID: (.*)$/m.exec(letter)?.[1])).size).toBe(answered);
});

test.skipIf(!hasMailServers || !hasBrowser)(
  `the sender, its check, other servers and the thread are seen on their screens${MAIL_LEFT_OUT}${LEFT_OUT}`,
  async () => {
    const screen = await openScreen(browser, { server, account: owner }, "/dashboard/messages?sms");
    const row = screen.getByRole("listitem").filter({ hasText: CLINIC });
    await row.getByRole("button", { name: "Check" }).click();
    await row.getByText("Both servers accept the login.").waitFor();
    await row.getByRole("button", { name: "Change servers" }).click();
    const passwords = row.getByLabel("Password", { exact: true });
    await passwords.first().fill("wrong");
    await passwords.last().fill("wrong");
    await row.getByRole("button", { name: "Save servers" }).click();
    await row.getByText("The SMTP server refuses this user and password.").waitFor();
    await screen.getByLabel("Provider", { exact: true }).selectOption("email");
    await screen.getByLabel("E-mail address").waitFor();
    expect(await faultsOf(screen, "senders with e-mail")).toEqual([]);
    await screen.goto(`${server.url}/dashboard/messages`);
    await screen.getByRole("link", { name: /Amina Otieno/ }).click();
    // The list names the channel, too.
    await screen.getByRole("heading", { level: 1, name: /Amina Otieno/ }).waitFor();
    await screen
      .getByText(/E-mail ·/)
      .first()
      .waitFor();
    expect(await faultsOf(screen, "an e-mail thread")).toEqual([]);
    await screen.close();
  },
);

test.skipIf(!hasMailServers)(
  `servers are changed once both logins work; nobody is shown a password${MAIL_LEFT_OUT}`,
  async () => {
    const { client } = owner;
    const [sender] = await client.call(listSenders);
    const known = sender?.mailbox?.settings;
    if (!known) throw new Error("An admin sees the servers");
    const params = { sender_id: sender.id };
    expect(await client.call(checkSender, { params })).toEqual({ smtp: null, imap: null });
    const { password } = mail;
    const body = {
      agent_id: sender.agent_id,
      mail: { name: "The clinic", smtp: { ...known.smtp, password }, imap: { ...known.imap, password } },
    };
    expect((await client.call(changeSender, { params, body })).mailbox?.settings?.name).toBe("The clinic");
    expect(JSON.stringify(await client.call(listSenders))).not.toContain(password);
  },
);
