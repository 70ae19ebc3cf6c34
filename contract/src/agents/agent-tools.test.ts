import { expect, test } from "vitest";
import { ApiTools, mcpRequestOf, requestOf } from "./agent-tools.ts";

const tool = { key: "custom_task", name: "check_order", description: "Looks up an order" };

test("a function's request stands beside it or among the parameters of all tools", () => {
  const url = "https://shop.example/orders/%(id)s";
  const beside = ApiTools.parse({ tools: [{ ...tool, value: { method: "get", url } }] });
  expect(requestOf(beside, beside.tools[0]!)).toMatchObject({ method: "GET", url });
  const shared = ApiTools.parse({
    tools: [tool],
    tools_params: { check_order: { method: "POST", url, param: '{"id":"%(id)s"}' } },
  });
  expect(requestOf(shared, shared.tools[0]!)).toMatchObject({ method: "POST", param: { id: "%(id)s" } });
});

test("one without an address is kept as it is written and asks nobody", () => {
  const given = { tools: [tool], tools_params: { check_order: { url: null, param: "no JSON" } } };
  const kept = ApiTools.parse(given);
  expect(kept).toMatchObject(given);
  expect(requestOf(kept, kept.tools[0]!)).toBeUndefined();
});

test.each([
  [{ url: "ftp://shop.example/" }, "url"],
  [{ url: "https://%(host)s/orders" }, "url"],
  [{ url: "https://shop.example%(rest)s" }, "url"],
  [{ url: "https://user@shop.example/" }, "url"],
  [{ url: "https://shop.example/", method: "TRACE" }, "method"],
  [{ url: "https://shop.example/", param: "[1]" }, "param"],
  [{ url: "https://shop.example/", headers: { "Bad name": "x" } }, "headers"],
  [{ url: "https://shop.example/", headers: { Host: "other.example" } }, "headers"],
  [{ url: "https://shop.example/", headers: { "X-A": "a\r\nX-B: b" } }, "headers"],
  [{ url: "https://shop.example/", api_token: "a\nb" }, "api_token"],
])("%j is refused, and the field is named", (value, field) => {
  const { error } = ApiTools.safeParse({ tools: [{ ...tool, value }] });
  expect(error?.issues[0]?.path.slice(0, 4)).toEqual(["tools", 0, "value", field]);
});

test("a function's name is one that every model takes", () => {
  const named = { ...tool, name: "check order!", value: { url: "https://shop.example/" } };
  expect(ApiTools.safeParse({ tools: [named] }).error?.issues[0]?.path).toEqual(["tools", 0, "name"]);
});

test("a tool of an MCP server says which one it is, and as what it was chosen", () => {
  const value = { server: "shop", tool: "cancel.order", fingerprint: "1a2b" };
  const made = (change: object, name = "cancel_order") => ({
    tools: [{ key: "mcp_tool", name, value: { ...value, ...change } }],
  });
  expect(mcpRequestOf(ApiTools.parse(made({})).tools[0]!)).toEqual(value);
  expect(mcpRequestOf({ ...ApiTools.parse(made({})).tools[0]!, key: "custom_task" })).toBeUndefined();
  const pathOf = (given: unknown) => ApiTools.safeParse(given).error?.issues[0]?.path;
  expect(pathOf(made({ server: "Our Shop" }))).toEqual(["tools", 0, "value", "server"]);
  expect(pathOf(made({ fingerprint: undefined }))).toEqual(["tools", 0, "value", "fingerprint"]);
  expect(pathOf(made({ timeout_seconds: 31 }))).toEqual(["tools", 0, "value", "timeout_seconds"]);
  expect(pathOf(made({}, "cancel.order"))).toEqual(["tools", 0, "name"]);
});
