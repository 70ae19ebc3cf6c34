/** The protocol's server with our tools, for one asker. Which transport carries it is somebody else's matter. */
import { type KeyScope, mayActAs, reaches, type Role } from "@ongea/contract";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { structured } from "./outline.ts";
import { allTools, type ToolRequest, type Tool } from "./tools.ts";

/** Asks a route as whoever uses the tools. */
export type Send = (asked: ToolRequest) => Promise<{ status: number; text: string }>;

/** Of one answer; a model that is told more loses what it was about. */
const MOST_CHARACTERS = 100_000;

const INSTRUCTIONS =
  "Ongea's assistants hold phone conversations. agents_list tells which there are; calls_place rings somebody now, batches_run everybody " +
  "of a file: ask the person first. executions_read tells what was said in a call.";

/** What whoever uses the tools may do; the routes behind them ask again. */
export interface Reach {
  role: Role;
  scope: KeyScope;
  /** Null: the whole workspace. */
  agentIds: readonly string[] | null;
}

interface Result extends Record<string, unknown> {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export async function createToolServer({ who, send }: { who: Reach; send: Send }): Promise<Server> {
  // Loaded when somebody wants it: most servers never do.
  const { Server } = await import("@modelcontextprotocol/sdk/server/index.js");
  const { CallToolRequestSchema, ListToolsRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const server = new Server({ name: "ongea", version: "0.1.0" }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  const mine = allTools().filter((tool) => mayUse(who, tool));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: mine.map(described) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = mine.find(({ name }) => name === params.name);
    if (!tool) return failed(`There is no tool "${params.name}" for this key.`);
    return used(tool, params.arguments ?? {}, send);
  });
  return server;
}

function mayUse({ role, scope, agentIds }: Reach, tool: Tool): boolean {
  return mayActAs(role, tool.who) && reaches(scope, tool.scope) && (agentIds === null || tool.ofAgents);
}

function described({ name, does, input, output, reads, destroys }: Tool) {
  return {
    name,
    description: does,
    inputSchema: { ...input, type: "object" as const },
    outputSchema: { ...output, type: "object" as const },
    annotations: {
      readOnlyHint: reads,
      destructiveHint: destroys,
      openWorldHint: name.startsWith("calls_") || name === "batches_run",
    },
  };
}

/** What the route refuses comes back as the refusal that it is: the model reads why. */
async function used(tool: Tool, given: Record<string, unknown>, send: Send): Promise<Result> {
  const { status, text } = await send(tool.ask(given));
  if (status >= 400) return failed(text);
  let answer: unknown;
  try {
    answer = tool.shown(JSON.parse(text));
  } catch {
    return { ...said(text), structuredContent: {} };
  }
  const told = JSON.stringify(answer);
  // What is too long to be read is cut in the text; half an object is none.
  return { ...said(told), structuredContent: told.length > MOST_CHARACTERS ? {} : structured(answer) };
}

function said(text: string): Result {
  return { content: [{ type: "text", text: shortened(text) }] };
}

function failed(text: string): Result {
  return { ...said(text), isError: true };
}

function shortened(text: string): string {
  const left = text.length - MOST_CHARACTERS;
  return left <= 0 ? text : `${text.slice(0, MOST_CHARACTERS)}… (${left} more characters; ask for less)`;
}
