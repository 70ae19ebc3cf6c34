import { expect, it } from "vitest";
import { asksNotToBeCalled } from "./asked.ts";

it.each([
  "Stop calling me.",
  "Please don’t call me again",
  "take me off your list",
  "Tafadhali usinipigie tena simu",
  "acheni kunipigia",
  "Ne m’appelez plus, s’il vous plaît",
  "Não me liguem mais",
  "pare de ligar",
  "لا تتصلوا بي مرة أخرى",
  "Ku daina kirana",
  "Ẹ má pè mí mọ́",
  "እባክዎ አትደውሉልኝ",
  "Ningangishayeli futhi",
])("“%s” puts a number on the list", (said) => {
  expect(asksNotToBeCalled(`assistant: Hello.\nuser: ${said}`)).toBe(true);
});

it.each([
  "do not call me before nine",
  "please call me back",
  "usinipigie kabla ya saa tatu",
  "can you stop calling it a fee",
  "my number is zero seven one two",
])("“%s” does not", (said) => {
  expect(asksNotToBeCalled(`user: ${said}`)).toBe(false);
});

it("what the assistant says is no wish of the person, and a call without words is none", () => {
  expect(asksNotToBeCalled("assistant: You can say: stop calling me.")).toBe(false);
  expect(asksNotToBeCalled(null)).toBe(false);
});
