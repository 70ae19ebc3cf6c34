import { AgentDocument } from "@ongea/contract";
import { expect, test } from "vitest";
import { runTool, type ToolContext, type ToolParts } from "./tools.ts";

const PAY = {
  key: "custom_task",
  name: "pay",
  description: "Pays a bill.",
  parameters: { type: "object", required: ["amount"], properties: { amount: { type: "integer", minimum: 50 } } },
  value: { url: "https://billing.example/pay", method: "POST" },
};

const CANCEL = {
  key: "mcp_tool",
  name: "cancel_order",
  parameters: { type: "object", required: ["order"], properties: { order: { type: "string" } } },
  value: { server: "shop", tool: "cancel.order", fingerprint: "f" },
};

function desk(): ToolContext {
  const document = AgentDocument.parse({
    agent_config: {
      agent_name: "Clerk",
      tasks: [{ tools_config: { api_tools: { tools: [PAY, CANCEL], tools_params: {} } } }],
    },
  });
  return { workspaceId: "w", callId: "c", agentId: "a", document, values: { timezone: "Africa/Nairobi" }, callerNumber: "" };
}

test("an operator's function is not asked before its arguments fit its schema, and the model is told which do not", async () => {
  const asked: string[] = [];
  const functions: ToolParts["functions"] = {
    allowed: [],
    fetch: async (_url, limits) => {
      asked.push(String(limits.sent?.body));
      return { status: 200, body: Buffer.from("Paid."), charset: "utf-8", url: "", type: "text/plain" } as never;
    },
  };
  const run = (given: string) =>
    runTool({ name: "pay", arguments: given }, desk(), { functions } as ToolParts, new AbortController().signal);
  expect(await run('{"amount": 5}')).toEqual({
    ok: false,
    result: '{"error":"invalid_arguments","problems":[{"name":"amount","problem":"must be >= 50"}]}',
  });
  expect(await run("{}")).toMatchObject({ ok: false });
  expect(asked).toEqual([]);
  expect(await run('{"amount": "500"}')).toEqual({ ok: true, result: "Paid." });
  expect(asked).toEqual(['{"amount":500}']);
});

test("a tool of an MCP server meets the same checks, is called by the server's own name, and is an effect unless it only reads", async () => {
  const used: unknown[] = [];
  const mcp: ToolParts["mcp"] = {
    run: async (use) => {
      used.push(use);
      return { ok: true, result: "Cancelled." };
    },
  };
  const run = (given: string, parts: Partial<ToolParts>) =>
    runTool({ name: "cancel_order", arguments: given }, desk(), parts as ToolParts, new AbortController().signal);
  expect(await run("{}", { mcp })).toMatchObject({ ok: false, result: expect.stringContaining("invalid_arguments") });
  expect(await run('{"order":"A-7"}', {})).toEqual({ ok: false, result: "There is no such tool." });
  expect(used).toEqual([]);
  expect(await run('{"order":7}', { mcp })).toEqual({ ok: true, result: "Cancelled." });
  const request = { server: "shop", tool: "cancel.order", fingerprint: "f" };
  expect(used).toEqual([{ workspaceId: "w", callId: "c", request, given: { order: "7" }, hasEffect: true }]);
});
