import { beforeEach, expect, test } from "vitest";
import { NotNow } from "../../platform/jobs/queue.ts";
import { createReceivers, type Receivers } from "./receivers.ts";

const CRM = "https://crm.example/calls";
const OTHER = "https://other.example/calls";

let nowMs: number;
let receivers: Receivers;
beforeEach(() => {
  nowMs = 0;
  receivers = createReceivers(() => nowMs);
});

function asked(url: string, times: number): ((isThere: boolean) => void)[] {
  const asking: ((isThere: boolean) => void)[] = [];
  for (let time = 0; time < times; time++) {
    try {
      asking.push(receivers.ask(url));
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
    }
  }
  return asking;
}

test("who answers at once is asked as often as wanted", () => {
  for (const done of asked(CRM, 50)) done(true);
  expect(asked(CRM, 50)).toHaveLength(50);
});

test("who does not answer is asked one at a time, until it answers; others are not held up", () => {
  asked(CRM, 1)[0]!(false);
  nowMs = 3_600_000;
  const [probe, ...more] = asked(CRM, 50);
  expect([more.length, asked(OTHER, 50).length]).toEqual([0, 50]);
  probe!(true);
  expect(asked(CRM, 50)).toHaveLength(50);
});

test("the longer nobody answers, the more rarely what waits looks again", () => {
  const soon = (): number => {
    try {
      receivers.ask(CRM);
      return 0;
    } catch (error) {
      return (error as NotNow).afterSeconds;
    }
  };
  asked(CRM, 1)[0]!(false);
  asked(CRM, 1);
  expect(soon()).toBeGreaterThanOrEqual(30);
  expect(soon()).toBeLessThanOrEqual(60);
  nowMs = 7_200_000;
  expect(soon()).toBeGreaterThanOrEqual(600);
  expect(soon()).toBeLessThanOrEqual(1_200);
});

test("who answers slowly is asked a few at a time for a minute", () => {
  const [slow] = asked(CRM, 1);
  nowMs = 5_000;
  slow!(true);
  expect(asked(CRM, 50)).toHaveLength(4);
  nowMs = 65_001;
  expect(asked(CRM, 50)).toHaveLength(50);
});

test("of many receivers the longest unasked are forgotten, never one that is being asked", () => {
  asked(CRM, 1);
  asked(OTHER, 1)[0]!(false);
  for (let n = 0; n < 3_000; n++) asked(`https://host-${n}.example`, 1)[0]!(true);
  expect(asked(OTHER, 5)).toHaveLength(5);
  nowMs = 9_000;
  asked(CRM, 1)[0]!(false);
  expect(asked(CRM, 5)).toHaveLength(0);
});
