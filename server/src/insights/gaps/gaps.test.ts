/** Questions without an answer, on a real database: found once, counted with those like them, and gone with their words. */
import { randomUUID } from "node:crypto";
import type { Entry } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCallStore } from "../../calls/records/store.ts";
import { createJobsByHand, type JobsByHand } from "../../platform/jobs/testing/jobs-by-hand.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { findGaps, saysUnknown, termsOfQuestion } from "./find-gaps.ts";
import { createGaps, type Gaps } from "./gaps.ts";
import { createGapStore, MOST_OF_AGENT, type GapStore } from "./store.ts";

const UNKNOWN = "I am sorry, I do not have that information.";
const AT = new Date("2026-11-25T09:00:00Z");

let database: TestDatabase;
let store: GapStore;
let gaps: Gaps;
let jobs: JobsByHand;
let workspaceId: string;
let agentId: string;
let callEnded: (id: string) => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createGapStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  agentId = await newAgent();
  jobs = createJobsByHand();
  gaps = createGaps({ store, jobs, secret: "a secret of the installation" });
  const calls = createCallStore(database);
  gaps.follow({
    store: calls,
    whenEnded: (listener) =>
      void (callEnded = async (id) => {
        const row = await calls.read({ id, workspaceId });
        await listener(database.of(workspaceId), workspaceId, row ? [row] : []);
      }),
  });
});

async function newAgent(): Promise<string> {
  const id = randomUUID();
  await database.asOwner(`insert into agents (id, workspace_id, status, config, prompts)
    values ('${id}', '${workspaceId}', 'processed', '{}', '{}')`);
  return id;
}

const turns = (...said: string[]): Entry[] =>
  said.map((text, index) => {
    const [by, startMs] = [index % 2 === 0 ? ("caller" as const) : ("assistant" as const), index * 2_000];
    return { kind: "turn", by, index, text, startMs, endMs: startMs + 1_500, loudness: [] };
  });

/** A call that is over, in which the caller and the agent say these in turns. */
async function callOf(said: readonly string[], of = agentId): Promise<string> {
  const id = randomUUID();
  await createCallStore(database).apply(
    { id, workspaceId },
    {
      begin: {
        id,
        workspaceId,
        agentId: of,
        agentName: "Zawadi",
        status: "in-progress",
        provider: "sip",
        direction: "inbound",
        fromNumber: "+254712000001",
        toNumber: "+254700000000",
        cost: { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 },
        initiatedAt: AT,
        answeredAt: AT,
      },
      entries: turns(...said).map((entry, position) => ({ position, entry })),
      finish: { status: "completed", endedAt: new Date(AT.getTime() + 60_000) },
    },
    async () => () => undefined,
  );
  await callEnded(id);
  return id;
}

const listed = async (of?: string) => store.list(workspaceId, { agentId: of, limit: 100 });
const counts = async () => (await listed()).map(({ question, count }) => `${count} ${question}`);

test("an agent's words say in nine languages that it does not know, and others do not", () => {
  const unknown = [
    UNKNOWN,
    "Sorry, I don’t have information about parking.",
    "Samahani, sina taarifa hiyo.",
    "Je suis désolé, je n'ai pas cette information.",
    "Desculpe, não tenho essa informação.",
    "عذرًا، ليس لدي هذه المعلومة.",
    "Yi haƙuri, ba ni da bayani a kan wannan.",
    "Ẹ má bínú, mi ò ní àlàyé.",
    "ይቅርታ፣ መረጃው የለኝም።",
    "Ngiyaxolisa, anginalo lolo lwazi.",
  ];
  expect(unknown.filter((text) => !saysUnknown(text))).toEqual([]);
  const known = ["We are open until six.", "I have that information here.", "May I have your name?", "Tuna taarifa hiyo."];
  expect(known.filter(saysUnknown)).toEqual([]);
});

test("like questions have the same words, and what asks nothing is no question", () => {
  expect(termsOfQuestion("Do you deliver to Thika?")).toBe(
    termsOfQuestion("And please, what about Thika, can you deliver there?"),
  );
  expect(termsOfQuestion("Do you deliver to Thika?")).not.toBe(termsOfQuestion("Do you deliver to Nakuru?"));
  expect([termsOfQuestion("Yes, please."), termsOfQuestion("[redacted]")]).toEqual([undefined, undefined]);
  expect(findGaps(turns("Yes.", UNKNOWN, "Hello", "Good day"))).toEqual([]);
  expect(findGaps(turns(...Array.from({ length: 100 }, (_, at) => [`Price ${at}`, UNKNOWN]).flat()))).toHaveLength(20);
});

test("like questions are counted together for each agent, the newest is shown, and a call that is read twice counts once", async () => {
  const other = await newAgent();
  await callOf(["Do you deliver to Thika?", UNKNOWN, "Are you open?", "Until six."]);
  const newest = await callOf(["Hello, can you deliver to Thika please?", UNKNOWN]);
  await callOf(["Do you deliver to Thika?", UNKNOWN], other);
  await jobs.attemptAll();
  await callEnded(newest);
  await jobs.attemptAll();
  expect((await listed()).map(({ agent_id, count }) => [agent_id, count])).toEqual([
    [agentId, 2],
    [other, 1],
  ]);
  expect(await listed(agentId)).toMatchObject([{ count: 2, newest_at: AT.toISOString(), thread_id: null }]);
});

test("what is dismissed stays hidden when it is asked again; what was answered comes back", async () => {
  await callOf(["Do you deliver to Thika?", UNKNOWN, "Have you parking?", UNKNOWN]);
  await jobs.attemptAll();
  for (const { id, question } of await listed())
    expect(await store.settle(workspaceId, id, question.includes("parking") ? "answered" : "dismissed")).toBe(agentId);
  expect(await listed()).toEqual([]);
  await callOf(["You deliver to Thika?", UNKNOWN, "Is there parking?", UNKNOWN]);
  await jobs.attemptAll();
  expect(await counts()).toEqual(["1 Is there parking?"]);
  expect(await store.settle(workspaceId, randomUUID(), "dismissed")).toBeUndefined();
  expect(await store.settle(await openTestWorkspace(database), (await listed())[0]!.id, "answered")).toBeUndefined();
});

test("nothing is left of a call that is redacted or deleted, and nothing is found in it afterwards", async () => {
  const [redacted, deleted] = [await callOf(["Is Amina in?", UNKNOWN]), await callOf(["Is Asha in?", UNKNOWN])];
  await jobs.attemptAll();
  expect(await counts()).toHaveLength(2);
  await database.asOwner(`update executions set redacted_at = now() where id = '${redacted}'`);
  await database.asOwner(`delete from executions where id = '${deleted}'`);
  expect(await counts()).toEqual([]);
  await Promise.all([callEnded(redacted), callEnded(deleted)]);
  await jobs.attemptAll();
  expect(await counts()).toEqual([]);
});

test("of an agent the newest are kept; what was dismissed is not pushed out by what is open", async () => {
  const id = await callOf(["Hello", "Good day"]);
  const add = (from: number, dismissed: boolean) =>
    database.asOwner(`insert into knowledge_gaps (workspace_id, agent_id, key, call_id, position, at, dismissed)
      select '${workspaceId}', '${agentId}', n::text, '${id}', n, now() + n * interval '1 s', ${dismissed}
      from generate_series(${from}, ${from + MOST_OF_AGENT - 1}) n`);
  await add(10, false);
  await add(10_000, true);
  await callOf(["Do you deliver to Thika?", UNKNOWN]);
  await jobs.attemptAll();
  const { rows } = await database.of(workspaceId).execute(`select count(*)::int as all from knowledge_gaps`);
  expect(rows).toEqual([{ all: 2 * MOST_OF_AGENT }]);
});
