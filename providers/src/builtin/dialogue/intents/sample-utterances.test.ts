import { expect, test } from "vitest";
import { busLine } from "../../../testing/callers/businesses/bus-line.ts";
import { createRuleBasedDialogue } from "../rule-based-dialogue.ts";
import { toListening } from "../../../host/listening-messages.ts";
import { samplesOf } from "./sample-utterances.ts";

const { prompt: instructions, tools } = busLine;

test("what callers are likely to say is made of the agent's own tools and facts", () => {
  const samples = samplesOf({ instructions, tools }).join("\n");
  expect(samples).toContain("cancel my ticket");
  expect(samples).toMatch(/i want to book (?:a|the) seat/);
  expect(samples).toMatch(/what is the price of (?:a|the) \w/);
  expect(samples).toContain("mbarara");
  // Facts that are the assistant's own are no more in it than in what is said.
  expect(samples).not.toMatch(/sleep only/);
});

test("there are so many samples at most, and none is long, whatever the prompt", () => {
  const long = `${instructions}\n${Array.from({ length: 500 }, (_, at) => `- Route ${at} passes ${"a village and ".repeat(at % 30)}the lake.`).join("\n")}`;
  const samples = samplesOf({ instructions: long, tools });
  expect(samples.length).toBeLessThanOrEqual(950);
  expect(samples.every((sample) => sample.length <= 500)).toBe(true);
});

test("a call begins with them, in English", () => {
  const request = {
    instructions,
    tools,
    knowledge: [],
    localTime: "2026-11-21T09:41:00+03:00",
    settings: { maxTokens: 1, temperature: 0 },
  };
  const llm = createRuleBasedDialogue();
  expect(llm.opening?.({ ...request, language: "en-KE" }).map(({ kind }) => kind)).toEqual(["utterances", "anything"]);
  expect(llm.opening?.({ ...request, language: "sw" }).map(({ kind }) => kind)).toEqual(["anything"]);
});

test("an agent whose tools ask where something is expects places, and no other agent does", () => {
  const asks = (label: string) =>
    samplesOf({
      instructions: "You answer for a water company in Kisumu.",
      tools: [
        {
          name: "report_fault",
          description: "Reports a leak.",
          parameters: { type: "object", properties: { [label]: { type: "string" } }, required: [label] },
        },
      ],
    });
  const samples = asks("location");
  expect(samples.some((sample) => sample.includes("Milimani"))).toBe(true);
  // As many as a recogniser is told at most.
  expect(toListening.safeParse({ op: "expect", expected: [{ kind: "utterances", samples }] }).success).toBe(true);
  expect(asks("remark").some((sample) => sample.includes("Milimani"))).toBe(false);
});
