import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Outgoing } from "../../contacts/channels/channel.ts";
import { checkSmtp, createMailChannel } from "./mail-channel.ts";
import type { MailServer } from "./reach.ts";
import { type SmtpMood, type SmtpPeer, startSmtpPeer } from "./testing/smtp-peer.ts";

const ID = "3c90c3cc-0d44-4b50-8888-8dd25736052a";
const ANSWERS = { id: "<a1@people.example>", subject: "Opening hours", references: ["<a0@people.example>"] };
const HELLO: Outgoing = {
  to: "amina@people.example",
  text: "Habari! Uko tayari?",
  reportUrl: undefined,
  mail: { id: ID, isAutomatic: true, answers: ANSWERS },
};
let peer: SmtpPeer;
beforeAll(async () => void (peer = await startSmtpPeer()));
afterAll(() => peer.close());
beforeEach(() => {
  peer.mood = "well";
  peer.taken.length = 0;
});

const smtp = (change: Partial<MailServer> = {}): MailServer => ({
  host: "127.0.0.1",
  port: peer.port,
  security: "none",
  user: "front",
  password: "a password",
  ...change,
});
const LOOPBACK = ["127.0.0.0/8"];
const channel = (server = smtp(), { allowed = LOOPBACK, stepMs = 300 } = {}) =>
  createMailChannel({ address: "front@clinic.example", name: "Imani Clinic", smtp: server, allowed, stepMs });

test("an answer leaves once, within the thread, and its name comes back", async () => {
  expect(await channel().send(HELLO)).toEqual({ kind: "sent", ref: `<${ID}@clinic.example>` });
  expect(peer.taken).toHaveLength(1);
  for (const part of [
    "From: Imani Clinic <front@clinic.example>",
    "To: amina@people.example",
    "Subject: Re: Opening hours",
    `Message-ID: <${ID}@clinic.example>`,
    "In-Reply-To: <a1@people.example>",
    "References: <a0@people.example> <a1@people.example>",
    "Auto-Submitted: auto-replied",
    "Habari! Uko tayari?",
  ])
    expect(peer.taken[0]).toContain(part);
});

test("a person's answer has no mark of a machine; a subject with line breaks starts no header", async () => {
  const answers = { id: "", subject: "Hi\r\nBcc: everyone@example.com", references: [] };
  await channel().send({ ...HELLO, mail: { id: ID, isAutomatic: false, answers } });
  expect(peer.taken[0]).not.toMatch(/^(?:Auto-Submitted|List-Unsubscribe|In-Reply-To|References|Bcc):/m);
});

test.each<[SmtpMood, object, number]>([
  ["silent", { kind: "later" }, 0],
  ["too busy", { kind: "later" }, 0],
  ["nonsense", { kind: "later" }, 0],
  ["not now", { kind: "later" }, 0],
  ["breaks off before content", { kind: "unknown" }, 0],
  ["wrong login", { kind: "refused", reason: "credentials" }, 0],
  ["bad sender", { kind: "refused", reason: "bad_sender" }, 0],
  ["no such person", { kind: "refused", reason: "bad_number" }, 0],
  ["refuses content", { kind: "refused", reason: "blocked" }, 1],
  ["silent after content", { kind: "unknown" }, 1],
  ["breaks off after content", { kind: "unknown" }, 1],
])("%s: what may have left is never called unsent", async (mood, said, taken) => {
  peer.mood = mood;
  expect(await channel().send(HELLO)).toEqual(said);
  expect(peer.taken).toHaveLength(taken);
});

test("no address of this machine is connected to unless the operator allows it, and no password travels in the clear", async () => {
  expect(await channel(smtp(), { allowed: [] }).send(HELLO)).toEqual({ kind: "refused", reason: "credentials" });
  await expect(checkSmtp(smtp(), [])).rejects.toMatchObject({ problem: "private" });
  await expect(checkSmtp(smtp({ host: "localhost" }), [])).rejects.toMatchObject({ problem: "private" });
  await expect(checkSmtp(smtp({ host: "192.0.2.1" }), [])).rejects.toMatchObject({ problem: "plain" });
  await expect(checkSmtp(smtp({ security: "starttls" }), LOOPBACK)).rejects.toMatchObject({ problem: "unreachable" });
  expect(peer.taken).toEqual([]);
});

test("a check says what fails", async () => {
  await checkSmtp(smtp(), LOOPBACK);
  peer.mood = "wrong login";
  await expect(checkSmtp(smtp(), LOOPBACK)).rejects.toMatchObject({ problem: "login" });
  peer.mood = "nonsense";
  await expect(checkSmtp(smtp(), LOOPBACK)).rejects.toMatchObject({ problem: "unreachable" });
});
