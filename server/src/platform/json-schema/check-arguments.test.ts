import fc from "fast-check";
import { expect, test } from "vitest";
import { checkArguments } from "./check-arguments.ts";

const SCHEMA = {
  type: "object",
  required: ["meter", "amount"],
  additionalProperties: false,
  properties: {
    meter: { type: "string", pattern: "^[0-9]{8}$" },
    amount: { type: "integer", minimum: 50, maximum: 10_000 },
    method: { type: "string", enum: ["mpesa", "card"] },
    email: { type: "string", format: "email" },
  },
};
const RIGHT = { meter: "12345678", amount: 500 };

test("arguments that fit pass, and a number that was written as text is one", () => {
  expect(checkArguments(SCHEMA, RIGHT)).toEqual({ value: RIGHT, problems: [] });
  expect(checkArguments(SCHEMA, { ...RIGHT, amount: "500" })).toEqual({ value: RIGHT, problems: [] });
});

test.each([
  [{ amount: 500 }, "meter", "is missing"],
  [{ ...RIGHT, meter: "1234" }, "meter", "must match pattern"],
  [{ ...RIGHT, amount: 20 }, "amount", "must be >= 50"],
  [{ ...RIGHT, amount: 20_000 }, "amount", "must be <= 10000"],
  [{ ...RIGHT, amount: 99.5 }, "amount", "must be integer"],
  [{ ...RIGHT, method: "cash" }, "method", 'must be one of ["mpesa","card"]'],
  [{ ...RIGHT, email: "nobody" }, "email", "must match format"],
  [{ ...RIGHT, extra: 1 }, "extra", "is not known"],
])("%j is refused for its %s, which %s", (given, name, problem) => {
  const { problems } = checkArguments(SCHEMA, given);
  expect(problems).toEqual([{ name, problem: expect.stringContaining(problem) as string }]);
});

test("what a model does not know is missing, and nothing else is made a number", () => {
  for (const amount of [null, true, "", "0500", "five", []]) {
    const { problems } = checkArguments(SCHEMA, { ...RIGHT, amount });
    expect([amount, problems.map(({ name }) => name)]).toEqual([amount, ["amount"]]);
  }
  const loose = {
    type: "object",
    properties: { note: { type: ["string", "null"] }, any: {}, list: { items: { type: "number" } } },
  };
  const given = { note: null, any: null, list: ["1", "2.5"] };
  expect(checkArguments(loose, given)).toEqual({ value: { note: null, any: null, list: [1, 2.5] }, problems: [] });
  expect(checkArguments(SCHEMA, { ...RIGHT, method: null })).toEqual({ value: RIGHT, problems: [] });
});

test("a schema that is none, is too large, or has a pattern that cannot be checked refuses nobody", () => {
  expect(checkArguments(undefined, 1).problems).toEqual([]);
  expect(checkArguments({ type: "sausage" }, {}).problems).toEqual([]);
  const lookahead = { properties: { a: { pattern: "(?=x)y" }, b: { type: "integer" } } };
  expect(checkArguments(lookahead, { a: "z", b: 1.5 }).problems.map(({ name }) => name)).toEqual(["b"]);
  expect(checkArguments({ type: "string", description: "x".repeat(60_000) }, {}).problems).toEqual([]);
  const twice = { $id: "same", type: "object" };
  expect([checkArguments(twice, {}).problems, checkArguments({ ...twice, title: "other" }, {}).problems]).toEqual([[], []]);
});

test("a pattern that would keep a backtracking matcher busy for ever takes no time", () => {
  const schema = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
  expect(checkArguments(schema, { a: `${"a".repeat(5_000)}!` }).problems).toHaveLength(1);
});

test("whatever is given, nothing throws, and what it was given is not changed", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (schema, given) => {
      const before = structuredClone(given);
      checkArguments((typeof schema === "object" && !Array.isArray(schema) ? schema : undefined) ?? undefined, given);
      expect(given).toEqual(before);
    }),
  );
});

test("each of several patterns is checked by itself", () => {
  const of = (pattern: string) => ({ type: "string", pattern });
  const schema = { type: "object", properties: { a: of("^a$"), b: of("^b$"), c: of("^c$") } };
  expect(checkArguments(schema, { a: "a", b: "b", c: "c" }).problems).toEqual([]);
  expect(checkArguments(schema, { a: "b", b: "b", c: "a" }).problems.map(({ name }) => name)).toEqual(["a", "c"]);
});
