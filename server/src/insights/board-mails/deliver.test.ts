/** Boards by e-mail: on a real database, to a real SMTP server with its faults, on a clock that the test moves. */
import { randomUUID } from "node:crypto";
import { type BoardMailDraft, BoardView } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLetters, createSubscriptions } from "../../accounts/index.ts";
import { recipientOf } from "../../accounts/notifications/testing/recipient.ts";
import { createMail, type Mail } from "../../platform/mail/mail.ts";
import { openSmtpPeer, readable, type SmtpPeer } from "../../platform/mail/testing/smtp-peer.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createBoards } from "../analytics/boards/boards.ts";
import { createBoardStore } from "../analytics/boards/store.ts";
import { createSavedBoards } from "../saved-boards/store.ts";
import { deliverBoards, type DeliverBoardsParts } from "./deliver.ts";
import { type BoardMailStore, createBoardMailStore } from "./store.ts";
import { dueAfter } from "./when.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const never = new AbortController().signal;
const subscriptions = createSubscriptions("a secret");
const BEFORE = new Date("2026-11-28T12:00:00Z");
const DUE = new Date("2026-11-29T04:00:00Z");
const minutes = (after: number): Date => new Date(DUE.getTime() + after * 60_000);

let database: TestDatabase;
let peer: SmtpPeer;
let mail: Mail;
let workspaceId: string;
let amina: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());
beforeEach(async () => {
  peer = await openSmtpPeer();
  mail = createMail({ smtpUrl: peer.url, from: "Ongea <ongea@example.com>", dataDir: database.dataDir, log: silent });
  await database.asOwner("delete from board_mails");
  workspaceId = await openTestWorkspace(database);
  amina = await newMember();
});
afterEach(() => peer.close());

async function newMember(proven = true, language = "en"): Promise<string> {
  const userId = randomUUID();
  await database.asOwner(
    `insert into users (id, name, email, email_verified, language)
      values ('${userId}', 'Amina', '${userId}@example.com', ${proven}, '${language}');
    insert into members (workspace_id, user_id, role) values ('${workspaceId}', '${userId}', 'viewer')`,
  );
  return userId;
}

const saved = () => createSavedBoards(database);
function parts(change: Partial<DeliverBoardsParts> = {}): DeliverBoardsParts {
  const boards = createBoards({
    store: createBoardStore(database),
    agents: async () => [],
    batches: async () => [],
    topics: async () => [],
    ended: async () => [],
  });
  return {
    store: createBoardMailStore(database),
    mail,
    letters: createLetters({ publicUrl: "https://voice.example.com", subscriptions }),
    log: silent,
    recipient: recipientOf(database),
    saved: saved().read,
    figures: boards.read,
    ...change,
  };
}
const round = (at: Date, change: Partial<DeliverBoardsParts> = {}) => deliverBoards(parts(change), at, never);
const store = (): BoardMailStore => createBoardMailStore(database);

async function schedule(change: Partial<BoardMailDraft> = {}): Promise<string> {
  const draft: BoardMailDraft = {
    board: "quality",
    every: "day",
    hour: 7,
    weekday: 1,
    month_day: 1,
    time_zone: "Africa/Nairobi",
    recipients: [amina],
    ...change,
  };
  return store().add(workspaceId, draft, dueAfter(draft, BEFORE));
}
const readMail = (id: string) => store().read(workspaceId, id);

test("a board goes out at its hour, once to each member, although two servers run and start again", async () => {
  const juma = await newMember();
  const id = await schedule({ recipients: [amina, juma] });
  await round(minutes(-1));
  expect(peer.taken).toEqual([]);
  await Promise.all([round(DUE), round(DUE)]);
  await round(minutes(1));
  expect(peer.taken).toHaveLength(2);
  const text = readable(peer.taken[0] ?? "");
  for (const part of ["Quality, Nov 28, 2026", "Calls: 0 (Period before: 0)", "/dashboard/analytics?", "text/html"])
    expect(text).toContain(part);
  expect(await readMail(id)).toMatchObject({ lastSentAt: DUE, nextAt: new Date("2026-11-30T04:00:00Z"), lastFailure: null });
});

test("its figures are those of whole days in its zone, with the filters of the saved board, whose agent may be gone", async () => {
  const view = BoardView.parse({ board: "cost", days: 7, compare: false, filters: { agent_id: randomUUID() } });
  const { id: board } = await saved().save(workspaceId, amina, {
    name: "<b>Costs</b>\r\nBcc: all@example.com",
    shared: true,
    view,
  });
  await schedule({ board });
  const queries: unknown[] = [];
  const { figures } = parts();
  await round(DUE, {
    figures: (workspace, query) => {
      queries.push(query);
      return figures(workspace, query);
    },
  });
  expect(queries).toEqual([
    {
      from: "2026-11-21T21:00:00.000Z",
      to: "2026-11-28T21:00:00.000Z",
      group: "day",
      time_zone: "Africa/Nairobi",
      agent_id: view.filters.agent_id,
    },
  ]);
  const text = readable(peer.taken[0] ?? "");
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).toContain("&lt;b&gt;Costs");
  expect(text).toContain("Cost: $0.00");
  expect(text).not.toContain("Period before");
});

test("nobody gets it who has left, unsubscribed or has no confirmed address by then", async () => {
  const [juma, neema, unproven] = [await newMember(), await newMember(), await newMember(false)];
  await schedule({ recipients: [amina, juma, neema, unproven] });
  await database.asOwner(`delete from members where user_id = '${juma}'`);
  await store().unsubscribe({ workspaceId, userId: neema }, undefined);
  await round(DUE);
  expect(peer.taken.map((one) => /^To: (.*)@/m.exec(readable(one))?.[1])).toEqual([amina]);
});

test("the link in an e-mail stops that board for its reader alone", async () => {
  const [id, other] = [await schedule(), await schedule({ board: "cost" })];
  await round(DUE);
  const urls = peer.taken.map((one) => /List-Unsubscribe: <(https:[^>]+)>/.exec(readable(one).replace(/\n\s+/g, " "))?.[1]);
  const tokens = urls.map((url) => subscriptions.read(new URL(url ?? "").searchParams.get("token") ?? ""));
  expect(new Set(tokens.map((token) => token?.kind))).toEqual(new Set([`board.${id}`, `board.${other}`]));
  await store().unsubscribe({ workspaceId, userId: amina }, id);
  expect([(await readMail(id))?.recipients, (await readMail(other))?.recipients]).toEqual([[], [amina]]);
});

test("a busy or absent SMTP server is asked again, later each time; the failure stands there until it is sent", async () => {
  peer.moods.push("busy", "hang-up");
  const id = await schedule();
  await round(DUE);
  expect(await readMail(id)).toMatchObject({ lastFailure: "refused", lastFailedAt: DUE, lastSentAt: null });
  await round(minutes(0.4));
  expect(peer.taken).toEqual([]);
  await round(minutes(0.6));
  expect(await readMail(id)).toMatchObject({ lastFailure: "unreached" });
  await round(minutes(1));
  expect(peer.taken).toEqual([]);
  await round(minutes(2));
  expect(peer.taken).toHaveLength(1);
  expect(await readMail(id)).toMatchObject({ lastSentAt: minutes(2), lastFailedAt: minutes(0.6) });
});

test("what may have been taken is never sent again, nor after our own death", async () => {
  peer.moods.push("taken-silent");
  const id = await schedule();
  await round(DUE);
  await round(minutes(60));
  expect(peer.taken).toHaveLength(1);
  expect(await readMail(id)).toMatchObject({ lastFailure: "unknown" });
  const next = new Date(DUE.getTime() + 86_400_000);
  const dies = { send: async () => new Promise<never>(() => undefined) };
  void round(next, { mail: dies });
  await expect.poll(() => store().waiting(next)).toEqual([]);
  await expect.poll(async () => (await readMail(id))?.nextAt.getTime()).toBeGreaterThan(next.getTime());
  await round(new Date(next.getTime() + 3_600_000));
  expect(peer.taken).toHaveLength(1);
});

test("after days without a server a board goes out once; what waits for a day without an SMTP server is not sent", async () => {
  const id = await schedule();
  await round(new Date("2026-12-05T09:00:00Z"));
  expect(peer.taken).toHaveLength(1);
  expect(readable(peer.taken[0] ?? "")).toContain("Dec 4, 2026");
  peer.moods.push("busy");
  await round(new Date("2026-12-06T04:00:00Z"));
  await database.asOwner(`update board_mails set next_at = '2027-01-01T00:00:00Z' where id = '${id}'`);
  await round(new Date("2026-12-07T05:00:00Z"));
  expect(peer.taken).toHaveLength(1);
  expect(await readMail(id)).toMatchObject({ lastFailure: "late" });
});

test("a board that is deleted, of another version or of somebody who left is not sent, and that is said", async () => {
  const view = BoardView.parse({ board: "quality" });
  const { id: board } = await saved().save(workspaceId, amina, { name: "Mine", shared: false, view });
  const juma = await newMember();
  const id = await schedule({ board, recipients: [juma] });
  await database.asOwner(
    `update saved_boards set view = '{"board":"quality","filters":{"topic":"loans"}}' where id = '${board}'`,
  );
  await round(DUE);
  expect(await readMail(id)).toMatchObject({ lastFailure: "board" });
  await database.asOwner(`update saved_boards set view = '{"board":"quality"}', deleted_at = now() where id = '${board}'`);
  await round(new Date("2026-11-30T04:00:00Z"));
  await database.asOwner(`update saved_boards set deleted_at = null where id = '${board}'`);
  await database.asOwner(`delete from members where user_id = '${amina}'`);
  await round(new Date("2026-12-01T04:00:00Z"));
  expect(peer.taken).toEqual([]);
});

test("figures that cannot be read now are read again", async () => {
  await schedule();
  const figures = async (): Promise<never> => Promise.reject(new Error("the database is away"));
  await round(DUE, { figures });
  await round(minutes(1));
  expect(peer.taken).toHaveLength(1);
});

test("a reader reads their own language, and no more than twenty boards are sent from a workspace", async () => {
  const reader = await newMember(true, "ar");
  await schedule({ recipients: [reader] });
  await round(DUE);
  expect(readable(peer.taken[0] ?? "")).toContain("الفترة السابقة");
  for (let n = 1; n < 20; n++) await schedule();
  await expect(schedule()).rejects.toMatchObject({ code: "board_mail.too_many" });
});
