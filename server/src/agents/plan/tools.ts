/** What an assistant's tools do, on the main thread, where the database is. */
import {
  type AgentDocument,
  conversationOf,
  isFunction,
  isSendTool,
  isTransferTool,
  mcpRequestOf,
  requestOf,
  sendSettingsOf,
  transferNumberOf,
} from "@ongea/contract";
import type { ToolOutcome } from "@ongea/conversation";
import type { Appointments } from "../../contacts/index.ts";
import type { McpServers } from "../mcp-servers/mcp-servers.ts";
import type { Messages } from "../messages/messages.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import { z } from "zod";
import { externalCalendar, type CalendarParts } from "./calendar.ts";
import { checkArguments } from "../../platform/json-schema/check-arguments.ts";
import { askFunction, type FunctionParts } from "./functions.ts";
import type { Transferred } from "../transfer/transferred.ts";
import { filled } from "./placeholders.ts";
import { appointmentActOf, hasEffect, isKnownTool, isMessageTool } from "./plan.ts";

export interface ToolCall {
  name: string;
  /** JSON, as the mind wrote it. */
  arguments: string;
}

export interface MessageToSend {
  text: string;
  /** Absent: one that the agent answers, else the workspace's oldest. */
  senderId?: string | undefined;
}

export interface ToolContext {
  workspaceId: string;
  /** Null: a conversation in writing. */
  callId: string | null;
  agentId: string;
  document: AgentDocument;
  /** What is known of the call, by the names that texts of the document use for it. */
  values: Record<string, string> & { timezone: string };
  /** Of the person who calls, or is called. */
  callerNumber: string;
  /** Absent: this call is put through to nobody. */
  transfer?: ((to: string, signal: AbortSignal) => Promise<Transferred>) | undefined;
  /** Writes to the person of the call. Absent: this is no call with a telephone. */
  send?: ((message: MessageToSend, signal: AbortSignal) => Promise<ToolOutcome>) | undefined;
}

export interface ToolParts {
  appointments: Appointments;
  messages: Messages;
  functions: FunctionParts;
  /** Absent: no server's tools are used. */
  mcp?: Pick<McpServers, "run"> | undefined;
  /** Absent: appointments are kept here only. */
  calendars?: CalendarParts | undefined;
}

const NOWHERE: Transferred = { ok: false, code: "call.no_route", reason: "Nobody can be reached from this call." };
const NO_TELEPHONE = { ok: false, result: JSON.stringify({ sent: false, reason: "no_number" }) };
const LONGEST_ARGUMENTS = 10_000;
const Arguments = z.record(z.string(), z.unknown());

/** Runs a tool of this assistant; a tool that it does not have, or arguments that are no JSON, get an answer that says so. */
export async function runTool(call: ToolCall, desk: ToolContext, parts: ToolParts, signal: AbortSignal): Promise<ToolOutcome> {
  const { appointments, messages, functions } = parts;
  const tools = conversationOf(desk.document).tools_config.api_tools;
  const tool = tools?.tools.find((candidate) => candidate.name === call.name);
  const request = tools && tool && isFunction(tool) ? requestOf(tools, tool) : undefined;
  const remote = tool && parts.mcp && mcpRequestOf(tool);
  if (!tools || !tool || !(request || remote || isTransferTool(tool) || isKnownTool(tool.key)))
    return { ok: false, result: "There is no such tool." };
  const parsed = parse(call.arguments);
  if (parsed === undefined) return { ok: false, result: "The arguments are not JSON." };
  const { value: given, problems } = checkArguments(tool.parameters, parsed);
  if (problems.length > 0) return { ok: false, result: JSON.stringify({ error: "invalid_arguments", problems }) };
  const { workspaceId, callId, agentId, values } = desk;
  if (request) {
    const said = Arguments.safeParse(given).data ?? {};
    return askFunction(request, { said, known: values }, { ...functions, signal });
  }
  if (remote && parts.mcp) {
    const use = { workspaceId, callId, request: remote, given: Arguments.safeParse(given).data ?? {} };
    return parts.mcp.run({ ...use, hasEffect: hasEffect(tools, tool) }, signal);
  }
  if (isTransferTool(tool)) {
    const to = transferNumberOf(tools, tool);
    const done = to && desk.transfer ? await desk.transfer(filled(to, values), signal) : NOWHERE;
    if (done.ok) return { ok: true, result: JSON.stringify(done), endsAnswer: true };
    return { ok: false, result: JSON.stringify({ ok: false, reason: done.reason }) };
  }
  if (isSendTool(tool)) {
    const { text, sender_id: senderId } = sendSettingsOf(tools, tool);
    const said = wordsIn(given);
    const message = { text: text ? filled(text, { ...values, ...said }) : (said["text"] ?? ""), senderId: senderId ?? undefined };
    return desk.send ? desk.send(message, signal) : NO_TELEPHONE;
  }
  if (isMessageTool(tool.key)) {
    const { ok, result } = await messages.take({ workspaceId, agentId, callId }, given);
    return { ok, result: JSON.stringify(result) };
  }
  const calendar = tools.tools_params[call.name] ?? { opening_hours: {} };
  const { timezone: timeZone } = values;
  const order = { workspaceId, callId, timeZone, callerNumber: desk.callerNumber, calendar, signal };
  const elsewhere = externalCalendar(order, parts.calendars);
  const caller = { callerNumber: desk.callerNumber, country: parts.calendars?.country };
  const place = { workspaceId, callId, agentId, timeZone, calendar, ...caller, elsewhere };
  const { ok, result } = await appointments[appointmentActOf(tool.key)](place, given);
  return { ok, result: JSON.stringify(result) };
}

function wordsIn(given: unknown): Record<string, string> {
  const fields = Object.entries(Arguments.safeParse(given).data ?? {});
  return Object.fromEntries(fields.flatMap(([name, one]) => (typeof one === "object" ? [] : [[name, String(one)]])));
}

function parse(text: string): unknown {
  if (text.length > LONGEST_ARGUMENTS) return undefined;
  try {
    return sanitizeForPostgres<unknown>(JSON.parse(text === "" ? "{}" : text));
  } catch {
    return undefined;
  }
}
