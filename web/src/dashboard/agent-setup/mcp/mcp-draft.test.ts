import { ApiTools, type McpServer, type McpTool } from "@ongea/contract";
import { expect, test } from "vitest";
import {
  isChosen,
  mcpDraftOf,
  mcpToolsOf,
  mcpToolState,
  secondsOf,
  withMcpDraft,
  withMcpTool,
  withoutMcpTool,
} from "./mcp-draft.ts";

const CANCEL: McpTool = {
  name: "cancel.order",
  title: "",
  description: "Cancels an order.",
  parameters: { type: "object" },
  read_only: false,
  fingerprint: "f1",
};
const SHOP: McpServer = {
  id: "5b1f0f0e-7a55-4c1e-9d0b-0c9f1d2e3a4b",
  name: "shop",
  url: "https://shop.example/mcp",
  header: "Authorization",
  has_secret: true,
  of_operator: false,
  state: "connected",
  problem: null,
  tools: [CANCEL],
  checked_at: null,
  created_at: "2026-11-28T00:00:00Z",
};
const none = ApiTools.parse({ tools: [{ key: "take_message", name: "cancel_order" }] });

test("a chosen tool has a name that every model takes and no other has, and an effect unless it only reads", () => {
  const made = withMcpTool(none, "shop", CANCEL);
  expect(ApiTools.parse(made)).toEqual(made);
  expect(mcpToolsOf(made)).toMatchObject([
    { name: "cancel_order_2", effect: true, value: { server: "shop", tool: "cancel.order", fingerprint: "f1" } },
  ]);
  expect(mcpToolsOf(withMcpTool(none, "shop", { ...CANCEL, read_only: true }))[0]?.effect).toBe(false);
  expect(isChosen(made, "shop", "cancel.order")).toBe(true);
  expect(isChosen(made, "other", "cancel.order")).toBe(false);
  expect(withoutMcpTool(made, "shop", "cancel.order")).toEqual(none);
});

test("a tool that changed is chosen anew in its place, with its settings, and has an effect if it no longer only reads", () => {
  const first = withMcpTool(none, "shop", { ...CANCEL, read_only: true });
  const [tool] = mcpToolsOf(first);
  const set = withMcpDraft(first, tool!, { ...mcpDraftOf(first, tool!), wait: "One moment", seconds: "20" });
  const changed = { ...SHOP, tools: [{ ...CANCEL, parameters: { type: "object", required: ["order"] }, fingerprint: "f2" }] };
  expect(mcpToolState(mcpToolsOf(set)[0]!, [SHOP])).toBe("ready");
  expect(mcpToolState(mcpToolsOf(set)[0]!, [changed])).toBe("changed");
  expect(mcpToolState(mcpToolsOf(set)[0]!, [{ ...SHOP, tools: [] }])).toBe("gone");
  expect(mcpToolState(mcpToolsOf(set)[0]!, [])).toBe("no_server");
  const anew = withMcpTool(set, "shop", changed.tools[0]!);
  expect(mcpToolsOf(anew)).toMatchObject([
    {
      name: "cancel_order_2",
      effect: true,
      parameters: { required: ["order"] },
      pre_call_message: "One moment",
      value: { fingerprint: "f2", timeout_seconds: 20 },
    },
  ]);
  expect(mcpToolState(mcpToolsOf(anew)[0]!, [changed])).toBe("ready");
});

test("its settings come back as they were written, and seconds are whole and few", () => {
  const made = withMcpTool(none, "shop", CANCEL);
  const draft = {
    description: "At once",
    wait: "",
    answer: "It costs {price}.",
    effect: "reads",
    confirmation: "never",
    change: "",
    undo: "",
    seconds: "5",
  } as const;
  const set = withMcpDraft(made, mcpToolsOf(made)[0]!, draft);
  expect(mcpDraftOf(set, mcpToolsOf(set)[0]!)).toEqual(draft);
  for (const seconds of ["", "0", "31", "1.5", "many"]) expect(secondsOf({ ...draft, seconds })).toBeUndefined();
});
