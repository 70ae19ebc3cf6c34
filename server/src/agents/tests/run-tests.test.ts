import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AgentTestDraft, type AgentDocument, conversationOf } from "@ongea/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createAgentStore } from "../documents/store.ts";
import { createAgentSecrets } from "../documents/secrets.ts";
import { TEMPLATES } from "../documents/templates.ts";
import { startOpenAiServer } from "@ongea/providers/testing";
import { judgeBy } from "../judging/testing/judge-answers.ts";
import { createRunSlots, type RunSlots } from "./run-slots.ts";
import { createRunTests, type RunTests } from "./run-tests.ts";
import type { TestedAgent } from "./tested-agent.ts";
import { createAgentTestStore, type AgentTestStore } from "./store.ts";
import type { AgentTestRunRow } from "./runs/store.ts";
import { FIRST_DAY, SECOND_DAY } from "./testing/open-days.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

/** The caller says each thing once; what is asked for out of turn is answered. */
const BOOKS = {
  name: "Books an appointment",
  lines: [
    `I would like to book an appointment on ${FIRST_DAY.said} at ten in the morning`,
    "Yes, that is correct",
    "No, thank you. Goodbye.",
  ],
  answers: [
    { asks: "name", says: "Mary Smith" },
    { asks: "number, telephone, phone", says: "0712 345 678" },
    { asks: "reason, reason for", says: "A check-up" },
  ],
};
const BOOKED = { kind: "tool", tool: "book_appointment", values: { time: "10:00", name: "Mary Smith", phone: "+254712345678" } };

interface World {
  agent: TestedAgent;
  store: AgentTestStore;
  slots: RunSlots;
  runs: RunTests;
  run(drafts: readonly object[], document?: AgentDocument): Promise<AgentTestRunRow>;
}

async function openWorld(models: readonly object[] = [{ use: "guided" }]): Promise<World> {
  const workspaceId = await openTestWorkspace(database);
  const template = TEMPLATES[0]!;
  const agents = createAgentStore(database, createAgentSecrets("secret"));
  const id = await agents.add(workspaceId, { template: null, document: template.document, status: "processed", savedBy: "" });
  const store = createAgentTestStore(database);
  const agent: TestedAgent = { id, workspaceId, document: template.document, saved: template.document, version: 1 };
  const slots = createRunSlots();
  const runs = createRunTests({
    store,
    slots,
    models: () => ({
      connections: { lend: async () => ({ recognisers: [], languageModels: [], voices: [], problems: [] }) } as never,
      choices: {
        recognisers: [],
        voices: [],
        languageModels: models.map((settings) => ({ settings, languages: ["en"] })),
      } as never,
      admissions: { has: async () => true },
    }),
    knowledge: { givenTo: (llm) => llm },
    callers: {} as never,
    timeZone: "Africa/Nairobi",
    country: "KE",
    log: { error: (...what: unknown[]) => console.error(...what) } as never,
  });
  return {
    agent,
    store,
    slots,
    runs,
    async run(drafts, document = agent.document) {
      const of = { workspaceId, agentId: id };
      for (const draft of drafts) await store.add(of, AgentTestDraft.parse(draft));
      const { id: runId } = await runs.start({ ...agent, document }, await store.tests(of));
      await vi.waitUntil(async () => (await store.run(of, runId))?.state !== "running", { timeout: 60_000 });
      return (await store.run(of, runId))!;
    },
  };
}

test("a caller who corrects the day after the booking has it moved: there is one booking", async () => {
  const { run } = await openWorld();
  const [wish, yes, bye] = BOOKS.lines;
  const lines = [wish, yes, `No, sorry, make it ${SECOND_DAY.said}`, "Yes, that is correct", bye];
  const moved = {
    kind: "tool",
    tool: "move_appointment",
    values: { date: FIRST_DAY.written, new_date: SECOND_DAY.written, new_time: "10:00" },
  };
  const { results } = await run([{ ...BOOKS, lines, checks: [BOOKED, moved] }]);
  expect(results[0]).toMatchObject({ failed_checks: [], problem: null });
  const tools = results[0]?.lines.flatMap((line) => (line.by === "tool" ? [line.text] : [])) ?? [];
  expect(tools.filter((text) => /^(?:book|cancel)_/.test(text))).toHaveLength(1);
});

test("a caller books; nothing of it is kept, and the run says what was said and done", async () => {
  const world = await openWorld();
  const run = await world.run([
    {
      ...BOOKS,
      checks: [BOOKED, { kind: "tool", tool: "book_appointment", values: { date: FIRST_DAY.written } }, { kind: "ended" }],
    },
  ]);
  expect(run.results.map(({ failed_checks, problem }) => ({ failed_checks, problem }))).toEqual([
    { failed_checks: [], problem: null },
  ]);
  expect(run).toMatchObject({ state: "passed", passed: 1, failed: 0, tests: 1, version: 1 });
  expect(run.results[0]?.lines.filter(({ by }) => by === "tool").length).toBeGreaterThan(0);
  const rows = await database.of(world.agent.workspaceId).execute("select count(*)::int as all from appointments");
  expect(rows.rows).toEqual([{ all: 0 }]);
});

/** Each says what the agent does not do: a test that passes here would pass anything. */
test.each([
  ["another time", { kind: "tool", tool: "book_appointment", values: { time: "11:00" } }],
  ["another day", { kind: "tool", tool: "book_appointment", values: { date: SECOND_DAY.written } }],
  ["another name", { kind: "tool", tool: "book_appointment", values: { name: "Mary Smit" } }],
  ["another number", { kind: "tool", tool: "book_appointment", values: { phone: "0712345679" } }],
  ["a tool that did nothing", { kind: "tool", tool: "cancel_appointment" }],
  ["no booking", { kind: "no_tool", tool: "book_appointment" }],
  ["words that nobody said", { kind: "said", text: "We are closed for ever" }],
  ["silence about the clinic", { kind: "never_said", text: "imani clinic" }],
  ["another language", { kind: "language", language: "sw" }],
  ["two turns", { kind: "turns", most: 2 }],
])("%s is found to be missing", async (_what, check) => {
  const world = await openWorld();
  const run = await world.run([{ ...BOOKS, checks: [BOOKED, check] }]);
  expect(run).toMatchObject({ state: "failed", failed: 1 });
  expect(run.results[0]?.failed_checks).toEqual([1]);
});

test("the same test says the same twenty times", async () => {
  const world = await openWorld();
  const drafts = Array.from({ length: 20 }, (_, at) => ({ ...BOOKS, name: `Books ${at}`, checks: [BOOKED] }));
  const run = await world.run(drafts);
  expect({ passed: run.passed, names: run.results.map(({ name }) => name) }).toEqual({
    passed: 20,
    names: drafts.map(({ name }) => name),
  });
});

test("a caller whose answers are asked for again and again is not asked for ever", async () => {
  const world = await openWorld();
  const run = await world.run([
    {
      name: "Stubborn",
      lines: ["I want to book"],
      answers: [{ asks: "name", says: "What?" }],
      checks: [{ kind: "no_tool", tool: "book_appointment" }],
    },
  ]);
  expect(run.results[0]).toMatchObject({ problem: null, passed: true });
  expect(run.results[0]!.turns).toBeLessThan(8);
});

test("a workspace runs one at a time, a server two, and only so many are kept", async () => {
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(mute.address() as AddressInfo).port}/v1`;
  const world = await openWorld([{ use: "openai", baseUrl, apiKey: "key", model: "mute" }]);
  const of = { workspaceId: world.agent.workspaceId, agentId: world.agent.id };
  await world.store.add(of, AgentTestDraft.parse({ ...BOOKS, checks: [BOOKED] }));
  const tests = await world.store.tests(of);
  const { id } = await world.runs.start(world.agent, tests);
  await expect(world.runs.start(world.agent, tests)).rejects.toMatchObject({ code: "agent_test.running" });
  const [second, third] = [await openWorld(), await openWorld()];
  await world.runs.start(second.agent, tests);
  await expect(world.runs.start(third.agent, tests)).rejects.toMatchObject({ code: "server.busy" });
  // The model never answers: whoever stops the server does not wait for it.
  await world.slots.stop();
  expect(await world.store.run(of, id)).toMatchObject({ state: "interrupted" });
  expect((await world.store.run(of, id))?.endedAt).not.toBeNull();
  mute.closeAllConnections();
  mute.close();
  for (let at = 0; at < 25; at++)
    await world.store.addRun(of, { version: 1, fingerprint: null, suite: null, model: "m", voice: null, tests: 1 });
  expect(await world.store.runs(of)).toHaveLength(20);
});

const ILL = {
  name: "Mary is ill",
  lines: [],
  persona: {
    wants: [`I would like to book an appointment on ${FIRST_DAY.said} at ten in the morning`],
    facts: [
      { fact: "name", says: "Mary Smith" },
      { fact: "phone", says: "0712 345 678" },
      { fact: "reason", says: "A check-up" },
    ],
  },
};

test("a caller with a goal and facts books by themselves, in English and in Swahili", async () => {
  const world = await openWorld();
  const run = await world.run([{ ...ILL, checks: [BOOKED, { kind: "ended" }] }]);
  expect(run.results.map(({ failed_checks, problem }) => ({ failed_checks, problem }))).toEqual([
    { failed_checks: [], problem: null },
  ]);
  const { document } = world.agent;
  const swahili = structuredClone(document);
  conversationOf(swahili).tools_config.transcriber.language = "sw";
  const wants = ["Nataka kuweka miadi Jumanne ijayo saa nne asubuhi"];
  const other = await openWorld();
  const persona = { ...ILL.persona, language: "sw", wants };
  const { results } = await other.run([{ ...ILL, persona, checks: [BOOKED, { kind: "language", language: "sw" }] }], swahili);
  expect(results[0]).toMatchObject({ failed_checks: [], problem: null });
});

test("a caller whose patience is over hangs up, and the test says so", async () => {
  const { run } = await openWorld();
  const persona = { wants: ["Blue elephants dance", "Green trees sing"], patience: 1 };
  const { results } = await run([{ name: "Odd", lines: [], persona, checks: [{ kind: "no_tool", tool: "book_appointment" }] }]);
  expect(results[0]).toMatchObject({ passed: false, problem: "lost_patience", turns: 2 });
});

test("a language model judges what rules cannot; without one nothing is judged, and the test fails", async () => {
  const peer = await startOpenAiServer();
  const criterion = "The agent reads the booking back before it books.";
  const judged = { kind: "judged", criterion };
  // The rules answer the caller: this one judges alone.
  const world = await openWorld([{ use: "guided" }, { use: "openai", baseUrl: peer.baseUrl, apiKey: "key", model: "judge" }]);
  peer.answer = judgeBy(() => ({ met: true, quote: "Yes, that is correct", why: "The caller confirms." }));
  const run = await world.run([{ ...BOOKS, checks: [BOOKED, judged] }]);
  const [result] = run.results;
  expect(run).toMatchObject({ state: "passed" });
  expect(result?.verdicts).toMatchObject([{ check: 1, verdict: "met", quote: "Yes, that is correct" }]);
  expect(result?.lines[result.verdicts?.[0]?.turn ?? -1]).toEqual({ by: "caller", text: "Yes, that is correct" });
  expect(await world.runs.judgeName(world.agent)).toBe("openai judge");
  await peer.close();

  const alone = await openWorld();
  const failed = await alone.run([{ ...BOOKS, checks: [judged, BOOKED] }]);
  expect(failed).toMatchObject({ state: "failed" });
  expect(failed.results[0]).toMatchObject({ failed_checks: [0], verdicts: [{ check: 0, not_judged: "no_model" }] });
  expect(await alone.runs.judgeName(alone.agent)).toBeNull();
});
