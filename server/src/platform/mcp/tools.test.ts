import { expect, test } from "vitest";
import { outlineOf, structured } from "./outline.ts";
import { allTools } from "./tools.ts";

test("every argument of every tool says what it means, and every tool says what it answers", () => {
  for (const { name, input, output } of allTools()) {
    const properties = input["properties"] as Record<string, { description?: string }>;
    const silent = Object.entries(properties).filter(([, { description = "" }]) => description === "");
    expect([name, silent.map(([argument]) => argument)]).toEqual([name, []]);
    expect([name, output["type"], Object.keys(output["properties"] as object).length > 0]).toEqual([name, "object", true]);
  }
});

test("an answer that is no object stands under a name of its own, in its outline and in what is told", () => {
  expect(outlineOf({ type: "array", items: { type: "object", properties: { id: { type: "string", format: "uuid" } } } })).toEqual(
    {
      type: "object",
      properties: { result: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } } },
    },
  );
  expect(structured([1])).toEqual({ result: [1] });
  expect(structured({ a: 1 })).toEqual({ a: 1 });
});

test("an outline names kinds alone where something has several, and nothing is required", () => {
  const answer = {
    type: "object",
    required: ["a"],
    properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] }, b: { oneOf: [{ type: "object" }, { const: 1 }] } },
  };
  expect(outlineOf(answer)).toEqual({ type: "object", properties: { a: { type: ["string", "null"] }, b: {} } });
});
