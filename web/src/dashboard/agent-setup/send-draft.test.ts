import { ApiTools } from "@ongea/contract";
import { expect, test } from "vitest";
import { sendIn, withoutSend, withSend } from "./send-draft.ts";

const NONE = ApiTools.parse({});
const SENDER = "0f6a2b6e-3f0e-4b1c-9a57-2d3c4b5a6978";

test("an agent with words of its own needs none of a model; without them the model finds them", () => {
  const own = withSend(NONE, { senderId: "", text: "" });
  expect(sendIn(own)?.tool.parameters).toMatchObject({ required: ["text"] });
  const fixed = withSend(own, { senderId: SENDER, text: "We are on Ngong Road." });
  expect([fixed.tools.length, sendIn(fixed)?.tool.parameters]).toEqual([1, { type: "object", properties: {} }]);
  expect(sendIn(ApiTools.parse(fixed))?.draft).toEqual({ senderId: SENDER, text: "We are on Ngong Road." });
});

test("one that is switched off leaves nothing behind, and another tool stays", () => {
  const other = { key: "take_message", name: "take_message", description: "" };
  const tools = withSend({ ...NONE, tools: [other] }, { senderId: SENDER, text: "Hello" });
  expect(withoutSend(tools)).toEqual({ tools: [other], tools_params: {} });
});

test("a document that names no sender, or a text without end, is refused", () => {
  const tools = [{ key: "send_message", name: "send_message" }];
  for (const settings of [{ sender_id: "Safaricom" }, { text: "a".repeat(1_001) }])
    expect(ApiTools.safeParse({ tools, tools_params: { send_message: settings } }).success).toBe(false);
});
