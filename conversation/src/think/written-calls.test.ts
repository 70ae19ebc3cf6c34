import { describe, expect, it } from "vitest";
import { PlainWords } from "./plain-words.ts";
import { callsIn, namesACall } from "./written-calls.ts";

const TOOLS = new Set(["book", "check"]);

/** As the answer comes: in pieces, with words around it. */
function callsOf(answer: string): string[] {
  const words = new PlainWords();
  for (let at = 0; at < answer.length; at += 5) words.push(answer.slice(at, at + 5));
  words.end();
  return callsIn(words.left, TOOLS).map(({ name, arguments: given }) => `${name} ${given}`);
}

describe("calls of tools that a model writes as words", () => {
  it.each([
    ['Let me see. <tool_call>\n{"name": "check", "arguments": {"day": "Thu"}}\n</tool_call>', ['check {"day":"Thu"}']],
    ['<tool_call>{"name":"book","arguments":"{\\"day\\":\\"Thu\\"}"}</tool_call>', ['book {"day":"Thu"}']],
    [
      '[TOOL_CALLS][{"name":"check","arguments":{}},{"name":"book","arguments":{"a":{"b":1}}}]',
      ["check {}", 'book {"a":{"b":1}}'],
    ],
    ['{"name": "book", "parameters": {"day": "Thu}"}}', ['book {"day":"Thu}"}']],
    ['<|python_tag|>{"name": "check", "parameters": {}}', ["check {}"]],
    ['<function=book>{"day":"Thu"}</function>', ['book {"day":"Thu"}']],
    ['```json\n{"type":"function","function":{"name":"check","arguments":{"day":"Fri"}}}\n```', ['check {"day":"Fri"}']],
  ])("%j is one", (answer, calls) => {
    expect(callsOf(answer)).toEqual(calls);
  });

  it.each([
    "We open at eight.",
    "<tool_call>{}</tool_call>",
    '<tool_call>{"name": "launch", "arguments": {}}</tool_call>',
    '<think>I could use {"name": "book", "arguments": {}}</think>We open at eight.',
    '<tool_call>{"name": "book", "arguments": {"day": </tool_call>',
    `<tool_call>${"{".repeat(300)}`,
  ])("%j holds none", (answer) => {
    expect(callsOf(answer)).toEqual([]);
  });

  it("are known as such where no tool has their name", () => {
    expect(namesACall('{"name": "launch", "arguments": {}}')).toBe(true);
    expect(namesACall("<function=launch>{}")).toBe(true);
    expect(namesACall('{"name": "Mary Smith", "age": 4}')).toBe(false);
  });
});
