import fc from "fast-check";
import { expect, test } from "vitest";
import { g711 } from "./g711.ts";

test.each(["PCMU", "PCMA"] as const)("%s: every byte comes back as itself", (law) => {
  const { decode, encode } = g711(law);
  for (let byte = 0; byte < 256; byte++) {
    const sample = decode[byte] ?? 0;
    // The negative zero of µ-law is the same sound as the positive one.
    const isNegativeZero = law === "PCMU" && byte === 0x7f;
    expect(encode[sample & 0xffff]).toBe(isNegativeZero ? 0xff : byte);
  }
});

test.each(["PCMU", "PCMA"] as const)("%s: sound comes back within the law's step", (law) => {
  const { decode, encode } = g711(law);
  fc.assert(
    fc.property(fc.integer({ min: -32_768, max: 32_767 }), (sample) => {
      const back = decode[encode[sample & 0xffff] ?? 0] ?? 0;
      expect(Math.abs(back - sample)).toBeLessThanOrEqual(Math.max(16, Math.abs(sample) / 24));
    }),
  );
});

test("known values of the standard", () => {
  expect([0, 1, 32_767, -32_768].map((sample) => g711("PCMU").encode[sample & 0xffff])).toEqual([0xff, 0xff, 0x80, 0x00]);
  expect([0, -1, 32_767, -32_768].map((sample) => g711("PCMA").encode[sample & 0xffff])).toEqual([0xd5, 0x55, 0xaa, 0x2a]);
  expect(g711("PCMU").decode[0]).toBe(-32_124);
  expect(g711("PCMA").decode[0x2a]).toBe(-32_256);
});
