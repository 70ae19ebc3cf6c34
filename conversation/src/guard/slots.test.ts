import { expect, it } from "vitest";
import { slotsOf } from "./slots.ts";

const kindOf = (schema: Record<string, unknown>, value: unknown): unknown =>
  slotsOf({ parameters: { properties: { slot: schema } } }, { slot: value })[0]?.kind;

it("a value of a list of times or days is read as a time or a day", () => {
  expect(kindOf({ type: "string", enum: ["08:00", "14:00"] }, "14:00")).toBe("time");
  expect(kindOf({ type: "string", enum: ["2026-12-01"] }, "2026-12-01")).toBe("date");
  expect(kindOf({ type: "string", enum: ["small", "large"] }, "large")).toBe("choice");
});
