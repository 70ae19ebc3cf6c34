import { expect, test } from "vitest";
import { draftOf, NEW_RULE, typedOf } from "./rule-draft.ts";

const typed = { ...NEW_RULE, name: "Our name", phrases: "amani sacco\n\n guarant* " };

test("what is typed becomes a rule, and the rule what was typed", () => {
  const read = draftOf({ ...typed, within: "20", countries: "ke، TZ" });
  expect(read).toMatchObject({ draft: { phrases: ["amani sacco", "guarant*"], within_seconds: 20, countries: ["KE", "TZ"] } });
  if (!("draft" in read)) throw new Error("no draft");
  const times = {
    id: "",
    created_at: "",
    changed_at: "",
    checked: 0,
    failed: 0,
    last_failed_at: null,
    threads: { checked: 0, failed: 0 },
    reviewed: 0,
    agreed: 0,
    days: [],
  };
  expect(draftOf(typedOf({ ...read.draft, ...times }))).toEqual(read);
});

test("a judged rule says what is judged, and of how many calls", () => {
  const judged = { ...typed, kind: "judged" as const, criterion: "The agent is polite.", sample: "20" };
  expect(draftOf(judged)).toMatchObject({ draft: { phrases: [], criterion: "The agent is polite.", sample_percent: 20 } });
  expect(draftOf({ ...judged, criterion: " " })).toEqual({ fault: "criterion" });
  expect(draftOf({ ...judged, sample: "0" })).toEqual({ fault: "sample" });
});

test.each([
  ["name", { name: " " }],
  ["phrases", { phrases: " \n " }],
  ["countries", { countries: "Kenya" }],
  ["within", { within: "soon" }],
  ["within", { within: "0" }],
  ["failures", { failures: "" }],
  ["minutes", { minutes: "1.5" }],
  ["quietMinutes", { quietMinutes: "-1" }],
])("the field that is wrong is named: %s", (fault, change) => {
  expect(draftOf({ ...typed, ...change })).toEqual({ fault });
});

test("a rule is for calls and threads unless it is chosen, and a recording is announced in calls alone", () => {
  expect(draftOf(typed)).toMatchObject({ draft: { applies_to: "both" } });
  expect(draftOf({ ...typed, appliesTo: "threads" })).toMatchObject({ draft: { applies_to: "threads" } });
  const announced = { ...typed, kind: "announces_recording" as const, appliesTo: "threads" as const };
  expect(draftOf(announced)).toMatchObject({ draft: { applies_to: "calls" } });
});

test("what does not belong to a kind is left out, and numbers of an alert that is off do not matter", () => {
  expect(draftOf({ ...typed, kind: "keeps_hours", within: "x" })).toMatchObject({ draft: { phrases: [], within_seconds: null } });
  expect(draftOf({ ...typed, isAlerted: false, failures: "x" })).toMatchObject({ draft: { alert: null } });
});
