import { randomUUID } from "node:crypto";
import { AgentDocument, type LiveEvent } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAfterCall } from "./after-call.ts";
import { agentsAfterCalls } from "../agents/documents/store.ts";
import { addSeededAgents } from "../agents/documents/seeded/store.ts";
import { createDoNotCallStore, hashingNumbers } from "../compliance/do-not-call/store.ts";
import { recordOptOuts } from "../compliance/do-not-call/after-call.ts";
import { contactsOfEnded } from "../campaigns/batches/dialling/ended.ts";
import { createDialStore } from "../campaigns/batches/dialling/store.ts";
import { createAnalyst } from "../insights/analysis/analysis.ts";
import { createCallStore, type NewCall } from "./records/store.ts";
import { createSpending } from "../accounts/billing/spend-on-calls.ts";
import { createWebhooks } from "../accounts/webhooks/webhooks.ts";
import type { CallsEnded } from "./later.ts";
import { createCallWebhooks } from "./webhooks/call-webhooks.ts";
import { createWebhookStore } from "../accounts/webhooks/store.ts";
import { wireExecution } from "./records/wire-execution.ts";
import { createActivity } from "../accounts/activity/activity.ts";
import { createActivityStore } from "../accounts/activity/store.ts";
import { MIGRATIONS } from "../schema.ts";
import { openCredits } from "../accounts/open-credits.ts";
import { otherDomains } from "../insights/testing/other-domains.ts";
import { openFigures } from "../insights/open-figures.ts";
import { openSearch } from "../insights/open-search.ts";
import { createJobsByHand } from "../platform/jobs/testing/jobs-by-hand.ts";
import { createLive } from "../platform/live/live.ts";
import { fromMinor, noMoney } from "../platform/money/money.ts";
import { openTestDatabase, type TestDatabase } from "../platform/testing/database.ts";
import { openTestWorkspace } from "../platform/testing/workspaces.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});

afterAll(() => database.close());

function parts() {
  const live = createLive<LiveEvent>();
  const activity = createActivity(createActivityStore(database), live);
  const credits = openCredits(database);
  const search = openSearch(database, otherDomains(database));
  const jobs = createJobsByHand();
  const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const webhookStore = createWebhookStore(database);
  const publicUrl = "https://ongea.example";
  const webhooks = createCallWebhooks({
    tenancy: database,
    deliver: createWebhooks({ tenancy: database, store: webhookStore, jobs }).deliver,
    log: silent,
    publicUrl,
  });
  const contacts = contactsOfEnded(createDialStore(database), () => new Date());
  const analyst = createAnalyst(jobs);
  const analysed = {
    webhooks,
    preferences: recordOptOuts(createDoNotCallStore(database, hashingNumbers("a secret"))),
    told: async (...[db, id, calls, { tasks }]: Parameters<CallsEnded>) => {
      await search.remember(db, calls);
      await contacts(db, id, calls);
      await analyst.ended(calls, tasks);
    },
    wanting: agentsAfterCalls,
  };
  const ended = createAfterCall({
    activity,
    spend: createSpending({
      activity,
      credits,
      prices: { KES: { currency: "KES", micros: 6_000_000n } },
      // 125 shillings are a dollar.
      passedOn: (cents, currency) => fromMinor(currency === "KES" ? cents * 125 : 0, currency),
      called: { rented: async () => new Set<string>(), minute: noMoney },
    }),
    ...analysed,
  });
  return { live, activity, credits, search, ended, jobs, webhookStore, store: createCallStore(database) };
}

const call = (workspaceId: string): NewCall => ({
  id: randomUUID(),
  workspaceId,
  agentName: "Front desk",
  status: "in-progress",
  provider: "sip",
  direction: "inbound",
  fromNumber: "+254712345678",
  answeredAt: new Date(),
  cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
});
const nothingMore = async () => () => undefined;
const added = async (store: ReturnType<typeof createCallStore>, row: NewCall): Promise<NewCall> => {
  await store.apply(row, { begin: row }, nothingMore);
  return row;
};
const end = { endedAt: new Date(), durationSeconds: 90, transcript: "user: I lost my umbrella" };

test("a call that ends is counted, logged, paid and found", async () => {
  const { activity, credits, search, ended, store } = parts();
  const workspaceId = await openTestWorkspace(database, "KES");
  const row = call(workspaceId);
  await store.apply(row, { begin: row }, nothingMore);
  await store.apply(row, { finish: { ...end, status: "completed" } }, ended);
  expect((await openFigures(database, otherDomains(database).agents).home(workspaceId, null)).total_calls).toBe(1);
  expect((await activity.log(workspaceId, { limit: 5 })).data[0]).toMatchObject({
    kind: "call.completed",
    details: { name: "Front desk", number: "+254712345678", seconds: 90 },
    subject: { kind: "call", id: row.id },
  });
  expect(await credits.balance(workspaceId)).toEqual({ currency: "KES", amount_minor: -900 });
  expect((await search.find(workspaceId, "umbrella")).map(({ id }) => id)).toEqual([row.id]);
  await store.remove(row);
  expect((await openFigures(database, otherDomains(database).agents).home(workspaceId, null)).total_calls).toBe(0);
  expect(await search.find(workspaceId, "umbrella")).toEqual([]);
});

test("a call's length is rounded once: the log says the seconds that the list and its page come to", async () => {
  const { activity, ended, store } = parts();
  const workspaceId = await openTestWorkspace(database);
  // Tenths first would make 24.5 of it, and that 25.
  for (const durationSeconds of [24.46, 24.5, 59.951]) {
    const row = await added(store, call(workspaceId));
    await store.apply(row, { finish: { ...end, durationSeconds, status: "completed" } }, ended);
    const { conversation_time: seconds, telephony_data: telephony } = wireExecution(
      (await store.read({ workspaceId, id: row.id }))!,
      "https://ongea.example",
    );
    expect(seconds).toBe(durationSeconds);
    const [told] = (await activity.log(workspaceId, { limit: 1 })).data;
    expect([told?.details.seconds, telephony.duration]).toEqual([Math.round(seconds), String(Math.round(seconds))]);
  }
});

test.each([
  ["completed", "call.completed"],
  ["no-answer", "call.missed"],
  ["canceled", "call.canceled"],
  ["stopped", "call.canceled"],
] as const)("the log says of a call that is %s: %s", async (status, kind) => {
  const { activity, ended, store } = parts();
  const workspaceId = await openTestWorkspace(database);
  const row = await added(store, call(workspaceId));
  await store.apply(row, { finish: { ...end, status } }, ended);
  expect((await activity.log(workspaceId, { limit: 1 })).data[0]?.kind).toBe(kind);
});

test("a call that failed is told to the people who watch, and only after it is stored", async () => {
  const { live, ended, store } = parts();
  const workspaceId = await openTestWorkspace(database);
  const heard: LiveEvent[] = [];
  live.subscribe(workspaceId, (event) => void heard.push(event));
  const row = call(workspaceId);
  await store.apply(row, { begin: row }, nothingMore);
  const broken = store.apply(row, { finish: { ...end, status: "error" } }, async (db, workspace, stored) => {
    await ended(db, workspace, stored);
    throw new Error("The disk is full");
  });
  await expect(broken).rejects.toThrow();
  expect(heard).toEqual([]);
  await store.apply(row, { finish: { ...end, status: "error" } }, ended);
  expect(heard).toMatchObject([{ event: "notification", notification: { kind: "call.failed", read: false } }]);
});

test("what the installation's accounts were asked for a call is paid with its minutes, once however often its end is told", async () => {
  const { credits, ended, store } = parts();
  const workspaceId = await openTestWorkspace(database, "KES");
  const row = await added(store, call(workspaceId));
  const cost = { llm: 8, network: 4, platform: 0, synthesizer: 0, transcriber: 0, installation: 10 };
  const finish = { ...end, status: "completed" as const, cost };
  await Promise.all([1, 2, 3].map(() => store.apply(row, { finish }, ended)));
  await store.apply(row, { finish: { ...finish, cost: { ...cost, installation: 500 } } }, ended);
  // Nine shillings for a minute and a half, twelve and a half for ten cents.
  expect((await credits.list(workspaceId, { limit: 5 })).data.map(({ kind, amount_minor }) => [kind, amount_minor])).toEqual([
    ["call", -2_150],
  ]);
});

test("a call in a currency without a price costs nothing", async () => {
  const { credits, ended, store } = parts();
  const workspaceId = await openTestWorkspace(database, "GHS");
  const row = call(workspaceId);
  await store.apply(row, { begin: row }, nothingMore);
  await store.apply(row, { finish: { ...end, status: "completed" } }, ended);
  expect(await credits.used(workspaceId)).toBe(false);
});

test("people are told once when the balance has become low", async () => {
  const { credits, activity, ended, store } = parts();
  const workspaceId = await openTestWorkspace(database, "KES");
  await credits.add(database.of(workspaceId), workspaceId, {
    kind: "granted",
    amount: { currency: "KES", micros: 613_000_000n },
    note: "",
  });
  for (let made = 0; made < 4; made++)
    await store.apply(await added(store, call(workspaceId)), { finish: { ...end, status: "completed" } }, ended);
  const { data } = await activity.notifications(workspaceId, "asha", { limit: 10 });
  expect(data.map(({ kind, details }) => ({ kind, details }))).toEqual([
    { kind: "credit.low", details: { amount: 59_500, currency: "KES" } },
  ]);
});

test("calls that end together are each told, found and paid for once", async () => {
  const { credits, search, activity, ended, store } = parts();
  const workspaceId = await openTestWorkspace(database, "KES");
  const rows = [call(workspaceId), call(workspaceId), call(workspaceId)];
  await store.applyAll(
    workspaceId,
    rows.map((row) => ({ call: row, write: { begin: row } })),
    nothingMore,
  );
  const ends = rows.map(
    (row) => ({ call: row, write: { finish: { ...end, status: "completed", transcript: "user: An umbrella" } } }) as const,
  );
  await store.applyAll(workspaceId, ends, ended);
  const once = await credits.balance(workspaceId);
  // A write may be stored twice.
  await store.applyAll(workspaceId, ends, ended);
  expect(await credits.balance(workspaceId)).toEqual(once);
  expect((await credits.list(workspaceId, { limit: 10 })).data).toHaveLength(3);
  expect((await activity.log(workspaceId, { limit: 10 })).data).toHaveLength(3);
  expect((await search.find(workspaceId, "umbrella")).map(({ id }) => id).toSorted()).toEqual(
    rows.map(({ id }) => id).toSorted(),
  );
});

test("a job for what is to be made of a call goes with its end, where its assistant asks for it, and not with one that is not stored", async () => {
  const { ended, jobs, store } = parts();
  const workspaceId = await openTestWorkspace(database);
  const [plain, asking] = [randomUUID(), randomUUID()];
  const agent = (id: string, tasks: readonly unknown[]) => {
    const config = { agent_name: "Front desk", tasks: [{}, ...tasks] };
    return { id, document: AgentDocument.parse({ agent_config: config }), createdAt: new Date() };
  };
  await addSeededAgents(database.of(workspaceId), workspaceId, [
    agent(plain, []),
    agent(asking, [{ task_type: "summarization" }]),
  ]);
  const finish = { ...end, status: "completed" as const, transcript: "user: an umbrella" };
  for (const agentId of [plain, asking]) {
    const row = await added(store, { ...call(workspaceId), agentId });
    await store.apply(row, { finish }, ended);
  }
  expect(jobs.waiting).toBe(1);
  const silent = await added(store, { ...call(workspaceId), agentId: asking });
  await store.apply(silent, { finish: { ...finish, transcript: null } }, ended);
  expect(jobs.waiting).toBe(1);
});

test("a webhook is told of a call's end with it, of one whose words are worked on when that is done, and of nothing that is not stored", async () => {
  const { ended, jobs, store, webhookStore } = parts();
  const workspaceId = await openTestWorkspace(database);
  const [told, untold, worked] = [randomUUID(), randomUUID(), randomUUID()];
  const agent = (id: string, config: object) => ({
    id,
    document: AgentDocument.parse({ agent_config: { agent_name: "Front desk", ...config } }),
    createdAt: new Date(),
  });
  await addSeededAgents(database.of(workspaceId), workspaceId, [
    agent(told, { webhook_url: "https://crm.example/calls" }),
    agent(untold, { webhook_url: "" }),
    agent(worked, { webhook_url: "https://crm.example/calls", tasks: [{}, { task_type: "summarization" }] }),
  ]);
  const finish = { ...end, status: "completed" as const, recording: "a.wav", recordingClosed: true };
  for (const agentId of [told, untold, worked]) {
    const row = await added(store, { ...call(workspaceId), agentId });
    // A write may be stored twice.
    for (let time = 0; time < 2; time++) await store.apply(row, { finish }, ended);
  }
  const lost = await added(store, { ...call(workspaceId), agentId: told });
  const breaks = store.apply(lost, { finish }, async (...given) => {
    await ended(...given);
    throw new Error("The database fails");
  });
  await expect(breaks).rejects.toThrow();
  const [delivery, ...more] = await webhookStore.list(workspaceId, told, 10);
  expect(more).toEqual([]);
  expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
    status: "completed",
    conversation_duration: 90,
    summary: null,
    telephony_data: { recording_url: `https://ongea.example/api/calls/${delivery?.callId}/recording` },
  });
  expect(await webhookStore.list(workspaceId, untold, 10)).toEqual([]);
  expect(await webhookStore.list(workspaceId, worked, 10)).toEqual([]);
  // One delivery that held, one that did not, and the summary.
  expect(jobs.waiting).toBe(3);
});
