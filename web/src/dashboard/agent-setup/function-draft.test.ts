import { ApiTools, requestOf } from "@ongea/contract";
import { expect, test } from "vitest";
import {
  argumentValue,
  draftOf,
  EMPTY_FUNCTION,
  faultOfFunction,
  functionsOf,
  withFunction,
  withoutFunction,
} from "./function-draft.ts";

const FOREIGN = ApiTools.parse({
  tools: [
    { key: "book_appointment", name: "book", description: "Books" },
    {
      key: "custom_task",
      name: "check_order",
      description: "Looks up an order",
      pre_call_message: { sw: "Subiri kidogo", en: "One moment" },
      parameters: {
        type: "object",
        properties: { order_id: { type: "string", pattern: "^A" }, lines: { type: "array" } },
        required: ["order_id"],
      },
      unknown: 1,
    },
  ],
  tools_params: {
    book: { slot_minutes: 30 },
    check_order: { method: "POST", url: "https://shop.example/orders", param: '{"id":"%(order_id)s"}', scope: "x" },
  },
});

test("what another program wrote of a function is shown, changed in one place, and kept in all others", () => {
  const [tool] = functionsOf(FOREIGN);
  const draft = draftOf(FOREIGN, tool!);
  expect(draft).toMatchObject({ method: "POST", url: "https://shop.example/orders", wait: "One moment" });
  expect(draft.arguments.map(({ name, type, required }) => [name, type, required])).toEqual([
    ["order_id", "string", true],
    ["lines", "string", false],
  ]);
  const changed = ApiTools.parse(withFunction(FOREIGN, { ...draft, name: "find_order", wait: "Just a second" }, tool));
  expect(changed.tools.map(({ name }) => name)).toEqual(["book", "find_order"]);
  expect(changed.tools[1]).toMatchObject({
    unknown: 1,
    pre_call_message: { sw: "Subiri kidogo", en: "Just a second" },
    parameters: { properties: { order_id: { type: "string", pattern: "^A" }, lines: { type: "array" } }, required: ["order_id"] },
    value: { scope: "x" },
  });
  expect(requestOf(changed, changed.tools[1]!)).toMatchObject({ method: "POST", param: { id: "%(order_id)s" } });
  expect(changed.tools_params).toEqual({ book: { slot_minutes: 30 } });
});

test("a function that is taken away leaves the other tools as they are", () => {
  const [tool] = functionsOf(FOREIGN);
  const left = withoutFunction(FOREIGN, tool!);
  expect(left.tools.map(({ name }) => name)).toEqual(["book"]);
  expect(left.tools_params).toEqual({ book: { slot_minutes: 30 } });
});

test.each([
  [{ name: "two words" }, "name"],
  [{ name: "book" }, "taken"],
  [{ url: "shop.example" }, "url"],
  [{ param: "{" }, "param"],
  [{ headers: [{ name: "Host", value: "x" }] }, "headers"],
  [{ authorization: "a\nb" }, "authorization"],
  [{ arguments: [{ name: "a b", type: "string", description: "", required: false }] }, "arguments"],
  [{}, undefined],
] as const)("%j: what is wrong is told at its field", (change, fault) => {
  const good = { ...EMPTY_FUNCTION, name: "find_order", url: "https://shop.example/" };
  expect(faultOfFunction({ ...good, ...change } as typeof good, ["book"])).toBe(fault);
});

test("what is tried has the kind that its argument has", () => {
  expect(argumentValue("integer", "7")).toBe(7);
  expect(argumentValue("boolean", "true")).toBe(true);
  expect(argumentValue("string", "7")).toBe("7");
  expect(argumentValue("number", "")).toBeUndefined();
});

test("a function that changes or undoes another is named by its new name, and by none once it is gone", () => {
  const both = withFunction(FOREIGN, { ...EMPTY_FUNCTION, name: "order", url: "https://shop.example", undo: "check_order" });
  const [undo, order] = functionsOf(both);
  expect(draftOf(both, order!)).toMatchObject({ undo: "check_order", change: "" });
  const other = withFunction(both, { ...draftOf(both, undo!), name: "drop_order" }, undo);
  expect(ApiTools.parse(other).tools.map((one) => one.undo)).toEqual([undefined, undefined, "drop_order"]);
  const left = withoutFunction(other, other.tools[1]!);
  expect(ApiTools.parse(left).tools.map((one) => one.undo)).toEqual([undefined, null]);
  expect(ApiTools.safeParse({ ...other, tools: [other.tools[2]] }).error?.issues[0]).toMatchObject({
    path: ["tools", 0, "undo"],
    message: "must name another tool of this agent",
  });
});
