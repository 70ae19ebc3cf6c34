/** Tests by voice: a real voice, the telephone line and real STT, in speech hosts of their own. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type AgentDocument, AgentTestDraft, conversationOf } from "@ongea/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { choose } from "../../engines/speech-hosts/choices.ts";
import { createSideVoices } from "../../engines/speech-hosts/side-voices.ts";
import { createSpokenCallers, type SpokenCallers } from "../../engines/speech-hosts/spoken-callers.ts";
import type { MachineVoice } from "../../engines/speech-hosts/machine-voices.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { temporaryDataDir } from "../../platform/testing/data-folder.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createAgentSecrets } from "../documents/secrets.ts";
import { createAgentStore } from "../documents/store.ts";
import { TEMPLATES } from "../documents/templates.ts";
import { createRunSlots } from "./run-slots.ts";
import { createRunTests, type RunTests } from "./run-tests.ts";
import { createAgentTestStore } from "./store.ts";
import type { AgentTestRunRow } from "./runs/store.ts";
import { FIRST_DAY } from "./testing/open-days.ts";

const VOICES: readonly MachineVoice[] = ["slt", "rms"].map((voiceId) => ({
  provider: "builtin",
  voiceId,
  name: voiceId.toUpperCase(),
  model: "flite",
  language: "en-US",
  gender: "neutral",
}));
const BY_VOICE = { byVoice: true, connectedStt: false };

let database: TestDatabase;
let dataDir: string;
let callers: SpokenCallers;
const machine = { voices: [...VOICES], hasBuiltinStt: true };

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  dataDir = temporaryDataDir();
  const log = { debug() {}, info() {}, warn() {}, error() {} } as never;
  const builtin = { voicesAtOnce: 2, decodersAtMost: 2 };
  const side = createSideVoices({
    dataDir,
    modelsFolder: join(dataDir, "models"),
    models: () => [],
    log,
    name: "tests",
    builtin,
    nice: 5,
  });
  const setup = { sockets: { builtin: "" }, choices: choose({}, []) };
  callers = createSpokenCallers({
    side,
    speech: () => ({ setup, voices: () => machine.voices, hasBuiltinStt: machine.hasBuiltinStt }),
  });
});
afterAll(async () => {
  await callers.stop();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface World {
  run(drafts: readonly object[]): Promise<AgentTestRunRow>;
  start: () => ReturnType<RunTests["start"]>;
}

async function openWorld(change: (document: AgentDocument) => void = () => {}): Promise<World> {
  const workspaceId = await openTestWorkspace(database);
  const document = structuredClone(TEMPLATES[0]!.document);
  change(document);
  const agents = createAgentStore(database, createAgentSecrets("secret"));
  const id = await agents.add(workspaceId, { template: null, document, status: "processed", savedBy: "" });
  const store = createAgentTestStore(database);
  const of = { workspaceId, agentId: id };
  const agent = { id, workspaceId, document, saved: document, version: 1 };
  const runs = createRunTests({
    store,
    slots: createRunSlots(),
    callers,
    models: () => ({
      connections: { lend: async () => ({ recognisers: [], languageModels: [], voices: [], problems: [] }) } as never,
      choices: choose({}, []),
      admissions: { has: async () => true },
    }),
    knowledge: { givenTo: (llm) => llm },
    timeZone: "Africa/Nairobi",
    country: "KE",
    log: { error: (...what: unknown[]) => console.error(...what) } as never,
  });
  return {
    start: async () => runs.start(agent, await store.tests(of), BY_VOICE),
    async run(drafts) {
      for (const draft of drafts) await store.add(of, AgentTestDraft.parse(draft));
      const { id: runId } = await runs.start(agent, await store.tests(of), BY_VOICE);
      await vi.waitUntil(async () => (await store.run(of, runId))?.state !== "running", { timeout: 280_000 });
      return (await store.run(of, runId))!;
    },
  };
}

const BOOKS = {
  name: "Books by voice",
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
const BOOKED = {
  kind: "tool",
  tool: "book_appointment",
  values: { date: FIRST_DAY.written, time: "10:00", phone: "0712345678" },
};

test("a caller books by voice: what they say is spoken, and heard by STT", { timeout: 290_000 }, async () => {
  const { run } = await openWorld();
  const wrong = { kind: "tool", tool: "book_appointment", values: { phone: "0712345679" } };
  const { results, voice, state } = await run([{ ...BOOKS, line: { noise: "room", loss_percent: 1 }, checks: [BOOKED, wrong] }]);
  expect(voice).toEqual({ caller: "SLT (flite)", stt: "PocketSphinx" });
  expect(state).toBe("failed");
  expect(results.map(({ failed_checks, problem, by_voice }) => ({ failed_checks, problem, by_voice }))).toEqual([
    { failed_checks: [1], problem: null, by_voice: true },
  ]);
  // Heard, not read.
  expect(results[0]?.lines).toContainEqual({
    by: "caller",
    said: "0712 345 678",
    text: "zero seven one two three four five six seven eight",
  });
});

test("the caller has another voice than the agent", async () => {
  const agentVoice = "slt";
  expect(callers.choose({ language: "en", agentVoice }).voice).toBe("RMS (flite)");
});

test("without a voice, or STT of the agent's language, a run by voice is refused and says why", async () => {
  const { start, run } = await openWorld();
  machine.voices = [];
  await expect(start()).rejects.toMatchObject({ code: "agent_test.no_caller_voice" });
  machine.voices = [...VOICES, { ...VOICES[0]!, voiceId: "espeak:sw", model: "espeak-ng", language: "sw" }];
  const swahili = await openWorld((document) => {
    conversationOf(document).tools_config.transcriber.language = "sw";
  });
  await expect(swahili.start()).rejects.toMatchObject({ code: "agent_test.no_stt" });
  machine.hasBuiltinStt = false;
  await expect(start()).rejects.toMatchObject({ code: "agent_test.no_stt" });
  [machine.voices, machine.hasBuiltinStt] = [[...VOICES], true];
  // The workspace is free again.
  expect(await run([])).toMatchObject({ tests: 0, endedAt: expect.any(Date) });
});
