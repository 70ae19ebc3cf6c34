/** Tests of one's own agent: a caller in writing or by voice, what the agent must do and say, and the runs in which that was tried. */
import { z } from "zod";
import { AgentDocument } from "./agent-document.ts";
import { LANGUAGES } from "../languages.ts";
import { Criterion, Verdict } from "./verdicts.ts";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const MOST_AGENT_TESTS = 100;
/** Of one agent; older ones are forgotten. */
export const MOST_TEST_RUNS = 20;

const Words = z.string().trim().min(1).max(500);
const ToolName = z.string().trim().min(1).max(100);

/**
 * What the run is held against. Texts are compared without regard to case, accents and marks; values of a tool as texts. `{+1}` stands for
 * the date of tomorrow, `{fri}` for that of the next Friday.
 */
export const AgentTestCheck = z.discriminatedUnion("kind", [
  /** The tool did its work with these values, at least once. */
  z.strictObject({ kind: z.literal("tool"), tool: ToolName, values: z.record(z.string().max(100), Words).default({}) }),
  /** The tool did no work. */
  z.strictObject({ kind: z.literal("no_tool"), tool: ToolName }),
  z.strictObject({ kind: z.literal("said"), text: Words }),
  z.strictObject({ kind: z.literal("never_said"), text: Words }),
  /** The conversation's language at its end. */
  z.strictObject({ kind: z.literal("language"), language: z.string().trim().min(2).max(20) }),
  /** The agent ended it, or put the caller through. */
  z.strictObject({ kind: z.literal("ended") }),
  /** So many turns of the caller at most. */
  z.strictObject({ kind: z.literal("turns"), most: z.number().int().min(1).max(40) }),
  /** A language model judges it true, and quotes the turn that proves it. */
  z.strictObject({ kind: z.literal("judged"), criterion: Criterion }),
]);
export type AgentTestCheck = z.output<typeof AgentTestCheck>;

/**
 * A caller who wants something and is led by the agent's questions, by rules alone: says what they want, answers from their facts, agrees to
 * what is read back, rephrases where the agent asks for nothing that they know, and hangs up when their patience is over.
 */
export const TestPersona = z.strictObject({
  /** What they want, in their words; the others are said where the first was not taken. */
  wants: z.array(Words).min(1).max(5),
  /** In which they agree, refuse and say goodbye. */
  language: z.enum(LANGUAGES).default("en"),
  /** How often in a row they rephrase or repeat before they hang up. */
  patience: z.number().int().min(0).max(10).default(3),
  /** `fact`: name, phone, email, date, time, address, reason or people, known in nine languages; or words of the question, with commas. */
  facts: z
    .array(z.strictObject({ fact: z.string().trim().min(1).max(200), says: Words }))
    .max(20)
    .default([]),
});
export type TestPersona = z.output<typeof TestPersona>;

/** How the caller's line is, where a test runs by voice. */
export const TestLineQuality = z.strictObject({
  /** Around the caller: a quiet room 25 dB below the voice, a street 10 dB. */
  noise: z.enum(["none", "room", "street"]).default("none"),
  /** Of the caller's packets, two in a row on average. */
  loss_percent: z.number().int().min(0).max(20).default(0),
});
export type TestLineQuality = z.output<typeof TestLineQuality>;

/** Of tests that say nothing of it. */
export const CLEAR_LINE: TestLineQuality = { noise: "none", loss_percent: 0 };

const AgentTestFields = z.strictObject({
  name: z.string().trim().min(1).max(120),
  /** Null: the caller says its lines. */
  persona: TestPersona.nullable().default(null),
  /** What the caller says, in this order; a persona says them where nothing is asked, and may have none. */
  lines: z.array(Words).max(30),
  /** Said instead of the next line where the agent's question holds one of the words; `asks`: words, with commas between them. */
  answers: z
    .array(z.strictObject({ asks: z.string().trim().min(1).max(200), says: Words }))
    .max(20)
    .default([]),
  /** What functions and transfers answer in the test, as JSON, by their names: a run calls nobody outside. */
  replies: z.record(z.string().max(100), z.string().max(8_000)).default({}),
  /** The number that calls. */
  caller_number: z.string().trim().max(40).default(""),
  line: TestLineQuality.default(CLEAR_LINE),
  /** Where drafts need passing tests, this one must pass by voice as well as in writing. */
  needs_voice: z.boolean().default(false),
  checks: z.array(AgentTestCheck).min(1).max(30),
  /** The call that it was made from: an erasure of its person removes the test. */
  execution_id: z.uuid().nullable().default(null),
});

export const AgentTestDraft = AgentTestFields.refine(({ persona, lines }) => persona !== null || lines.length > 0, {
  path: ["lines"],
  error: "must have a line at least, unless there is a persona",
}).meta({
  examples: [
    { name: "Asks for the price", lines: ["What does a consultation cost?"], checks: [{ kind: "said", text: "1,500" }] },
  ],
});
export type AgentTestDraft = z.output<typeof AgentTestDraft>;

/** `said`: of a caller by voice, where the agent heard other words, the `text`. */
export const TestLine = z.object({
  by: z.enum(["caller", "agent", "tool", "note"]),
  text: z.string(),
  said: z.string().optional(),
});
export type TestLine = z.output<typeof TestLine>;

export const AgentTestResult = z.object({
  test_id: z.uuid(),
  name: z.string(),
  passed: z.boolean(),
  /** The checks that do not hold, by their place. */
  failed_checks: z.array(z.number().int()),
  /** Why it could not be played to its end; null: it was. */
  problem: z.string().nullable(),
  /** Of the `judged` checks, where there are any; `check`: its place. `turn` counts `lines`. */
  verdicts: z.array(Verdict.extend({ check: z.number().int() })).optional(),
  lines: z.array(TestLine),
  /** Of the caller. */
  turns: z.number().int(),
  duration_ms: z.number().int(),
  /** The caller's words were spoken and heard; absent: they were written. */
  by_voice: z.boolean().optional(),
});
export type AgentTestResult = z.output<typeof AgentTestResult>;

export const AgentTest = AgentTestFields.extend({
  id: z.uuid(),
  created_at: Moment,
  updated_at: Moment,
  /** How it went last; null: not since it was written. */
  last: AgentTestResult.nullable(),
});
export type AgentTest = z.output<typeof AgentTest>;

export const AgentTestRun = z.object({
  id: z.uuid(),
  /** `interrupted`: the server stopped in the middle of it. */
  state: z.enum(["running", "passed", "failed", "interrupted"]),
  /** Of the agent; null: of a text that was not saved. */
  version: z.number().int().nullable(),
  /** The language model that answered first. */
  model: z.string(),
  /** Of a run by voice: the caller's voice, and the STT that heard it. */
  voice: z.object({ caller: z.string(), stt: z.string() }).nullable(),
  tests: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  started_at: Moment,
  ended_at: Moment.nullable(),
});
export type AgentTestRun = z.output<typeof AgentTestRun>;

const OfAgent = z.object({ agent_id: z.uuid() });
const OneTest = OfAgent.extend({ test_id: z.uuid() });

export const listAgentTests = route({
  method: "GET",
  path: "/api/agents/:agent_id/tests",
  who: "viewer",
  ofAgents: true,
  does: "Lists the tests of an agent, the oldest first, and the language model that judges.",
  params: OfAgent,
  answer: z.object({
    data: z.array(AgentTest),
    /** The language model that judges criteria in words; null: none is connected. */
    judge: z.string().nullable(),
  }),
});

export const createAgentTest = route({
  method: "POST",
  path: "/api/agents/:agent_id/tests",
  who: "agent_manager",
  ofAgents: true,
  does: "Makes a test of an agent.",
  params: OfAgent,
  body: AgentTestDraft,
  status: 201,
  answer: AgentTest,
});

export const replaceAgentTest = route({
  method: "PUT",
  path: "/api/agents/:agent_id/tests/:test_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Replaces a test of an agent.",
  params: OneTest,
  body: AgentTestDraft,
  answer: AgentTest,
});

export const deleteAgentTest = route({
  method: "DELETE",
  path: "/api/agents/:agent_id/tests/:test_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Deletes a test of an agent. The runs that held it stay.",
  params: OneTest,
  answer: z.object({ success: z.literal(true) }),
});

export const runAgentTests = route({
  method: "POST",
  path: "/api/agents/:agent_id/test-runs",
  who: "agent_manager",
  ofAgents: true,
  does: "Runs an agent's tests in writing or by voice: all, or those that the body names; on the saved agent, on its draft, or on a document that nobody has saved. A run calls and changes nothing outside.",
  params: OfAgent,
  body: z.strictObject({
    tests: z.array(z.uuid()).min(1).max(MOST_AGENT_TESTS).optional(),
    document: AgentDocument.optional(),
    /** The agent's draft, if there is one. */
    draft: z.boolean().optional(),
    /** `voice`: the caller's words are spoken, sent through a telephone line and heard by STT that runs on this machine. */
    by: z.enum(["text", "voice"]).default("text"),
    /** By voice: with the STT that the agent has connected, which its provider charges. */
    connected_stt: z.boolean().default(false),
  }),
  status: 202,
  answer: AgentTestRun,
});

export const listAgentTestRuns = route({
  method: "GET",
  path: "/api/agents/:agent_id/test-runs",
  who: "viewer",
  ofAgents: true,
  does: "Lists the last runs of an agent's tests, the newest first.",
  params: OfAgent,
  answer: z.object({ data: z.array(AgentTestRun) }),
});

export const readAgentTestRun = route({
  method: "GET",
  path: "/api/agents/:agent_id/test-runs/:test_run_id",
  who: "viewer",
  ofAgents: true,
  does: "Reads a run of an agent's tests with what was said in each.",
  params: OfAgent.extend({ test_run_id: z.uuid() }),
  answer: AgentTestRun.extend({ results: z.array(AgentTestResult) }),
});
