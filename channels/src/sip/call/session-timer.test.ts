import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Headers } from "../message/headers.ts";
import type { SipRequest, SipResponse } from "../message/message.ts";
import { leastIn, SessionTimer, termsFor, termsIn } from "./session-timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const withHeaders = (lines: Readonly<Record<string, string>>): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(lines)) headers.add(name, value);
  return headers;
};
const request = (lines: Readonly<Record<string, string>>): SipRequest => ({
  kind: "request",
  method: "INVITE",
  uriText: "sip:a@b",
  headers: withHeaders(lines),
  body: "",
});
const response = (lines: Readonly<Record<string, string>>): SipResponse => ({
  kind: "response",
  status: 200,
  reason: "OK",
  headers: withHeaders(lines),
  body: "",
});

test.each([
  [{}, undefined],
  [{ supported: "timer" }, undefined],
  [
    { supported: "timer", "session-expires": "1800" },
    { seconds: 1_800, weRefresh: false },
  ],
  [
    { supported: "100rel, timer", x: "1800;refresher=uas" },
    { seconds: 1_800, weRefresh: true },
  ],
  [
    { require: "timer", "session-expires": "90;refresher=UAC" },
    { seconds: 90, weRefresh: false },
  ],
  [{ supported: "timer", "session-expires": "60" }, "too small"],
  // A proxy between wants it, and the caller knows nothing of it: it may not be refused.
  [{ "session-expires": "60;refresher=uac" }, { seconds: 90, weRefresh: true }],
  [
    { supported: "timer", "session-expires": "4294967295" },
    { seconds: 86_400, weRefresh: false },
  ],
  [{ supported: "timer", "session-expires": "soon" }, undefined],
  [{ supported: "timer", "session-expires": "-5" }, undefined],
] as const)("to a caller that says %o is answered %o", (lines, terms) => {
  expect(termsFor(request(lines as Record<string, string>))).toEqual(terms);
});

test("what an answer agrees on, and what a refusal wants at least", () => {
  expect(termsIn(response({}))).toBeUndefined();
  expect(termsIn(response({ "session-expires": "300;refresher=uas" }))).toEqual({ seconds: 300, weRefresh: false });
  expect(termsIn(response({ "session-expires": "300" }))).toEqual({ seconds: 300, weRefresh: true });
  expect(leastIn(response({ "min-se": "1800" }))).toBe(1_800);
  expect(leastIn(response({}))).toBeUndefined();
});

test("who has to refresh is told in the middle of the interval, and a call that nobody refreshed ends before its end", () => {
  const told: string[] = [];
  const timer = new SessionTimer({ secondMs: 1_000, refresh: () => told.push("refresh"), expired: () => told.push("expired") });
  timer.start({ seconds: 90, weRefresh: true });
  vi.advanceTimersByTime(44_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual(["refresh"]);
  timer.again();
  vi.advanceTimersByTime(20_000);
  expect(told).toEqual(["refresh", "refresh", "expired"]);
});

test("a refresh that met another one is tried again when it is told, not after ten seconds", () => {
  const told: string[] = [];
  const timer = new SessionTimer({ secondMs: 1_000, refresh: () => told.push("refresh"), expired: () => told.push("expired") });
  timer.start({ seconds: 90, weRefresh: true });
  vi.advanceTimersByTime(46_000);
  timer.again(2.1);
  vi.advanceTimersByTime(2_200);
  expect(told).toEqual(["refresh", "refresh"]);
});

test("a call that is refreshed goes on, and one without terms has no end", () => {
  const told: string[] = [];
  const timer = new SessionTimer({ secondMs: 1_000, refresh: () => told.push("refresh"), expired: () => told.push("expired") });
  for (let times = 0; times < 10; times++) {
    timer.start({ seconds: 1_800, weRefresh: false });
    vi.advanceTimersByTime(1_700_000);
  }
  expect(told).toEqual([]);
  timer.start(undefined);
  timer.again();
  timer.stop();
  vi.advanceTimersByTime(100_000_000);
  expect(told).toEqual([]);
});
