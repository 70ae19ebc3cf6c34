/** Web widgets on a real database: who may have them, what opens by their keys, what a visitor may begin. */
import { randomUUID } from "node:crypto";
import { NewWidget, WIDGET_NUMBER } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents } from "../../agents/documents/agents.ts";
import type { VisitorCalls } from "../visitors/visitor-calls.ts";
import { MIGRATIONS } from "../../schema.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createWidgetStore } from "./store.ts";
import { createWidgetCalls } from "./widget-calls.ts";
import { createWidgets, type Widgets } from "./widgets.ts";

const PAGE = "https://www.example.com";
let database: TestDatabase;
let workspaceId: string;
let agentId: string;
let widgets: Widgets;
let acts: string[];

const actor = (id: string) => ({ workspaceId: id, kind: "person", id: "amina", name: "Amina" }) as const;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  agentId = (await agents.all(workspaceId))[0]!.id;
  acts = [];
  const audit = {
    act: <T>(by: { workspaceId: string }, work: (write: (deed: { act: string }) => Promise<void>) => Promise<T>) =>
      database.together(by.workspaceId, () => work(async ({ act }) => void acts.push(act))),
  };
  widgets = createWidgets({ store: createWidgetStore(database), agents, audit: audit as never });
});

const wanted = (settings: object = {}) => NewWidget.parse({ agent_id: agentId, name: "Our site", origins: [PAGE], ...settings });

test("a widget has a public key, the defaults where nothing is said, and each act on it is in the log", async () => {
  const made = await widgets.create(actor(workspaceId), wanted({ origins: [PAGE, PAGE, "http://localhost:3000"] }));
  expect(made).toMatchObject({
    origins: [PAGE, "http://localhost:3000"],
    colour: "indigo",
    position: "end",
    label: "",
    language: null,
    calls_at_once: 5,
    calls_per_hour: 10,
    is_active: true,
  });
  expect(made.agent_name).not.toBe("");
  expect(made.key).toMatch(/^wgt_[\w-]{20}$/);
  const changed = await widgets.change(actor(workspaceId), made.id, { language: "sw", is_active: false });
  expect(changed).toMatchObject({ language: "sw", is_active: false, key: made.key, origins: made.origins });
  expect(await widgets.list(workspaceId)).toEqual([changed]);
  // A page that asks learns of it at once.
  expect((await widgets.byKey(made.key))?.isActive).toBe(false);
  await widgets.remove(actor(workspaceId), made.id);
  expect(await widgets.byKey(made.key)).toBeUndefined();
  expect(acts).toEqual(["widget.added", "widget.changed", "widget.removed"]);
});

test("another workspace neither sees a widget nor changes it, and shows no assistant but its own", async () => {
  const made = await widgets.create(actor(workspaceId), wanted());
  const elsewhere = actor(await openTestWorkspace(database));
  expect(await widgets.list(elsewhere.workspaceId)).toEqual([]);
  const refused = { code: "widget.not_found" };
  await expect(widgets.change(elsewhere, made.id, { is_active: false })).rejects.toMatchObject(refused);
  await expect(widgets.change(actor(workspaceId), made.id, {})).rejects.toMatchObject(refused);
  await expect(widgets.remove(elsewhere, made.id)).rejects.toMatchObject(refused);
  await expect(widgets.create(elsewhere, wanted())).rejects.toMatchObject({ code: "agent.not_found" });
  expect(await widgets.list(workspaceId)).toHaveLength(1);
});

test("what is not a page's origin is refused: nothing of it reaches a Content-Security-Policy", () => {
  const good = ["https://example.com", "https://a.example.co.ke:8443", "http://localhost:5173", "http://127.0.0.1"];
  const bad = [
    "http://www.example.com",
    "https://www.example.com/",
    "https://www.example.com:443",
    "https://*.example.com",
    "https://Example.com",
    "https://example.com; script-src *",
    "https://example.com 'unsafe-inline'",
    "https://a@example.com",
    "'self'",
    "*",
    "null",
    "",
  ];
  const parse = (origin: string): boolean =>
    NewWidget.safeParse({ agent_id: randomUUID(), name: "x", origins: [origin] }).success;
  expect(good.filter((origin) => !parse(origin))).toEqual([]);
  expect(bad.filter(parse)).toEqual([]);
  expect(NewWidget.safeParse({ agent_id: randomUUID(), name: "x", origins: [] }).success).toBe(false);
});

test("fifty widgets fill a workspace, also when they are made at the same time", async () => {
  const made = await Promise.allSettled(Array.from({ length: 53 }, () => widgets.create(actor(workspaceId), wanted())));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
  const reasons = made.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []));
  expect(new Set(reasons)).toEqual(new Set(["widget.too_many"]));
});

test("a call by a widget is of its workspace and says where it comes from; who may not begin one is told why", async () => {
  const started: unknown[] = [];
  const visitors = {
    start: async (call: unknown) => {
      started.push(call);
      return { callId: "1", token: "", pass: "", expiresInSeconds: 60, mostSeconds: 900 };
    },
  } as unknown as VisitorCalls;
  let mayPay = true;
  let nowMs = 0;
  const warned: unknown[] = [];
  const calls = createWidgetCalls({
    widgets,
    visitors,
    checkMoney: async () => {
      if (!mayPay) throw refuse("call.no_credit");
    },
    log: { warn: (...said: unknown[]) => void warned.push(said) },
    nowMs: () => nowMs,
  });
  const made = await widgets.create(actor(workspaceId), wanted({ calls_per_hour: 5, calls_at_once: 2 }));
  const ask = (change: object = {}): Promise<string> =>
    calls.start({ key: made.key, origin: PAGE, from: "198.51.100.7", ...change }).then(
      () => "begun",
      (error: { code: string }) => error.code,
    );
  expect(await ask()).toBe("begun");
  expect(started[0]).toMatchObject({
    workspaceId,
    agentId,
    from: "198.51.100.7",
    by: `widget/${made.id}`,
    mostAtOnce: 2,
    fromNumber: WIDGET_NUMBER,
    userData: { widget: "Our site", page: PAGE },
  });
  expect(await ask({ key: "wgt_aaaaaaaaaaaaaaaaaaaa" })).toBe("widget.not_found");
  expect(await ask({ key: "' or 1=1" })).toBe("widget.not_found");
  expect(await ask({ origin: "https://www.example.org" })).toBe("request.wrong_origin");
  // A workspace without credit is not shown to everybody.
  mayPay = false;
  expect(await ask()).toBe("call.busy");
  expect(warned).toHaveLength(1);
  mayPay = true;
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual(["begun", "begun", "begun", "request.too_many"]);
  expect(await ask({ from: "198.51.100.8" })).toBe("begun");
  nowMs += 12 * 60_000;
  expect(await ask()).toBe("begun");
  await widgets.change(actor(workspaceId), made.id, { is_active: false });
  expect(await ask()).toBe("widget.off");
});
