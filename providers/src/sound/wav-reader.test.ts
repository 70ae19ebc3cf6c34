import { wavHeader } from "@ongea/conversation";
import { expect, test } from "vitest";
import { WavReader } from "./wav-reader.ts";

const header = (sampleRateHz: number): Uint8Array => wavHeader({ sampleRateHz, channels: 1, dataBytes: 0xffff_ff00 });

test("a byte at a time gives the same samples", () => {
  const reader = new WavReader();
  const heard: number[] = [];
  for (const byte of Buffer.concat([header(22_050), Buffer.from([1, 0, 2, 0, 255, 255])]))
    heard.push(...(reader.push(Buffer.from([byte]))?.samples ?? []));
  expect(heard).toEqual([1, 2, -1]);
});

test("a rate that nobody uses is refused: a filter is kept for each", () => {
  const begun = (rateHz: number): Buffer => Buffer.concat([header(rateHz), Buffer.alloc(2)]);
  for (const rateHz of [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])
    expect(new WavReader().push(begun(rateHz))?.sampleRateHz).toBe(rateHz);
  for (const rateHz of [0, 7_999, 12_345, 22_051, 48_001, 96_000])
    expect(() => new WavReader().push(begun(rateHz))).toThrow("not a WAV");
});
