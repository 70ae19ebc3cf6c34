import { expect, test } from "vitest";
import { isReceipt, receiptIn } from "./receipts.ts";
import type { DeliverSm } from "./wire.ts";

const of = (text: string, more: Partial<DeliverSm> = {}): DeliverSm => ({
  source_addr_ton: 1,
  source_addr: "254712000001",
  destination_addr: "22384",
  esm_class: 0x04,
  data_coding: 0,
  short_message: Buffer.from(text),
  ...more,
});

test.each([
  ["DELIVRD", "delivered", null],
  ["UNDELIV", "failed", "unreachable"],
  ["EXPIRED", "failed", "unreachable"],
  ["REJECTD", "failed", "blocked"],
  ["DELETED", "failed", "provider"],
  ["ACCEPTD", "sent", null],
  ["UNKNOWN", "sent", null],
  ["enroute", "sent", null],
])("stat:%s", (word, state, reason) => {
  const text = `id:00A1 sub:001 dlvrd:001 submit date:2601011200 done date:2601011201 stat:${word} err:000 text:id:9 stat:X`;
  expect(receiptIn(of(text), "same")).toEqual({ ref: "a1", state, reason });
});

test("TLVs count before the text; a receipt without id or state is none", () => {
  const tlvs = { receipted_message_id: "b7", message_state: 2 };
  expect(receiptIn(of("", tlvs), "same")).toEqual({ ref: "b7", state: "delivered", reason: null });
  expect(receiptIn(of("id:1 stat:UNDELIV", tlvs), "same")).toMatchObject({ ref: "b7", state: "delivered" });
  for (const text of ["", "Hello", "id:1", "stat:DELIVRD", "id:1 stat:ODD", "id: stat:DELIVRD sub:001"])
    expect(receiptIn(of(text), "same")).toBeUndefined();
});

test("an SMSC that writes ids in another base in its receipts is understood", () => {
  expect(receiptIn(of("id:0000161 stat:DELIVRD"), "decimal")?.ref).toBe("a1");
  expect(receiptIn(of("id:00000A1 stat:DELIVRD"), "hex")?.ref).toBe("161");
  expect(receiptIn(of("id:5f-x.1 stat:DELIVRD"), "decimal")?.ref).toBe("5f-x.1");
});

test("words of a person are no receipt, whatever they write", () => {
  expect(isReceipt(of("id:1 stat:DELIVRD", { esm_class: 0 }))).toBe(false);
  expect(isReceipt(of("", { esm_class: 0, receipted_message_id: "1", message_state: 2 }))).toBe(true);
  expect(isReceipt(of("", { esm_class: 0x20 }))).toBe(true);
});
