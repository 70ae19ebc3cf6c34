/** What a person chooses, and what the links of e-mails end, asked over HTTP. */
import { randomUUID } from "node:crypto";
import { changeNotificationSettings, readNotificationSettings, unsubscribe, type NotificationSettings } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../platform/http/authorise.ts";
import { createHttp, type Http } from "../../platform/http/http.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createDigestStore } from "./digests/store.ts";
import { notificationRoutes } from "./routes.ts";
import { createNotificationStore } from "./store.ts";
import { recipientOf } from "./testing/recipient.ts";
import { createSubscriptions, type Subscription } from "./unsubscribe.ts";

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const subscriptions = createSubscriptions("a secret");
let database: TestDatabase;
let app: Http;
let ended: [string, string | undefined][] = [];
let principal: Principal;
let now: Date;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [], recognise: async () => principal });
  const [store, digests] = [createNotificationStore(database), createDigestStore(database)];
  const mail = { isDelivered: true };
  const endBoardMails = async (member: { userId: string }, id: string | undefined): Promise<void> =>
    void ended.push([member.userId, id]);
  const recipient = recipientOf(database);
  const [homeId, timeZone] = [randomUUID(), "Africa/Lagos"];
  notificationRoutes(app, { store, digests, subscriptions, mail, homeId, timeZone, recipient, now: () => now, endBoardMails });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  ended = [];
  now = new Date("2026-11-20T12:00:00Z");
  const [workspaceId, userId] = [await openTestWorkspace(database), randomUUID()];
  await database.asOwner(
    `insert into users (id, name, email) values ('${userId}', 'Asha', '${userId}@example.com');
    insert into members (workspace_id, user_id, role) values ('${workspaceId}', '${userId}', 'owner')`,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of it as the routes read
  principal = { kind: "person", workspaceId, userId, id: userId, role: "owner", scope: "admin", agentIds: null } as Principal;
});

async function ask(method: "GET" | "PUT" | "POST", url: string, body?: object | string) {
  const headers = typeof body === "string" ? { "content-type": "application/x-www-form-urlencoded" } : {};
  const answer = await app.inject({ method, url, headers: { host: "localhost", ...headers }, ...(body && { payload: body }) });
  return { status: answer.statusCode, body: answer.json<NotificationSettings>() };
}
const read = () => ask("GET", readNotificationSettings.path);
const choose = (body: object) => ask("PUT", changeNotificationSettings.path, body);
const tokenOf = (kind: Subscription["kind"]): string =>
  subscriptions.token({ workspaceId: principal.workspaceId, userId: principal.userId ?? "", kind });
const end = (token: string, more = "") => ask("POST", `${unsubscribe.path}?token=${token}${more}`, "List-Unsubscribe=One-Click");

test("owners begin with low credit; what is chosen stays; nobody else's leads are offered", async () => {
  expect((await read()).body).toMatchObject({
    kinds: ["credit.low"],
    digest_hour: null,
    time_zone: "Africa/Lagos",
    proven: false,
  });
  const chosen = { kinds: ["call.failed", "lead.received"], digest_hour: 7, time_zone: "Africa/Nairobi" };
  expect((await choose(chosen)).body).toMatchObject({ ...chosen, kinds: ["call.failed"] });
  expect((await read()).body.offered).toEqual(["call.failed", "batch.finished", "credit.low", "rule.failed"]);
});

test("an hour, a zone or a kind that there is not is refused", async () => {
  const right = { kinds: [], digest_hour: 7, time_zone: "Africa/Nairobi" };
  for (const wrong of [
    { digest_hour: 24 },
    { digest_hour: -1 },
    { time_zone: "Mars/Olympus" },
    { kinds: ["call.missed"] },
    { more: 1 },
  ])
    expect((await choose({ ...right, ...wrong })).status).toBe(422);
});

test("an hour of today that is over begins tomorrow, one that is to come today", async () => {
  const days = async (hour: number): Promise<number> => {
    await choose({ kinds: [], digest_hour: hour, time_zone: "Africa/Nairobi" });
    const { rows } = await database.everywhere.execute(`select from notification_digests where user_id = '${principal.userId}'`);
    return rows.length;
  };
  expect(await days(16)).toBe(0);
  expect(await days(15)).toBe(1);
});

test("a mail program ends one kind without signing in, twice too; a person all of them; a made-up link nothing", async () => {
  await choose({ kinds: ["call.failed", "credit.low"], digest_hour: 7, time_zone: "Africa/Nairobi" });
  for (let n = 0; n < 2; n++) expect((await end(tokenOf("call.failed"))).status).toBe(200);
  expect((await read()).body).toMatchObject({ kinds: ["credit.low"], digest_hour: 7 });
  await end(tokenOf("digest"));
  expect((await read()).body).toMatchObject({ kinds: ["credit.low"], digest_hour: null });
  await end(tokenOf("call.failed"), "&all=true");
  expect((await read()).body).toMatchObject({ kinds: [], digest_hour: null });
  expect((await end(`${tokenOf("digest")}x`)).status).toBe(403);
});

test("the link of somebody who has left changes nothing, and is no error", async () => {
  const token = tokenOf("call.failed");
  await database.asOwner(`delete from members where user_id = '${principal.userId}'`);
  expect((await end(token)).status).toBe(200);
  expect((await read()).status).toBe(404);
});
