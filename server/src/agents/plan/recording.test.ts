import { AgentDocument, LANGUAGES, type RecordingConsent } from "@ongea/contract";
import { expect, test } from "vitest";
import { TEST_AGENT } from "../../calls/testing/set-up-world.ts";
import { recordingOf } from "./recording.ts";

function agentWith(recording?: RecordingConsent): AgentDocument {
  const document = AgentDocument.parse(TEST_AGENT.document);
  Object.assign(document.agent_config.tasks[0]!.task_config!, recording === undefined ? {} : { recording });
  return document;
}

test.each([
  ["free", undefined, undefined],
  ["announce", undefined, "announce"],
  ["announce", "free", "announce"],
  ["announce", "ask", "ask"],
  ["ask", "announce", "ask"],
  ["free", "never", "never"],
  ["never", "free", "never"],
] as const)("of a country that says %s and an assistant that says %s the stricter holds: %s", (country, own, holds) => {
  expect(recordingOf(agentWith(own), "en", { consent: country, words: {} }).recording?.consent).toBe(holds);
});

test("it is said in the call's language, and in a workspace's own words where its rule has some", () => {
  const rule = { consent: "announce" as const, words: { sw: "Tunarekodi.", en: " " } };
  const said = LANGUAGES.map((language) => recordingOf(agentWith(), language, rule).recording);
  expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(LANGUAGES.length);
  expect(recordingOf(agentWith(), "sw-KE", rule).recording).toEqual({ consent: "announce", words: "Tunarekodi." });
  expect(recordingOf(agentWith(), "en-ZA", rule).recording).toEqual({ consent: "announce", words: "This call is recorded." });
  expect(recordingOf(agentWith(), "de", rule).recording).toEqual({ consent: "announce", words: "This call is recorded." });
  // A sentence that announces asks nothing.
  expect(recordingOf(agentWith("ask"), "sw", rule).recording).toMatchObject({
    words: expect.stringContaining("tunaweza kurekodi"),
  });
});
