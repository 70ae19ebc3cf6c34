import { FINAL_STATUSES, type Entry } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { endingOf, interrupted, unansweredEnding } from "./endings.ts";

const said = (text: string): Entry => ({
  kind: "turn",
  by: "assistant",
  index: 0,
  text,
  startMs: 0,
  endMs: 900,
  loudness: [],
});
const inbound = { direction: "inbound", provider: "sip" } as const;
const outbound = { direction: "outbound", provider: "sip" } as const;
const byBrowser = { direction: "inbound", provider: "webrtc" } as const;

test("a browser's call that is given up before a word is said was canceled, and one in which something was said is complete", () => {
  expect(endingOf("caller-hung-up", byBrowser, [])).toMatchObject({ status: "canceled", hangupBy: "Caller" });
  expect(endingOf("caller-hung-up", byBrowser, [said(" ")]).status).toBe("canceled");
  expect(endingOf("caller-hung-up", byBrowser, [said("Hello")]).status).toBe("completed");
  expect(endingOf("silence", byBrowser, []).status).toBe("completed");
  expect(endingOf("caller-hung-up", inbound, []).status).toBe("completed");
});

test("whoever hangs up is named from the caller's side", () => {
  expect(endingOf("caller-hung-up", inbound, [])).toMatchObject({ status: "completed", hangupBy: "Caller" });
  expect(endingOf("caller-hung-up", outbound, [])).toMatchObject({ hangupBy: "Callee", hangupReason: "Call recipient hung up" });
  expect(endingOf("mind-hung-up", inbound, [])).toMatchObject({ hangupBy: "Callee", hangupReason: "llm_prompted_hangup" });
  expect(endingOf("voicemail", outbound, [])).toMatchObject({ hangupBy: "Caller", hangupReason: "voicemail_detected" });
  expect(endingOf("silence", outbound, [])).toMatchObject({ hangupBy: "Caller", hangupReason: "inactivity_timeout" });
});

test("a call that broke off says so", () => {
  expect(interrupted("in-progress")).toMatchObject({
    status: "error",
    errorMessage: "The server was stopped in the middle of the call.",
  });
  expect(endingOf("failed", inbound, []).status).toBe("error");
});

test("an attempt that nobody answered has the status that clients retry on", () => {
  expect(unansweredEnding(486, "remote")).toMatchObject({ status: "busy", hangupCode: 3010 });
  expect(unansweredEnding(480, "remote").status).toBe("no-answer");
  expect(unansweredEnding(200, "remote", "inbound")).toMatchObject({ status: "completed", hangupReason: "Normal Hangup" });
  expect(unansweredEnding(200, "remote")).toMatchObject({ status: "completed", hangupReason: "Call recipient hung up" });
  expect(unansweredEnding(404, "remote")).toMatchObject({ status: "failed", hangupReason: "Call recipient number invalid" });
  expect(unansweredEnding(487, "us").status).toBe("canceled");
});

test("a caller who hangs up before we answer is told apart from a call that we call off", () => {
  expect(unansweredEnding(487, "remote", "inbound")).toMatchObject({ status: "canceled", hangupBy: "Caller" });
  expect(unansweredEnding(487, "us", "inbound").hangupBy).toBe("API Request");
  expect(unansweredEnding(487, "remote", "outbound").hangupBy).toBe("API Request");
});

test("every way to end is final", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 300, max: 699 }),
      fc.constantFrom("remote" as const, "us" as const, "network" as const),
      (cause, by) => {
        expect(FINAL_STATUSES).toContain(unansweredEnding(cause, by).status);
      },
    ),
  );
});
