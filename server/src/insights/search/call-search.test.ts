/** The list of calls: filtered, searched and exported, on a real database. */
import { randomUUID } from "node:crypto";
import { CALL_STATUSES, type CallTotals, OUTCOMES, Outcome } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import { createHttp, type Http } from "../../platform/http/http.ts";
import { otherDomains } from "../testing/other-domains.ts";
import { openFigures } from "../open-figures.ts";
import { openCallSearch, openSearch } from "../open-search.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import type { CallQuery, CallSearch } from "../../calls/history/search.ts";
import { exportRoute } from "../exports/export-route.ts";
import { createNoteStore } from "../labels/store.ts";
import { createCallLabels } from "../../calls/records/labels/store.ts";
import { createCallStore, type CallRow, type CallStore, type NewCall } from "../../calls/records/store.ts";
import { wireExecution } from "../../calls/records/wire-execution.ts";

const PUBLIC_URL = "https://ongea.example";

let database: TestDatabase;
let store: CallStore;
let found: CallSearch;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createCallStore(database);
  found = openCallSearch(database, store, openSearch(database, otherDomains(database)));
  workspaceId = await openTestWorkspace(database);
  await add(
    { agentName: "Imani Clinic", fromNumber: "+254712345678", transcript: "user: is the doctor in" },
    "2026-11-01T10:00Z",
  );
  await add({ agentName: "Imani Clinic", fromNumber: "+254733018244", status: "no-answer" }, "2026-11-02T10:00Z");
  await add({ agentName: "Kano Light", fromNumber: "+2348031234567", status: "busy" }, "2026-11-03T10:00Z");
  await add({ agentName: "Kano Light", fromNumber: "+2348030000001", status: "error" }, "2026-11-04T10:00Z");
  await add({ agentName: "Kano Light", fromNumber: "+2348030000002", status: "failed" }, "2026-11-05T10:00Z");
  await add({ agentName: "Kano Light", fromNumber: "+2348030000003", status: "stopped" }, "2026-11-06T10:00Z");
  await add({ agentName: "Kano Light", fromNumber: "+2348030000004", status: "in-progress" }, "2026-11-07T10:00Z");
});

afterAll(() => database.close());

/** As calls are stored: begun, and when they are over, with the words that they are found by. */
async function add(change: Partial<NewCall>, at: string): Promise<void> {
  await addAll(workspaceId, [{ ...change, createdAt: new Date(at) }]);
}

async function addAll(workspace: string, changes: readonly Partial<NewCall>[]): Promise<void> {
  const writes = changes.map((change) => {
    const call: NewCall = {
      id: randomUUID(),
      workspaceId: workspace,
      agentName: "Front desk",
      status: "completed",
      provider: "sip",
      direction: "inbound",
      cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
      ...change,
    };
    return { call, write: { begin: call, ...(call.status !== "in-progress" && { finish: { endedAt: new Date() } }) } };
  });
  const search = openSearch(database, otherDomains(database));
  await store.applyAll(workspace, writes, async (db, _, calls) => {
    await search.remember(db, calls);
    return () => undefined;
  });
}

const listed = (workspace: string, { q = "", ...wanted }: CallQuery) =>
  q === "" ? store.list(workspace, wanted) : found.list(workspace, q, wanted);

async function days(wanted: Partial<CallQuery>, workspace = workspaceId): Promise<string[]> {
  const { data } = await listed(workspace, { limit: 50, ...wanted });
  return data.map(({ createdAt }) => createdAt.toISOString().slice(8, 10));
}

test.each([
  ["completed", ["01"]],
  ["failed", ["05", "04"]],
  ["not-answered", ["03", "02"]],
  ["in-progress", ["07"]],
  ["canceled", ["06"]],
] as const)("calls that are %s are listed, newest first", async (outcome: Outcome, expected) => {
  expect(await days({ outcome })).toEqual(expected);
});

test("every status falls under one outcome, and only one", () => {
  expect(Object.values(OUTCOMES).flat().toSorted()).toEqual([...CALL_STATUSES].toSorted());
  expect(Outcome.options.toSorted()).toEqual(Object.keys(OUTCOMES).toSorted());
});

test("a range of days begins with its first moment and ends before the next day's", async () => {
  expect(await days({ from: "2026-11-02T10:00:00Z", to: "2026-11-04T10:00:00Z" })).toEqual(["03", "02"]);
  expect(await days({ from: "2026-11-06T03:00:00+03:00" })).toEqual(["07", "06"]);
});

test("calls are searched by number, by the assistant's name and by what was said, also while they run", async () => {
  expect(await days({ q: "0712 345 678" })).toEqual(["01"]);
  expect(await days({ q: "imani" })).toEqual(["02", "01"]);
  expect(await days({ q: "doctor" })).toEqual(["01"]);
  expect(await days({ q: "kano light" })).toEqual(["07", "06", "05", "04", "03"]);
  expect(await days({ q: "08030000004" })).toEqual(["07"]);
  expect(await days({ q: "zebra" })).toEqual([]);
  expect(await days({ q: "…?!" })).toEqual([]);
});

test("a call is found by the notes on it as they stand, whether it runs or is over, and no other workspace finds it", async () => {
  const workspace = await openTestWorkspace(database);
  const [ended, running] = [new Date("2026-11-01T10:00Z"), new Date("2026-11-02T10:00Z")];
  await addAll(workspace, [
    { createdAt: ended, transcript: "user: is the doctor in" },
    { createdAt: running, status: "in-progress" },
  ]);
  const rows = (await store.list(workspace, { limit: 10 })).data;
  const [notes, search] = [createNoteStore(database, createCallLabels(database)), openSearch(database, otherDomains(database))];
  const written = { text: "Nephew of Wanjikũ, wants a refund", author: "amina", authorId: "7" };
  const noted = (change: () => Promise<{ call: CallRow }>) =>
    database.together(workspace, async () => {
      const { call, ...rest } = await change();
      if (call.endedAt) await search.rememberAnew(database.of(workspace), [call]);
      return rest;
    });
  for (const row of rows) await noted(() => notes.add(row, written));
  expect(await days({ q: "wanjiku refu" }, workspace)).toEqual(["02", "01"]);
  expect(await days({ q: "nephew" }, await openTestWorkspace(database))).toEqual([]);
  expect(await search.find(workspace, "refund")).toMatchObject([{ kind: "call", note: "Nephew of Wanjikũ, wants a refund" }]);
  const texts = [written.text, "Called back about the doctor"];
  expect(search.matchingNote("called doct", texts)).toBe(texts[1]);
  expect(search.matchingNote("zebra", texts)).toBeUndefined();

  const over = rows.find(({ endedAt }) => endedAt !== null);
  const [note] = over ? await notes.notes(over) : [];
  if (!over || !note) throw new Error("The call that is over has no note");
  await noted(() => notes.change(note, "Refund was paid"));
  expect(await days({ q: "nephew" }, workspace)).toEqual(["02"]);
  expect(await days({ q: "paid" }, workspace)).toEqual(["01"]);
  await noted(async () => ({ call: await notes.remove(note) }));
  expect(await days({ q: "paid" }, workspace)).toEqual([]);
  expect(await days({ q: "doctor" }, workspace)).toEqual(["01"]);

  const open = rows.find(({ endedAt }) => endedAt === null);
  if (!open) throw new Error("No call runs");
  await store.apply(open, { finish: { status: "completed", endedAt: new Date() } }, async (db, _, calls) => {
    await search.remember(db, calls);
    return () => undefined;
  });
  expect(await days({ q: "nephew" }, workspace)).toEqual(["02"]);
});

test("a search holds within the other filters", async () => {
  expect(await days({ q: "kano", outcome: "failed" })).toEqual(["05", "04"]);
  expect(await days({ q: "kano", outcome: "in-progress" })).toEqual(["07"]);
  expect(await days({ q: "kano", from: "2026-11-04T00:00:00Z", to: "2026-11-06T00:00:00Z" })).toEqual(["05", "04"]);
  expect(await days({ q: "imani", status: "no-answer" })).toEqual(["02"]);
});

async function totals(workspace: string, wanted: Partial<CallQuery>): Promise<CallTotals> {
  const { q = "", ...kind } = wanted;
  const sums =
    q === ""
      ? { row: await store.totals(workspace, kind), ids: undefined, hasMore: false }
      : await found.sums(workspace, q, kind);
  return openFigures(database, otherDomains(database).agents).totals(workspace, wanted, sums);
}

test("the figures are those of the calls that the filters let through, counted in all", async () => {
  expect(await totals(workspaceId, {})).toMatchObject({ total_calls: 7, success_rate: 0.2, has_more: false });
  expect(await totals(workspaceId, { q: "kano" })).toMatchObject({
    total_calls: 5,
    success_rate: 0,
    lost: { unanswered: 1, failed: 2, abandoned: 0, silent: 0, missed: 0 },
  });
  expect((await totals(workspaceId, { q: "kano", outcome: "failed" })).total_calls).toBe(2);
  expect((await totals(workspaceId, { q: "08030000004" })).total_calls).toBe(1);
  expect(await totals(workspaceId, { q: "zebra" })).toMatchObject({ total_calls: 0, success_rate: null });
  expect((await totals(await openTestWorkspace(database), { q: "kano" })).total_calls).toBe(0);
});

test("a call that the caller gave up, and one in which nobody spoke, are no success, and the home says the same", async () => {
  const workspace = await openTestWorkspace(database);
  const [createdAt, answeredAt] = [new Date("2026-11-01T10:00Z"), new Date("2026-11-01T10:00Z")];
  const measures = { answers: 2, agentMs: 1, callerMs: 1, delayP50Ms: 900, delayP95Ms: 900, interruptions: 0, deadAirMs: 0 };
  const names = { language: "en", stt: null, llm: null, tts: null };
  const nothing = { ...measures, ...names, answers: 0, delayP50Ms: null, delayP95Ms: null };
  await addAll(workspace, [
    {
      createdAt,
      answeredAt,
      tags: ["VIP"],
      hangupBy: "Caller",
      hangupReason: "Call recipient hung up",
      measures: { ...measures, ...names },
    },
    { createdAt, answeredAt, hangupBy: "Caller", hangupReason: "Call recipient hung up", measures: nothing },
    { createdAt, answeredAt, hangupBy: "Callee", hangupReason: "inactivity_timeout", measures: nothing },
    { createdAt, answeredAt, hangupBy: "Callee", hangupReason: "inactivity_timeout", measures: { ...measures, ...names } },
  ]);
  const expected = { total_calls: 4, success_rate: 0.5, lost: { unanswered: 0, abandoned: 1, silent: 1, missed: 0, failed: 0 } };
  expect(await totals(workspace, {})).toMatchObject(expected);
  expect(await openFigures(database, otherDomains(database).agents).home(workspace, null)).toMatchObject(expected);
  // Those of other tags and topics are no failure of these.
  expect(await totals(workspace, { tag: "VIP" })).toMatchObject({ total_calls: 1, success_rate: 1, lost: { abandoned: 0 } });
  expect(await totals(workspace, { topicId: randomUUID() })).toMatchObject({ success_rate: null, lost: { abandoned: 0 } });
});

test("no call of another workspace is found", async () => {
  const other = await openTestWorkspace(database);
  expect(await days({ q: "imani" }, other)).toEqual([]);
  expect(await days({ outcome: "failed" }, other)).toEqual([]);
});

test("pages of a search hold every call once, however many calls of other kinds lie between", async () => {
  const busy = await openTestWorkspace(database);
  const minute = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
  await addAll(
    busy,
    Array.from({ length: 460 }, (_, n) => ({
      status: n % 45 === 0 ? ("failed" as const) : ("completed" as const),
      createdAt: new Date(minute(n)),
    })),
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await listed(busy, { q: "front", outcome: "failed", limit: 4, cursor });
    seen.push(...page.data.map(({ createdAt }) => createdAt.toISOString()));
    cursor = page.next ?? undefined;
    pages += 1;
  } while (cursor !== undefined);
  expect(seen).toEqual(Array.from({ length: 11 }, (_, n) => minute((10 - n) * 45)));
  expect(pages).toBe(3);
});

test("the file holds what is filtered, and not more than two are made at once for a workspace", async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const app = await openApp(gate);
  const ask = (query: string) =>
    app.inject({ url: `/api/calls/export?${query}`, headers: { host: "ongea.example", cookie: "who=viewer" } });
  const both = [ask("outcome=failed"), ask("q=imani&status=completed")];
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await ask("")).json()).toMatchObject({ code: "request.too_many" });
  open();
  const [failed, found] = await Promise.all(both);
  expect(failed?.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="ongea-calls-2026-11-22.csv"',
  });
  expect(
    failed?.body
      .trimEnd()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[6]),
  ).toEqual(["failed", "error"]);
  expect(found?.body).toContain("'+254712345678");
  expect((await ask("status=scheduled")).body.trimEnd().split("\r\n")).toHaveLength(1);
  await app.close();
});

/** Pages come when the gate is open. */
async function openApp(gate: Promise<void>): Promise<Http> {
  const silent = (): void => undefined;
  const who = { id: "1", userId: "1", sessionId: "1", name: "amina" };
  const principal: Principal = {
    kind: "person",
    workspaceId,
    role: "viewer",
    operator: false,
    scope: "admin",
    agentIds: null,
    ...who,
  };
  const app = await createHttp(
    { debug: silent, info: silent, warn: silent, error: silent },
    { host: "127.0.0.1", names: ["ongea.example"], proxies: [], recognise: async () => principal },
  );
  const list = async (workspace: string, wanted: CallQuery) => {
    await gate;
    const { data, next } = await listed(workspace, wanted);
    return { data: data.map((row) => wireExecution(row, PUBLIC_URL)), next };
  };
  exportRoute(app, {
    archive: { list },
    reached: async () => new Map(),
    topics: async () => new Map(),
    now: () => new Date("2026-11-22T06:00:00Z"),
  });
  await app.ready();
  return app;
}
