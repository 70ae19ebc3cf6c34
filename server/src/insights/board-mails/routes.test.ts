/** Who may send boards by e-mail, of what and to whom, asked over HTTP. */
import { randomUUID } from "node:crypto";
import { BoardView } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recipientOf } from "../../accounts/notifications/testing/recipient.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import { createHttp, type Http } from "../../platform/http/http.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createSavedBoards, type SavedBoards } from "../saved-boards/store.ts";
import { boardMailRoutes } from "./routes.ts";
import { createBoardMailStore } from "./store.ts";

const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const NOW = new Date("2026-11-29T12:00:00Z");
const VIEW = BoardView.parse({ board: "cost" });

let database: TestDatabase;
let app: Http;
let principal: Principal;
let saved: SavedBoards;
let acts: string[];

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  saved = createSavedBoards(database);
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [], recognise: async () => principal });
  boardMailRoutes(app, {
    store: createBoardMailStore(database),
    audit: { act: async (_, work) => work(async ({ act }) => void acts.push(act)) },
    sendsMail: true,
    recipient: recipientOf(database),
    saved: saved.read,
    now: () => NOW,
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  acts = [];
  const workspaceId = await openTestWorkspace(database);
  principal = await newMember(workspaceId);
});

async function newMember(workspaceId: string, proven = true): Promise<Principal> {
  const userId = randomUUID();
  await database.asOwner(
    `insert into users (id, name, email, email_verified) values ('${userId}', 'Amina', '${userId}@example.com', ${proven});
    insert into members (workspace_id, user_id, role) values ('${workspaceId}', '${userId}', 'agent_manager')`,
  );
  const person = { kind: "person", workspaceId, userId, id: userId, role: "agent_manager", scope: "write", agentIds: null };
  return person as Principal;
}

const draft = (change: object = {}) => ({
  board: "quality",
  every: "month",
  hour: 7,
  month_day: 31,
  time_zone: "Africa/Nairobi",
  recipients: [principal.userId],
  ...change,
});

async function ask(method: "GET" | "POST" | "PUT" | "DELETE", id = "", payload?: object) {
  const url = `/api/board-mails${id === "" ? "" : `/${id}`}`;
  const response = await app.inject({ method, url, headers: { host: "localhost" }, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json<Answer>() };
}
interface Answer {
  id: string;
  next_at: string;
  data: { id: string; name: string | null }[];
  code: string;
}

test("a board is scheduled, changed and stopped, and each act is in the audit log", async () => {
  const made = await ask("POST", "", draft());
  expect(made).toMatchObject({ status: 200, body: { next_at: "2026-11-30T04:00:00.000Z" } });
  const changed = await ask("PUT", made.body.id, draft({ every: "day", hour: 18 }));
  expect(changed.body).toMatchObject({ id: made.body.id, next_at: "2026-11-29T15:00:00.000Z" });
  expect((await ask("GET")).body.data).toHaveLength(1);
  expect((await ask("DELETE", made.body.id)).status).toBe(200);
  expect((await ask("DELETE", made.body.id)).status).toBe(404);
  expect(acts).toEqual(["board_mail.scheduled", "board_mail.changed", "board_mail.stopped"]);
});

test("it goes to members of this workspace with a confirmed address alone", async () => {
  const outsider = await newMember(await openTestWorkspace(database));
  const unproven = await newMember(principal.workspaceId, false);
  for (const { userId } of [outsider, unproven])
    expect(await ask("POST", "", draft({ recipients: [principal.userId, userId] }))).toMatchObject({ status: 422 });
  for (const wrong of [
    { recipients: [] },
    { recipients: [principal.userId, principal.userId] },
    { time_zone: "Mars/Olympus" },
    { hour: 24 },
    { month_day: 32 },
    { board: "calls" },
  ])
    expect((await ask("POST", "", draft(wrong))).status).toBe(422);
});

test("the board of somebody else is not found, nor sent, nor is an e-mail with it seen, changed or stopped", async () => {
  const { workspaceId, userId } = principal;
  const { id: board } = await saved.save(workspaceId, userId ?? "", { name: "Mine", shared: false, view: VIEW });
  const made = await ask("POST", "", draft({ board }));
  expect((await ask("GET")).body.data).toMatchObject([{ id: made.body.id, name: "Mine" }]);
  principal = await newMember(workspaceId);
  expect((await ask("POST", "", draft({ board }))).status).toBe(404);
  expect((await ask("GET")).body.data).toEqual([]);
  for (const method of ["PUT", "DELETE"] as const)
    expect((await ask(method, made.body.id, method === "PUT" ? draft() : undefined)).status).toBe(404);
  principal = await newMember(await openTestWorkspace(database));
  expect((await ask("DELETE", made.body.id)).status).toBe(404);
});
