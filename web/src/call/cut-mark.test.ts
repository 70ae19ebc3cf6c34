import type { Entry } from "@ongea/contract";
import { expect, test } from "vitest";
import { cutMark } from "./cut-mark.ts";

const turn = (by: "caller" | "assistant"): Entry =>
  ({ kind: "turn", by, text: "Yes", startMs: 0, endMs: 1, cut: false }) as Entry;
const tool = { kind: "tool", name: "book", arguments: "{}", result: "", ok: true, startMs: 0, endMs: 1 } as Entry;
const whisper = { kind: "whisper", atMs: 0, by: "Mary", text: "Offer Friday" } as Entry;
const transfer = { kind: "transfer", to: "+254700000001", how: "bridge", startMs: 0, endMs: 1 } as unknown as Entry;

test("a turn that was cut says that the call ended there only where nobody speaks after it", () => {
  expect(cutMark([], false)).toBe("call_ended");
  expect(cutMark([tool], false)).toBe("call_ended");
  expect(cutMark([turn("caller")], false)).toBe("caller_spoke");
  expect(cutMark([tool, turn("caller"), turn("assistant")], false)).toBe("caller_spoke");
  expect(cutMark([whisper, turn("assistant")], false)).toBe("caller_spoke");
});

test("in a call that goes on, the last cut turn was spoken over; where a person takes over, the next line says so", () => {
  expect(cutMark([], true)).toBe("caller_spoke");
  expect(cutMark([transfer, turn("caller")], false)).toBeUndefined();
});
