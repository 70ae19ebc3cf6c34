import type { LiveEvent } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { createLive, type Live } from "../../platform/live/live.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createActivity, type Activity, type NewEvent } from "./activity.ts";
import { createActivityStore } from "./store.ts";

let database: TestDatabase;
let live: Live<LiveEvent>;
let activity: Activity;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  live = createLive();
  activity = createActivity(createActivityStore(database), live);
});

afterAll(() => database.close());

const failed = (name: string): NewEvent => ({
  kind: "call.failed",
  tone: "error",
  details: { name, number: "+12025550123", seconds: 0 },
  notify: true,
});

test("what one person has read is still unread for another", async () => {
  const workspaceId = await openTestWorkspace(database);
  for (const name of ["one", "two", "three"]) await activity.tell(workspaceId, failed(name));
  const { data, unread } = await activity.notifications(workspaceId, "asha", { limit: 10 });
  expect(unread).toBe(3);
  expect(await activity.read(workspaceId, "asha", [data[0]?.id ?? ""])).toBe(2);
  expect(await activity.read(workspaceId, "asha", undefined)).toBe(0);
  expect((await activity.notifications(workspaceId, "baraka", { limit: 10 })).unread).toBe(3);
  await activity.tell(workspaceId, failed("four"));
  const again = await activity.notifications(workspaceId, "asha", { limit: 10 });
  expect(again.data.map(({ read }) => read)).toEqual([false, true, true, true]);
});

test("a notification is pushed to its own workspace at once, what is only logged is not", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const heard: string[] = [];
  live.subscribe(mine, (event) => void heard.push(`mine ${event.event}`));
  live.subscribe(theirs, (event) => void heard.push(`theirs ${event.event}`));
  await activity.tell(mine, failed("one"));
  await activity.tell(mine, { kind: "agent.changed", tone: "info", details: { name: "Front desk" } });
  expect(heard).toEqual(["mine notification"]);
});

test("the log is read page by page without missing or repeating anything, by tone where asked", async () => {
  const workspaceId = await openTestWorkspace(database);
  const other = await openTestWorkspace(database);
  for (let at = 0; at < 23; at++)
    await activity.tell(
      workspaceId,
      at % 2 ? failed(String(at)) : { kind: "agent.changed", tone: "info", details: { name: String(at) } },
    );
  const names: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await activity.log(workspaceId, { cursor, limit: 5 });
    names.push(...page.data.map(({ details }) => details["name"]));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(new Set(names).size).toBe(23);
  expect(names).toHaveLength(23);
  expect((await activity.log(workspaceId, { limit: 100, tone: "error" })).data).toHaveLength(11);
  expect((await activity.log(other, { limit: 100 })).data).toEqual([]);
  expect((await activity.notifications(other, "asha", { limit: 100 })).data).toEqual([]);
});

test("nobody marks another workspace's notification as read", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  await activity.tell(theirs, failed("one"));
  const [notification] = (await activity.notifications(theirs, "asha", { limit: 1 })).data;
  await activity.read(mine, "asha", [notification?.id ?? ""]);
  expect((await activity.notifications(theirs, "asha", { limit: 1 })).unread).toBe(1);
});

test("a page that was made up is refused", async () => {
  const workspaceId = await openTestWorkspace(database);
  await expect(activity.log(workspaceId, { cursor: "nonsense", limit: 5 })).rejects.toMatchObject({
    code: "request.bad_cursor",
  });
});

test("what concerns some people alone is in their notifications, and nobody else has it, counts it, or finds it in the log", async () => {
  const workspaceId = await openTestWorkspace(database);
  const heard: unknown[] = [];
  live.subscribe(workspaceId, (event) => event.event === "notification" && heard.push(event.readers));
  const shared = { kind: "call.shared", tone: "info", details: { name: "amina@duka.example", from: 12 }, notify: true } as const;
  await activity.tell(workspaceId, { ...shared, readers: ["asha", "baraka"] });
  await activity.tell(workspaceId, failed("one"));
  const of = async (reader: string) => {
    const { data, unread } = await activity.notifications(workspaceId, reader, { limit: 10 });
    return [data.map(({ kind }) => kind), unread];
  };
  expect(await of("asha")).toEqual([["call.failed", "call.shared"], 2]);
  expect(await of("chebet")).toEqual([["call.failed"], 1]);
  expect((await activity.log(workspaceId, { limit: 10 })).data.map(({ kind }) => kind)).toEqual(["call.failed"]);
  expect(heard).toEqual([["asha", "baraka"], undefined]);
  expect(await activity.read(workspaceId, "asha", undefined)).toBe(0);
  expect(await of("baraka")).toEqual([["call.failed", "call.shared"], 2]);
});
