import { type Execution, WIDGET_NUMBER } from "@ongea/contract";
import { expect, test } from "vitest";
import { loadLanguage } from "../words/catalogue.ts";
import type { Words } from "../words/index.ts";
import { createGrowingWords } from "../words/words.ts";
import { calledFrom, calledTo, numberInWords } from "./who.ts";

test("a call without a telephone is told in the reader’s language, and a number as it is", async () => {
  const words = createGrowingWords("sw", await loadLanguage("sw"));
  const told = words.say("calls.browser_call");
  expect(["browser", WIDGET_NUMBER, "+254700000001", "1001"].map((number) => numberInWords(number, words))).toEqual([
    told,
    told,
    "+254700000001",
    "1001",
  ]);
});

const ids = { say: (id: string) => id } as unknown as Words;
const call = (call_type: "inbound" | "outbound", from_number: string | null, provider = "sip-trunk"): Execution =>
  ({
    provider,
    user_number: "+254700000002",
    agent_name: "Front desk",
    telephony_data: { call_type, from_number, to_number: "+254700000002" },
  }) as unknown as Execution;

test("a call that we placed comes from the number that was shown, and goes to the one that was called", () => {
  expect(calledFrom(call("outbound", "+254700000001"), ids)).toBe("+254700000001");
  expect(calledTo(call("outbound", "+254700000001"), ids)).toBe("+254700000002");
  expect(calledFrom(call("outbound", null), ids)).toBe("Front desk");
});

test("a call that came in is from its caller", () => {
  expect(calledFrom(call("inbound", "+254700000002"), ids)).toBe("+254700000002");
  expect(calledTo(call("inbound", "+254700000002"), ids)).toBeUndefined();
  expect(calledFrom(call("inbound", null, "web-call"), ids)).toBe("calls.browser_call");
  expect(calledFrom(call("inbound", "+254700000002", "whatsapp"), ids)).toBe("+254700000002 · WhatsApp");
});
