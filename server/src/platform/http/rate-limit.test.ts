import { expect, test } from "vitest";
import { createRateLimit, networkOf } from "./rate-limit.ts";

test("a visitor may ask a few times at once, and then once in each interval", () => {
  let nowMs = 0;
  const limit = createRateLimit({ burst: 2, refillMs: 1_000, nowMs: () => nowMs });
  limit.take("a");
  limit.take("a");
  expect(() => limit.take("a")).toThrow("Too many requests");
  limit.take("b");
  nowMs = 1_500;
  limit.take("a");
  expect(() => limit.take("a")).toThrow("Too many requests");
});

test("the list of visitors does not grow without end", () => {
  const limit = createRateLimit({ burst: 1, refillMs: 1_000, nowMs: () => 0, mostBuckets: 2 });
  for (const who of ["a", "b", "c"]) limit.take(who);
  limit.take("a");
  expect(() => limit.take("c")).toThrow("Too many requests");
});

test("a network of IPv6 counts as one visitor, and so does an IPv4 address in either notation", () => {
  expect(networkOf("2001:db8:1:2:aaaa::1")).toBe(networkOf("2001:db8:1:2:bbbb:1:2:3"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
  expect(networkOf("::ffff:10.0.0.1")).toBe(networkOf("10.0.0.1"));
});

test("what is given back can be taken again, and never more than the bucket holds", () => {
  const limit = createRateLimit({ burst: 2, refillMs: 1_000, nowMs: () => 0 });
  for (let n = 0; n < 10; n++) {
    limit.take("asha");
    limit.giveBack("asha");
  }
  limit.giveBack("asha");
  limit.take("asha");
  limit.take("asha");
  expect(() => limit.take("asha")).toThrow();
});
