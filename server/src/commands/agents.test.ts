import { expect, test } from "vitest";
import { parseAgents } from "./agents.ts";

test.each([
  [["pull", "Front desk"], { act: "pull", agent: "Front desk", file: undefined }],
  [["pull", "Front desk", "desk.yaml"], { act: "pull", agent: "Front desk", file: "desk.yaml" }],
  [["push", "desk.yaml", "--to", "Front desk"], { act: "push", file: "desk.yaml", agent: "Front desk", isDraft: false }],
  [["push", "desk.yaml", "--draft"], { act: "push", file: "desk.yaml", agent: undefined, isDraft: true }],
  [["diff", "desk.yaml"], { act: "diff", file: "desk.yaml", agent: undefined }],
  [["check", "desk.yaml"], { act: "check", file: "desk.yaml" }],
  [["test", "Front desk", "--file", "desk.yaml"], { act: "test", agent: "Front desk", file: "desk.yaml", byVoice: false }],
  [["test", "Front desk", "--voice"], { act: "test", agent: "Front desk", file: undefined, byVoice: true }],
])("%s is understood", (argv, command) => {
  expect(parseAgents(argv)).toEqual(command);
});

test.each([
  [],
  ["pull"],
  ["erase", "x"],
  ["test", "a", "b"],
  ["pull", "a", "--voice"],
  ["push", "a", "--voice"],
  ["check", "a", "--to", "b"],
  ["push", "a", "--force"],
  ["diff", "a", "--draft"],
  ["push", "a", "--file", "b"],
  ["pull", "a", "b", "c"],
])("%s says how it is used", (...argv) => {
  expect(() => parseAgents(argv)).toThrow("npm run agents -- pull");
});
