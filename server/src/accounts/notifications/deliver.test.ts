/** Notifications by e-mail: on a real database, to a real SMTP server with its faults. */
import { randomUUID } from "node:crypto";
import type { EventKind, MailKind } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { createLive } from "../../platform/live/live.ts";
import { createMail, type Mail } from "../../platform/mail/mail.ts";
import { openSmtpPeer, readable, type SmtpPeer } from "../../platform/mail/testing/smtp-peer.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createActivity, type Activity } from "../activity/activity.ts";
import { createActivityStore, type ActivityStore } from "../activity/store.ts";
import { createMembers } from "../workspaces/members/store.ts";
import { deliverMails, type DeliverParts } from "./deliver.ts";
import { createDigestStore } from "./digests/store.ts";
import { createLetters, type DigestFigures } from "./letters.ts";
import { createNotificationStore, type MemberKey, type NotificationStore } from "./store.ts";
import { recipientOf } from "./testing/recipient.ts";
import { createSubscriptions } from "./unsubscribe.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const MINUTE_MS = 60_000;
const BUSY_DAY: DigestFigures = {
  calls: 12,
  answered: 9,
  failed: 1,
  goalsReached: 4,
  costCents: 250,
  rulesFailed: 1,
  batches: 2,
};
const never = new AbortController().signal;
const subscriptions = createSubscriptions("a secret");

let database: TestDatabase;
let store: NotificationStore;
let activity: Activity;
let events: ActivityStore;
let peer: SmtpPeer;
let mail: Mail;
let member: MemberKey;
let figures: DigestFigures;
let asked: [Date, Date][];

const KINDS: Partial<Record<EventKind, MailKind>> = { "call.failed": "call.failed", "batch.failed": "batch.finished" };

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createNotificationStore(database);
  events = createActivityStore(database, async (db, rows) => {
    const workspaceId = rows[0]?.workspaceId ?? "";
    const mailed = rows.flatMap(({ id, kind }) => {
      const mailKind = KINDS[kind] ?? (kind === "credit.low" || kind === "lead.received" ? kind : undefined);
      return mailKind ? [{ id, mailKind }] : [];
    });
    await store.add(db, { workspaceId, events: mailed, members: await createMembers(database).in(workspaceId) });
  });
  activity = createActivity(events, createLive());
});
afterAll(() => database.close());
beforeEach(async () => {
  peer = await openSmtpPeer();
  mail = createMail({ smtpUrl: peer.url, from: "Ongea <ongea@example.com>", dataDir: database.dataDir, log: silent });
  member = await newMember();
  figures = BUSY_DAY;
  asked = [];
  await database.asOwner("delete from notification_settings");
  await choose(["call.failed", "batch.finished"]);
});
afterEach(() => peer.close());

async function newMember(role = "viewer", more: { proven?: boolean; language?: string } = {}): Promise<MemberKey> {
  const [workspaceId, userId] = [await openTestWorkspace(database), randomUUID()];
  await database.asOwner(
    `insert into users (id, name, email, email_verified, language) values
      ('${userId}', 'Asha', '${userId}@example.com', ${more.proven ?? true}, '${more.language ?? "en"}');
    insert into members (workspace_id, user_id, role) values ('${workspaceId}', '${userId}', '${role}')`,
  );
  return { workspaceId, userId };
}

const choose = (kinds: MailKind[], digestHour: number | null = null, timeZone = "Africa/Nairobi") =>
  store.choose(member, { kinds, digestHour, timeZone });

const parts = (change: Partial<DeliverParts> = {}): DeliverParts => ({
  store,
  digests: createDigestStore(database),
  mail,
  letters: createLetters({ publicUrl: "https://voice.example.com", subscriptions }),
  homeId: randomUUID(),
  log: silent,
  recipient: recipientOf(database),
  events: events.these,
  figures: async (_workspaceId, from, until) => {
    asked.push([from, until]);
    return figures;
  },
  ...change,
});
const deliver = (afterMinutes = 0, change: Partial<DeliverParts> = {}) =>
  deliverMails(parts(change), new Date(Date.now() + 1_000 + afterMinutes * MINUTE_MS), never);

const happens = (kind: EventKind = "call.failed", name = "Front desk") =>
  activity.tell(member.workspaceId, {
    kind,
    tone: "error",
    details: { name, number: "+254712000001" },
    subject: { kind: "call", id: randomUUID() },
    notify: true,
  });

test("an event goes to the member who chose its kind, once, with a link to it, without the number of the person", async () => {
  await happens();
  await happens("member.left");
  await Promise.all([deliver(), deliver()]);
  await deliver(10);
  expect(peer.taken).toHaveLength(1);
  const text = readable(peer.taken[0] ?? "");
  for (const part of [
    `To: ${member.userId}@example.com`,
    "Subject: A call failed: Front desk",
    "/dashboard/call-history/",
    "text/html",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("254712000001");
});

test("an e-mail has one-click unsubscribing by RFC 8058, which ends its kind alone", async () => {
  await happens();
  await deliver();
  const headers = readable(peer.taken[0] ?? "").replace(/\n\s+/g, " ");
  expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const [, url = ""] = /List-Unsubscribe: <(https:[^>]+)>/.exec(headers) ?? [];
  const token = new URL(url).searchParams.get("token") ?? "";
  expect(subscriptions.read(token)).toEqual({ ...member, kind: "call.failed" });
  for (const bad of [`${token}x`, token.replace("call.failed", "credit.low"), token.slice(0, -1), ""])
    expect(subscriptions.read(bad)).toBeUndefined();
  expect(createSubscriptions("another secret").read(token)).toBeUndefined();
});

test("words are those of the reader's language, and what an agent is named is no markup", async () => {
  member = await newMember("viewer", { language: "ar" });
  await choose(["call.failed"]);
  await happens("call.failed", "<b>Desk</b>\r\nBcc: everyone@example.com");
  await deliver();
  expect(peer.taken).toHaveLength(1);
  const text = readable(peer.taken[0] ?? "");
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).toContain("Subject: فشلت مكالمة");
});

test("who has left, is not proven, or unsubscribed while it waited gets nothing; owners hear of low credit unasked", async () => {
  await happens();
  await createMembers(database).remove({ ...member }, "owner");
  await deliver();
  member = await newMember("viewer", { proven: false });
  await choose(["call.failed"]);
  await happens();
  await deliver();
  member = await newMember();
  await choose(["call.failed"]);
  await happens();
  await choose([]);
  await deliver();
  expect(peer.taken).toEqual([]);
  member = await newMember("owner");
  await happens();
  await activity.tell(member.workspaceId, {
    kind: "credit.low",
    tone: "error",
    details: { amount: 120, currency: "USD" },
    notify: true,
  });
  await deliver();
  expect(peer.taken.map((one) => /^Subject: .*$/m.exec(readable(one))?.[0])).toEqual(["Subject: Credit is low: $1.20"]);
});

test("leads are the operator's, in the home workspace", async () => {
  await choose(["lead.received"]);
  await happens("lead.received");
  await deliver(0, { homeId: member.workspaceId });
  expect(peer.taken).toEqual([]);
  await database.asOwner(`update users set operator = true where id = '${member.userId}'`);
  await happens("lead.received");
  await deliver(0, { homeId: randomUUID() });
  expect(peer.taken).toEqual([]);
  await happens("lead.received");
  await deliver(0, { homeId: member.workspaceId });
  expect(peer.taken).toHaveLength(1);
});

test("a server that is busy, or that hangs up before it has anything, is asked again; one that knows nobody is not", async () => {
  peer.moods.push("busy", "hang-up");
  await happens();
  await deliver();
  await deliver(0.1);
  expect(peer.taken).toEqual([]);
  await deliver(1);
  await deliver(5);
  expect(peer.taken).toHaveLength(1);
  peer.moods.push("unknown-person");
  await happens();
  for (const minutes of [6, 10, 70]) await deliver(minutes);
  expect(peer.taken).toHaveLength(1);
});

test("a server that takes an e-mail and goes before it says so does not get it twice, nor after our own death", async () => {
  peer.moods.push("taken-silent");
  await happens();
  for (const minutes of [0, 10, 70]) await deliver(minutes);
  expect(peer.taken).toHaveLength(1);
  await happens();
  // We die between the hand-over and the mark.
  const dies = { send: async () => new Promise<never>(() => undefined) };
  void deliver(75, { mail: dies });
  await expect.poll(() => store.due(new Date(Date.now() + 80 * MINUTE_MS))).toEqual([]);
  await deliver(80);
  expect(peer.taken).toHaveLength(1);
});

test("a server that says nothing is left after a while: asked again if it had nothing yet, and not if it may have it all", async () => {
  mail = createMail({ smtpUrl: peer.url, from: "ongea@example.com", dataDir: database.dataDir, log: silent, timeoutMs: 200 });
  peer.moods.push("says-nothing");
  await happens();
  await deliver();
  expect(peer.taken).toEqual([]);
  await deliver(1);
  expect(peer.taken).toHaveLength(1);
  peer.moods.push("stops-within");
  await happens();
  for (const minutes of [2, 10, 70]) await deliver(minutes);
  expect(peer.taken).toHaveLength(1);
});

test("a server that is not there keeps nobody waiting for every e-mail, and they come together when it is back", async () => {
  const away = createMail({ smtpUrl: "smtp://127.0.0.1:1", from: "ongea@example.com", dataDir: database.dataDir, log: silent });
  for (let n = 0; n < 5; n++) await happens();
  let tries = 0;
  const counted: Pick<Mail, "send"> = {
    send: async (letter) => {
      tries++;
      return away.send(letter);
    },
  };
  await deliver(0, { mail: counted });
  expect(tries).toBe(1);
  await deliver(45);
  expect(peer.taken).toHaveLength(1);
  expect(readable(peer.taken[0] ?? "")).toContain("5 more notifications");
});

test("nobody gets more than twenty e-mails in an hour; the last of them tells of all others", async () => {
  for (let n = 0; n < 60; n++) await happens();
  await deliver();
  expect(peer.taken).toHaveLength(20);
  expect(readable(peer.taken[19] ?? "")).toContain("41 more notifications");
  await happens();
  await happens();
  await deliver(30);
  expect(peer.taken).toHaveLength(20);
  await deliver(61);
  expect(peer.taken).toHaveLength(21);
  expect(readable(peer.taken[20] ?? "")).toContain("2 more notifications");
});

test("what is older than a day is not sent any more, and rows do not stay for ever", async () => {
  await happens();
  await deliver(25 * 60);
  expect(peer.taken).toEqual([]);
  await deliver(31 * 24 * 60);
  const { rows } = await database.everywhere.execute("select from notification_emails");
  expect(rows).toHaveLength(0);
});

const at = (moment: string, change: Partial<DeliverParts> = {}) => deliverMails(parts(change), new Date(moment), never);

test("the summary of a day comes at the hour that was chosen, once, whichever server comes first", async () => {
  await choose([], 7, "Africa/Nairobi");
  await at("2026-11-20T03:59:00Z");
  expect(peer.taken).toEqual([]);
  await Promise.all([at("2026-11-20T04:00:00Z"), at("2026-11-20T04:00:00Z")]);
  await at("2026-11-20T20:00:00Z");
  expect(peer.taken).toHaveLength(1);
  const text = readable(peer.taken[0] ?? "");
  for (const part of ["Thursday, November 19, 2026", "Calls: 12", "Goals reached: 4", "Cost: $2.50", "Batches done: 2"])
    expect(text).toContain(part);
  expect(asked[0]).toEqual([new Date("2026-11-18T21:00:00Z"), new Date("2026-11-19T21:00:00Z")]);
});

test("nothing is sent of a day on which nothing happened, and after days without a server only of the last one", async () => {
  await choose([], 7, "Africa/Nairobi");
  figures = { ...BUSY_DAY, calls: 0, rulesFailed: 0, batches: 0 };
  await at("2026-11-20T05:00:00Z");
  figures = BUSY_DAY;
  await at("2026-11-20T06:00:00Z");
  expect(peer.taken).toEqual([]);
  await at("2026-11-25T12:00:00Z");
  await at("2026-11-25T13:00:00Z");
  expect(peer.taken).toHaveLength(1);
  expect(readable(peer.taken[0] ?? "")).toContain("November 24");
});

test("where clocks are changed the summary comes once, of a day that is as long as it was", async () => {
  // Spring: 2 o'clock is left out. Autumn: 1 o'clock comes twice.
  for (const [hour, moments, hours] of [
    [2, ["2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z", "2026-03-30T06:00:00Z"], [24, 23]],
    [2, ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T05:00:00Z", "2026-10-26T06:00:00Z"], [24, 25]],
  ] as const) {
    member = await newMember();
    await database.asOwner("delete from notification_settings");
    await choose([], hour, "Europe/Paris");
    asked = [];
    for (const moment of moments) await at(moment);
    expect(asked.map(([from, until]) => (until.getTime() - from.getTime()) / 3_600_000)).toEqual(hours);
  }
  expect(peer.taken).toHaveLength(4);
});

test("a summary that the server was too busy for comes later that day, and not the day after", async () => {
  await choose([], 7, "Africa/Nairobi");
  peer.moods.push("busy", "busy");
  await at("2026-11-20T05:00:00Z");
  await at("2026-11-20T05:02:00Z");
  await at("2026-11-20T06:00:00Z");
  expect(peer.taken).toHaveLength(1);
});
