import { expect, test } from "vitest";
import { keepable, keepableText } from "./text.ts";

const HIGH = "\ud83d";

test("what a database refuses is taken out of a text, and whole characters stay", () => {
  expect(keepableText("a\0b\0")).toBe("ab");
  expect(keepableText(`${HIGH} and \udc4d`)).toBe("\uFFFD and \uFFFD");
  expect(keepableText("Ẹ káàárọ̀ 👍 ጤና")).toBe("Ẹ káàárọ̀ 👍 ጤና");
  expect(keepableText(`${HIGH}\0\udc4d`)).toBe("👍");
});

test("it is taken out of texts and names at any depth, and what is no text stays as it is", () => {
  const at = new Date(0);
  expect(keepable({ "a\0": ["b\0", { c: HIGH }], at, n: 1, nothing: null, none: undefined })).toEqual({
    a: ["b", { c: "\uFFFD" }],
    at,
    n: 1,
    nothing: null,
    none: undefined,
  });
});

test("what a model nests without end is cut off instead of ending the call", () => {
  const deep = JSON.parse(`${"[".repeat(5_000)}"a\\u0000"${"]".repeat(5_000)}`) as unknown;
  expect(JSON.stringify(keepable(deep)).length).toBeLessThan(200);
});

test("a name that is part of every object is an ordinary one", () => {
  const value = JSON.parse('{"__proto__": {"a\\u0000": 1}}') as Record<string, unknown>;
  expect(JSON.stringify(keepable(value))).toBe('{"__proto__":{"a":1}}');
});
