import { randomUUID } from "node:crypto";
import { Agent } from "@ongea/contract";
import { expect, test } from "vitest";
import { openingHours } from "./doctor.ts";

function agent(name: string, prompt: string): Agent {
  const opening_hours = { mon: ["08:00-17:00"], sat: ["09:00-13:00"], sun: [] };
  const api_tools = { tools: [{ key: "book_appointment", name: "book" }], tools_params: { book: { opening_hours } } };
  return Agent.parse({
    id: randomUUID(),
    agent_name: name,
    agent_welcome_message: "Hello.",
    agent_status: "processed",
    tasks: [{ tools_config: { api_tools } }],
    agent_prompts: { task_1: { system_prompt: prompt } },
    version: 1,
    created_at: "2026-11-23T00:00:00Z",
    updated_at: "2026-11-23T00:00:00Z",
    phone_numbers: [],
  });
}

test("assistants that say the hours of their calendar are well", () => {
  expect(openingHours([agent("Clinic", "We are open on Monday from 8 am to 5 pm."), agent("Shop", "We sell shoes.")])).toEqual({
    what: "opening hours",
    ok: true,
    found: "no prompt says others than its calendar has",
  });
});

test("who says other hours is named, with the day, both hours and the way on", () => {
  const finding = openingHours([
    agent("Clinic", "We are open on Monday from 9 am to 5 pm. On Sunday 10:00-12:00."),
    agent("Shop", "Open Saturday 9 am to 1 pm."),
  ]);
  expect(finding).toMatchObject({
    ok: false,
    found:
      "Clinic: the prompt says Monday 09:00-17:00, and the calendar has 08:00-17:00; Sunday 10:00-12:00, and the calendar has closed",
  });
  expect(finding.advice).toContain("Change the prompt or the calendar");
});
