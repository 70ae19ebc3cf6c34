import { expect, test } from "vitest";
import type { ThinkRequest } from "@ongea/conversation";
import { instructionsOf } from "./instructions.ts";

const REQUEST: ThinkRequest = {
  instructions: "You sell seeds.",
  knowledge: [],
  messages: [],
  tools: [
    { name: "order", description: "", parameters: {}, hasEffect: true },
    { name: "note_wish", description: "", parameters: {}, hasEffect: true, needsConfirmation: false },
    { name: "look_up", description: "", parameters: {} },
  ],
  language: "en-US",
  localTime: "2026-11-30T09:41:00+03:00",
  settings: { maxTokens: 150, temperature: 0 },
};

test("a call is spoken, with its digits apart; messages are written as people write them", () => {
  const spoken = instructionsOf(REQUEST).lasting;
  expect(spoken).toContain("telephone call");
  expect(spoken).toContain("0 7 2 2");
  const written = instructionsOf({ ...REQUEST, isWritten: true }).lasting;
  expect(written).not.toMatch(/telephone call|spoken|voice|0 7 2 2/);
});

test("the tools that need a yes are named, and no others", () => {
  const { lasting, passing } = instructionsOf(REQUEST);
  expect(lasting).toContain("Before you call order, read all its values back");
  expect(lasting).not.toMatch(/note_wish|look_up/);
  expect(passing).toContain("The call is in English now.");
});
