import { AgentDocument } from "@ongea/contract";
import { expect, test } from "vitest";
import { factsOf, hoursLines } from "./booking-hours.ts";

const day = ["08:00-12:00", "14:00-17:00"];
const opening_hours = { mon: day, tue: day, wed: ["09:00-13:00"], thu: [], fri: day, sat: ["09:00-13:00"] };
const document = AgentDocument.parse({
  agent_config: {
    agent_name: "A",
    tasks: [
      {
        tools_config: {
          api_tools: {
            tools: [{ key: "book_appointment", name: "book", description: "", parameters: {} }],
            tools_params: { book: { opening_hours } },
          },
        },
      },
    ],
  },
  agent_prompts: { task_1: { system_prompt: "You are A.\n\nAbout A:\n- A is open.\n- A is near.\n\nSay no more - ever." } },
});

test("days in a row with the same hours are one line, and closed days are none", () => {
  expect(hoursLines(document, ["en"])).toEqual([
    { days: "Mon – Tue", hours: "08:00–12:00, 14:00–17:00" },
    { days: "Wed", hours: "09:00–13:00" },
    { days: "Fri", hours: "08:00–12:00, 14:00–17:00" },
    { days: "Sat", hours: "09:00–13:00" },
  ]);
  expect(hoursLines(AgentDocument.parse({ agent_config: { agent_name: "A" } }), ["en"])).toEqual([]);
});

test("the facts of a prompt are its lines behind a hyphen", () => {
  expect(factsOf(document)).toEqual(["A is open.", "A is near."]);
});
