import fc from "fast-check";
import { expect, test } from "vitest";
import { BASIC, EXTENDED, segmentsOf } from "../../contacts/channels/segments.ts";
import { createJoiner } from "./joining.ts";
import { contentOf, decodeText, encodeText } from "./text.ts";

/** As a phone reads it: the parts in this order. */
function readBack(text: string, order: (parts: Buffer[]) => Buffer[] = (parts) => parts): string | undefined {
  const { dataCoding, parts } = encodeText(text, 7);
  const joiner = createJoiner({ nowMs: () => 0 });
  for (const part of order([...parts])) {
    const { bytes, piece } = contentOf({ esm_class: parts.length > 1 ? 0x40 : 0, short_message: part });
    if (!piece) return decodeText(bytes, dataCoding);
    const joined = joiner.add({ from: "a", to: "b" }, piece, dataCoding);
    if (joined.kind === "whole") return joined.text;
  }
  return undefined;
}

test("all of the GSM alphabet is written by its own codes, the extension behind an escape", () => {
  expect(encodeText("@£$_Æ é~€", 0)).toEqual({
    dataCoding: 0,
    parts: [Buffer.from([0x00, 0x01, 0x02, 0x11, 0x1c, 0x20, 0x05, 0x1b, 0x3d, 0x1b, 0x65])],
  });
  expect(readBack(BASIC + EXTENDED)).toBe((BASIC + EXTENDED).trim());
});

test("any text in any script comes back as it was, in as many parts as are paid for, whatever their order", () => {
  const letters = fc.constantFrom(...BASIC.replaceAll(/\s/g, ""), ...EXTENDED.replace("\f", ""), "ሰ", "غ", "😀", "ọ̀");
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 700 }), fc.boolean(), (all, isReversed) => {
      const text = all.join("");
      const { parts, dataCoding } = encodeText(text, 7);
      expect(parts.length).toBe(segmentsOf(text));
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(dataCoding === 0 ? 160 : 140);
      expect(readBack(text, (pieces) => (isReversed ? pieces.toReversed() : pieces))).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test("texts of other codings are read, and what is no text is none", () => {
  expect(decodeText(Buffer.from("a@b~"), 1)).toBe("a@b~");
  expect(decodeText(Buffer.from("é", "latin1"), 3)).toBe("é");
  expect(decodeText(Buffer.from([0x00, 0x41, 0xd8, 0x3d, 0xde, 0x00, 0x00]), 8)).toBe("A😀");
  expect(decodeText(Buffer.from([0x00]), 0xf1)).toBe("@");
  expect(decodeText(Buffer.from([0x1b, 0x41, 0x1b]), 0)).toBe("A");
  for (const coding of [2, 4, 0xf5]) expect(decodeText(Buffer.from("abc"), coding)).toBeUndefined();
});

test("a header of 8 or 16 bits and TLVs name the part; a broken header is left out", () => {
  const words = Buffer.from("abc");
  const of = (header: number[], more = {}) =>
    contentOf({ esm_class: 0x40, short_message: Buffer.concat([Buffer.from(header), words]), ...more });
  expect(of([5, 0, 3, 9, 2, 1]).piece).toEqual({ reference: "8 9", total: 2, index: 1, bytes: words });
  expect(of([6, 8, 4, 1, 9, 3, 2]).piece).toEqual({ reference: "16 265", total: 3, index: 2, bytes: words });
  expect(of([9, 5, 2, 1, 1, 0, 3, 9, 2, 2]).piece).toMatchObject({ total: 2, index: 2 });
  for (const broken of [[5, 0, 3, 9, 2, 0], [5, 0, 3, 9, 2, 3], [5, 0, 3, 9, 1, 1], [5, 0, 9, 9, 2, 1], [1, 0], [0]])
    expect(of(broken)).toEqual({ bytes: words, piece: undefined });
  expect(of([200, 0, 3]).bytes).toEqual(Buffer.alloc(0));
  const sar = { sar_msg_ref_num: 4, sar_total_segments: 2, sar_segment_seqnum: 2 };
  expect(contentOf({ esm_class: 0, short_message: words, ...sar }).piece).toMatchObject({ reference: "sar 4", index: 2 });
  expect(contentOf({ esm_class: 0, short_message: Buffer.alloc(0), message_payload: words }).bytes).toEqual(words);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(255), (bytes, esm) => {
      expect(contentOf({ esm_class: esm, short_message: Buffer.from(bytes) }).bytes.length).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

test("parts that stay missing are handed out with a gap after a while; a part that comes twice changes nothing", () => {
  let nowMs = 0;
  const joiner = createJoiner({ nowMs: () => nowMs, waitsMs: 1_000, mostOpen: 3 });
  const sides = { from: "+254712000001", to: "22384" };
  const add = (reference: string, index: number, text: string, total = 3) =>
    joiner.add(sides, { reference, total, index, bytes: encodeText(text, 0).parts[0] ?? Buffer.alloc(0) }, 0);
  expect(add("1", 3, "three").kind).toBe("more");
  expect(add("1", 3, "three").kind).toBe("more");
  expect(add("1", 1, "one").kind).toBe("more");
  expect(joiner.takeOverdue()).toEqual([]);
  nowMs = 1_000;
  expect(joiner.takeOverdue()).toEqual([{ ...sides, text: "one […] three" }]);
  expect(add("2", 1, "a", 2).kind).toBe("more");
  const whole = add("2", 2, "b", 2);
  expect(whole).toMatchObject({ kind: "whole", text: "ab" });
  if (whole.kind === "whole") whole.done();
  expect(add("2", 2, "b", 2).kind).toBe("known");
  // The same reference for other words is another message.
  expect([add("2", 1, "c", 2).kind, add("2", 1, "d", 2).kind]).toEqual(["more", "more"]);
  expect(joiner.takeOverdue()).toEqual([{ ...sides, text: "c […]" }]);
  for (let n = 0; n < 10; n++) add(`many ${n}`, 1, String(n));
  expect(joiner.takeOverdue()).toHaveLength(8);
  expect(joiner.takeOverdue({ all: true })).toHaveLength(3);
});
