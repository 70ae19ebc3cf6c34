/** Tools of MCP servers as the editor holds them, and as they stand in the document. Pure. */
import {
  type ApiTool,
  type ApiTools,
  confirmationOf,
  isMcpTool,
  isRecord,
  MCP_TOOL_SECONDS,
  mcpRequestOf,
  type McpServer,
  type McpTool,
} from "@ongea/contract";
import { remedies, renamed, waitIn, waitOf } from "../function-draft.ts";

export const MOST_MCP_TOOLS_USED = 20;
export const LONGEST_SECONDS = 30;

/** Whether a call could use it: `gone` and `changed`: since it was chosen. */
export type McpToolState = "ready" | "no_server" | "gone" | "changed";

export interface McpToolDraft {
  description: string;
  /** Said meanwhile. */
  wait: string;
  /** How its result is told. */
  answer: string;
  effect: "reads" | "changes";
  confirmation: "usual" | "never";
  /** Other tools, by name; empty: none. */
  change: string;
  undo: string;
  seconds: string;
}

export function mcpToolsOf({ tools }: ApiTools): ApiTool[] {
  return tools.filter(isMcpTool);
}

/** As the server lists it now. */
export function listedTool(tool: ApiTool, servers: readonly McpServer[]): McpTool | undefined {
  const request = mcpRequestOf(tool);
  return servers.find(({ name }) => name === request?.server)?.tools.find(({ name }) => name === request?.tool);
}

export function mcpToolState(tool: ApiTool, servers: readonly McpServer[]): McpToolState {
  const request = mcpRequestOf(tool);
  if (!request || !servers.some(({ name }) => name === request.server)) return "no_server";
  const listed = listedTool(tool, servers);
  if (!listed) return "gone";
  return listed.fingerprint === request.fingerprint ? "ready" : "changed";
}

export function isChosen(tools: ApiTools, server: string, name: string): boolean {
  return chosenTool(tools, server, name) !== undefined;
}

function chosenTool(tools: ApiTools, server: string, name: string): ApiTool | undefined {
  return mcpToolsOf(tools).find((one) => {
    const request = mcpRequestOf(one);
    return request?.server === server && request.tool === name;
  });
}

/** With the tool as the server lists it: as the last, or in the place of the one that it has become; its settings stay. */
export function withMcpTool(tools: ApiTools, server: string, listed: McpTool): ApiTools {
  const before = chosenTool(tools, server, listed.name);
  const taken = tools.tools.filter((one) => one !== before).map(({ name }) => name);
  const made: ApiTool = {
    ...before,
    key: "mcp_tool",
    name: before?.name ?? freeName(listed.name, taken),
    description: before?.description ?? listed.description,
    parameters: listed.parameters,
    // One that no longer only reads has an effect, whatever was chosen before.
    effect: listed.read_only ? (before?.effect ?? false) : true,
    value: { ...valueOf(before), server, tool: listed.name, fingerprint: listed.fingerprint },
  };
  return { ...tools, tools: before ? tools.tools.map((one) => (one === before ? made : one)) : [...tools.tools, made] };
}

export function withoutMcpTool(tools: ApiTools, server: string, name: string): ApiTools {
  const gone = chosenTool(tools, server, name);
  const left = tools.tools.filter((one) => one !== gone);
  return { ...tools, tools: gone ? renamed(left, gone.name, null) : left };
}

export function mcpDraftOf(tools: ApiTools, tool: ApiTool): McpToolDraft {
  return {
    description: tool.description,
    wait: waitOf(tool.pre_call_message),
    answer: waitOf(tool.answer_template),
    effect: tool.effect === false ? "reads" : "changes",
    confirmation: confirmationOf(tools, tool) === false ? "never" : "usual",
    change: tool.change ?? "",
    undo: tool.undo ?? "",
    seconds: String(mcpRequestOf(tool)?.timeout_seconds ?? MCP_TOOL_SECONDS),
  };
}

export function withMcpDraft(tools: ApiTools, before: ApiTool, draft: McpToolDraft): ApiTools {
  const made: ApiTool = {
    ...before,
    description: draft.description.trim(),
    pre_call_message: waitIn(draft.wait, before.pre_call_message),
    answer_template: waitIn(draft.answer, before.answer_template),
    effect: draft.effect === "changes",
    confirmation: draft.confirmation === "never" ? false : null,
    ...remedies(draft, before),
    value: { ...valueOf(before), timeout_seconds: secondsOf(draft) ?? MCP_TOOL_SECONDS },
  };
  return { ...tools, tools: tools.tools.map((one) => (one === before ? made : one)) };
}

/** Undefined: it is no such number. */
export function secondsOf({ seconds }: McpToolDraft): number | undefined {
  const number = Number(seconds);
  return Number.isInteger(number) && number >= 1 && number <= LONGEST_SECONDS ? number : undefined;
}

const LONGEST_NAME = 60;

/** A name that every model takes, and that no other tool has. */
function freeName(name: string, taken: readonly string[]): string {
  const plain =
    name
      .replace(/[^A-Za-z0-9_-]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, LONGEST_NAME) || "tool";
  let free = plain;
  for (let at = 2; taken.includes(free); at++) free = `${plain}_${at}`;
  return free;
}

function valueOf(tool: ApiTool | undefined): Readonly<Record<string, unknown>> {
  const value = tool?.["value"];
  return isRecord(value) ? value : {};
}
