import { expect, test } from "vitest";
import { differencesOf, laidOver, withValue } from "./agent-changes.ts";

test("a part that is changed leaves everything else as it was, keys that nobody knows too", () => {
  const before = { name: "Front desk", tasks: [{ voice: { speed: 1, vendor_key: "kept" }, list: [1, 2] }, { type: "later" }] };
  expect(laidOver(before, { tasks: [{ voice: { speed: 2 }, list: [3] }] })).toEqual({
    name: "Front desk",
    tasks: [{ voice: { speed: 2, vendor_key: "kept" }, list: [3] }, { type: "later" }],
  });
  expect(laidOver(before, { name: null })).toMatchObject({ name: null });
});

test("a key that would reach behind the object reaches nothing", () => {
  laidOver({}, JSON.parse('{"__proto__":{"reached":true},"constructor":{"prototype":{"reached":true}}}'));
  expect({}).not.toHaveProperty("reached");
});

test("what differs is told leaf by leaf", () => {
  const before = { name: "a", task: { gap: 1, list: [{ key: "one" }] }, same: [1, 2] };
  const after = { name: "b", task: { list: [{ key: "two" }], extra: true }, same: [1, 2] };
  expect(differencesOf(before, after)).toEqual([
    { path: ["name"], before: "a", after: "b" },
    { path: ["task", "gap"], before: 1 },
    { path: ["task", "list", 0, "key"], before: "one", after: "two" },
    { path: ["task", "extra"], after: true },
  ]);
});

test("changes can be laid over what somebody else has made of it", () => {
  const theirs = { name: "theirs", task: { gap: 5 } };
  const mine = differencesOf({ name: "a", task: { gap: 1 } }, { name: "a", task: { gap: 2 } });
  expect(mine.reduce((document, { path, after }) => withValue(document, path, after), theirs)).toEqual({
    name: "theirs",
    task: { gap: 2 },
  });
});
