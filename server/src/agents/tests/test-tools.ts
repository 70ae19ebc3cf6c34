/**
 * The tools of an agent in a test: the calendar and messages are the test's own, functions and transfers answer as the test says. Nothing
 * outside is asked, and nothing is kept.
 */
import { randomUUID } from "node:crypto";
import { type AgentDocument, type ApiTool, conversationOf, isTransferTool } from "@ongea/contract";
import { OPT_OUT_TOOL, RECORDED, type ToolOutcome, type ToolRunner } from "@ongea/conversation";
import { z } from "zod";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import { createAppointments } from "../../contacts/index.ts";
import { createMessages } from "../messages/messages.ts";
import { isKnownTool } from "../plan/plan.ts";
import { runTool, type ToolContext, type ToolParts } from "../plan/tools.ts";
import { createTestAppointments } from "./test-appointments.ts";

export interface TestToolsParts {
  agent: { id: string; workspaceId: string; document: AgentDocument };
  replies: Readonly<Record<string, string>>;
  callerNumber: string;
  values: ToolContext["values"];
  /** Absent: of the clock. */
  now?: () => Date;
}

const NO_REPLY = "This test says no answer of this function.";
const Arguments = z.record(z.string(), z.unknown());
/** What an answer in JSON says of itself. */
const Told = z.looseObject({ ok: z.boolean() });

export function createTestTools({ agent, replies, callerNumber, values, now = () => new Date() }: TestToolsParts): ToolRunner {
  const { id: agentId, workspaceId, document } = agent;
  const context: ToolContext = { workspaceId, agentId, callId: randomUUID(), document, values, callerNumber };
  const parts: Omit<ToolParts, "functions"> = {
    appointments: createAppointments(createTestAppointments(), now),
    messages: createMessages({ add: async () => {}, rewriteOfCall: async () => {} }),
  };
  const tools = conversationOf(document).tools_config.api_tools?.tools ?? [];
  return {
    async run(call, signal) {
      if (call.name === OPT_OUT_TOOL) return { ok: true, result: RECORDED };
      const tool = tools.find(({ name }) => name === call.name);
      if (!tool) return { ok: false, result: "There is no such tool." };
      if (isKnownTool(tool.key)) return runTool(call, context, { ...parts, functions: NOBODY }, signal);
      const reply = Object.hasOwn(replies, call.name) ? replies[call.name] : undefined;
      if (isTransferTool(tool)) return transferred(reply);
      const problem = problemOf(call.arguments, tool.parameters);
      if (problem !== undefined) return { ok: false, result: problem };
      return reply === undefined ? { ok: false, result: NO_REPLY } : { ok: true, result: reply };
    },
  };
}

/** A known tool asks no function. */
const NOBODY: ToolParts["functions"] = {
  fetch: () => Promise.reject(new Error("A test asks nobody outside")),
  allowed: [],
};

/** Somebody is there, unless the test says that nobody is. */
function transferred(reply: string | undefined): ToolOutcome {
  const isThere = reply === undefined || Told.safeParse(json(reply)).data?.ok !== false;
  return isThere ? { ok: true, result: '{"ok":true}', endsAnswer: true } : { ok: false, result: reply };
}

function problemOf(given: string, schema: ApiTool["parameters"]): string | undefined {
  const parsed = Arguments.safeParse(json(given === "" ? "{}" : given));
  if (!parsed.success) return "The arguments are not JSON.";
  const { problems } = checkArguments(schema, parsed.data);
  return problems.length > 0 ? JSON.stringify({ error: "invalid_arguments", problems }) : undefined;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
