/** E-mail by SMTP and IMAP, on a real server and with Debian's Postfix and Dovecot: somebody writes, the agent answers, a person takes over. */
import { randomUUID } from "node:crypto";
import {
  answerThread,
  createSender,
  listAgents,
  listDoNotCall,
  listSenders,
  listThreads,
  readThread,
  writeMessage,
} from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMail } from "../server/src/platform/mail/mail.ts";
import { firstAccount, type Account } from "./account.ts";
import { freePort } from "./phones/free-port.ts";
import { hasMailServers, MAIL_LEFT_OUT, type MailServers, startMailServers } from "./phones/mail-servers.ts";
import { newDataDir, removeDataDir, startServer, stopServers, type RunningServer } from "./running-server.ts";

const CLINIC = "front@clinic.example";
const AMINA = "amina@people.example";
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const dataDir = newDataDir();
let mail: MailServers;
let server: RunningServer;
let owner: Account;

beforeAll(async () => {
  if (!hasMailServers) return;
  const elsewhere = { domain: "gone.example", port: await freePort() };
  mail = await startMailServers({ mailboxes: [CLINIC, AMINA], elsewhere });
  server = await startServer({ dataDir, settings: { PRIVATE_ADDRESSES: "127.0.0.0/8" } });
  owner = await firstAccount(server);
});
afterAll(async () => {
  await stopServers();
  await mail?.stop();
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
  createMail({ smtpUrl: `smtp://127.0.0.1:${mail.smtpPort}`, from, dataDir, log: silent }).send({
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
const SOON = { timeout: 60_000, interval: 300 };

test.skipIf(!hasMailServers)(
  `an address is added once both logins work; a wrong password is named by its server${MAIL_LEFT_OUT}`,
  async () => {
    const { client } = owner;
    const agent = (await client.call(listAgents)).find(({ agent_name: name }) => name === "Front desk")!;
    const { password } = mail;
    const login = { host: "127.0.0.1", security: "none" as const, user: CLINIC, password };
    const settings = {
      name: "Imani Clinic",
      smtp: { ...login, port: mail.smtpPort },
      imap: { ...login, port: mail.imapPort, folder: "INBOX" },
    };
    const body = { provider: "email", sender: CLINIC, agent_id: agent.id, mail: settings } as const;
    const add = (change: Partial<typeof settings>) =>
      client.call(createSender, { body: { ...body, mail: { ...settings, ...change } } });
    const { smtp, imap } = settings;
    await expect(add({ smtp: { ...smtp, password: "wrong" } })).rejects.toMatchObject({ code: "sender.smtp_login" });
    await expect(add({ imap: { ...imap, password: "wrong" } })).rejects.toMatchObject({ code: "sender.imap_login" });
    await expect(add({ imap: { ...imap, folder: "Nowhere" } })).rejects.toMatchObject({ code: "sender.imap_folder" });
    await expect(add({ smtp: { ...smtp, port: await freePort() } })).rejects.toMatchObject({ code: "sender.smtp_unreachable" });
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
