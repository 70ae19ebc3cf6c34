import type { Batch } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawCloth, groupsOf, picksOf } from "./batch-strip.ts";

const COUNTS = {
  completed_count: 60,
  no_answer_count: 20,
  busy_count: 5,
  failed_count: 3,
  not_called_count: 1,
  in_progress_count: 2,
  valid_contacts: 120,
  total_contacts: 130,
};
const batch = (counts: Partial<typeof COUNTS>): Batch => ({ ...COUNTS, ...counts }) as Batch;

test("who was not called yet is what is left of those who can be called", () => {
  expect(groupsOf(batch({})).map(({ count }) => count)).toEqual([60, 20, 5, 3, 1, 2, 29]);
  expect(groupsOf(batch({ valid_contacts: 10 })).at(-1)?.count).toBe(0);
});

test("a strip is as wide as it may be, and nothing that happened is missing in it", () => {
  const count = fc.integer({ min: 0, max: 100_000 });
  const counts = fc.record({
    completed_count: count,
    no_answer_count: count,
    busy_count: count,
    failed_count: count,
    not_called_count: count,
    in_progress_count: count,
    valid_contacts: count,
  });
  fc.assert(
    fc.property(counts, fc.integer({ min: 7, max: 400 }), (some, width) => {
      const groups = groupsOf(batch(some));
      const picks = picksOf(groups, width);
      expect(picks).toHaveLength(width);
      const called = groups.filter((group) => group.count > 0).map((group) => group.thread);
      expect(picks).toEqual(expect.arrayContaining(called));
    }),
  );
});

test("a batch of which nobody was called is bare warp, and each outcome has a weave of its own", () => {
  const size = { width: 240, height: 20, pick: 4 };
  const bare = groupsOf(batch({ ...Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0])), valid_contacts: 9 }));
  expect(picksOf(bare, 60).filter(Boolean)).toEqual([]);
  const paths = drawCloth(picksOf(groupsOf(batch({})), 60), size);
  expect(Object.values(paths).every((path) => path !== "")).toBe(true);
  expect(new Set([paths.completed, paths.failed, paths.unanswered, paths.ringing]).size).toBe(4);
});

test("of messages each state has its own share, and nobody is counted as called", () => {
  const message = { sender_id: "", text: "Hello", template: null };
  const counts = { read_count: 4, delivered_count: 3, sent_count: 2, failed_count: 1, not_called_count: 5, in_progress_count: 6 };
  const made = { ...batch({ valid_contacts: 30 }), ...counts, message };
  expect(groupsOf(made).map(({ name, count }) => [name, count])).toEqual([
    ["messages.read", 4],
    ["messages.sms_delivered", 3],
    ["messages.sent", 2],
    ["batches.outcome_failed", 1],
    ["batches.not_sent", 5],
    ["batches.sending", 6],
    ["batches.waiting", 9],
  ]);
});
