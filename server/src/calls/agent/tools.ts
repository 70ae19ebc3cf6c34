/** What an assistant's tools do, on the main thread, where the database is. */
import { type AgentDocument, conversationOf } from "@ongea/contract";
import type { ToolOutcome } from "@ongea/conversation";
import type { Appointments } from "../../appointments/index.ts";
import type { Messages } from "../../messages/index.ts";
import { isCheckTool, isKnownTool, isMessageTool } from "./plan.ts";

export interface ToolCall {
  name: string;
  /** JSON, as the mind wrote it. */
  arguments: string;
}

export interface ToolDesk {
  workspaceId: string;
  callId: string;
  agentId: string;
  timeZone: string;
  document: AgentDocument;
}

export interface ToolParts {
  appointments: Appointments;
  messages: Messages;
}

const LONGEST_ARGUMENTS = 10_000;

/** Runs a tool of this assistant; a tool that it does not have, or arguments that are no JSON, get an answer that says so. */
export async function runTool(call: ToolCall, desk: ToolDesk, { appointments, messages }: ToolParts): Promise<ToolOutcome> {
  const tools = conversationOf(desk.document).tools_config.api_tools;
  const tool = tools?.tools.find((candidate) => candidate.name === call.name);
  if (!tool || !isKnownTool(tool.key)) return { ok: false, result: "There is no such tool." };
  const given = parse(call.arguments);
  if (given === undefined) return { ok: false, result: "The arguments are not JSON." };
  const { workspaceId, callId, agentId, timeZone } = desk;
  if (isMessageTool(tool.key)) {
    const { ok, result } = await messages.take({ workspaceId, agentId, callId }, given);
    return { ok, result: JSON.stringify(result) };
  }
  const calendar = tools?.tools_params[call.name] ?? { opening_hours: {} };
  const place = { workspaceId, callId, agentId, timeZone, calendar };
  const { ok, result } = isCheckTool(tool.key) ? await appointments.check(place, given) : await appointments.book(place, given);
  return { ok, result: JSON.stringify(result) };
}

function parse(text: string): unknown {
  if (text.length > LONGEST_ARGUMENTS) return undefined;
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}
