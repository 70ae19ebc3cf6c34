import { expect, test } from "vitest";
import { z } from "zod";
import { asWritten } from "./as-written.ts";

const Schema = z.looseObject({
  count: z.number().int().min(1).default(2),
  isOn: z.boolean().nullable().optional(),
  name: z.string(),
  list: z.array(z.looseObject({ at: z.number() })).prefault([]),
  either: z.union([z.number(), z.string()]),
});

test("text stands for a number or a boolean where the schema has one, and nowhere else", () => {
  const given = { count: " 12 ", isOn: "TRUE", name: "100", list: [{ at: "-0.5", more: "1" }], either: "words", other: "3" };
  const wanted = { count: 12, isOn: true, name: "100", list: [{ at: -0.5, more: "1" }], either: "words", other: "3" };
  expect(asWritten(Schema, given)).toEqual(wanted);
});

test.each(["", "1e3", "0x10", "Infinity", "NaN", "1,5", "12 apples"])("%j is no number", (text) => {
  expect(asWritten(Schema, { count: text })).toEqual({ count: text });
});

test("what is of another shape stays as it is", () => {
  for (const value of [null, undefined, 3, "x", [1], { list: "x", isOn: null }]) expect(asWritten(Schema, value)).toEqual(value);
});
