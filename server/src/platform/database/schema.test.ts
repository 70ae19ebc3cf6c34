import { expect, test } from "vitest";
import { MIGRATION_ORDER, SCHEMA } from "../../schema.ts";
import { inOrder } from "./schema.ts";

test("every step of the schema has its place once, and no step or queue is told twice", () => {
  const ids = SCHEMA.migrations.map(({ id }) => id);
  expect(ids).toEqual(MIGRATION_ORDER);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(SCHEMA.queues.map(({ name }) => name)).size).toBe(SCHEMA.queues.length);
});

test("steps are taken in the written order, whoever brings them first", () => {
  const [one, two] = [
    { id: "1", sql: "" },
    { id: "2", sql: "" },
  ];
  expect(inOrder([two, one], ["1", "2"])).toEqual([one, two]);
});

test("a step without a place, and a place without a step, stop the start", () => {
  expect(() => inOrder([{ id: "3", sql: "" }], [])).toThrow("3 has no place");
  expect(() => inOrder([], ["4"])).toThrow("4 is in the order of schema.ts and in no domain");
});
