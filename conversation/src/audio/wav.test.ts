import fc from "fast-check";
import { expect, it } from "vitest";
import { findSound, NotWav, readWav, wavHeader, wavOf } from "./wav.ts";

const sounds = fc.int16Array({ maxLength: 300 });

it("what was written is read again, whatever stands before it in memory", () => {
  fc.assert(
    fc.property(sounds, fc.constantFrom(8_000, 16_000, 22_050, 48_000), fc.nat(7), (samples, sampleRateHz, offset) => {
      const file = wavOf(samples, sampleRateHz);
      const placed = new Uint8Array(file.length + offset);
      placed.set(file, offset);
      expect(readWav(placed.subarray(offset))).toEqual({ samples, sampleRateHz });
    }),
  );
});

it("of two channels the first is heard, and a length that was never filled in counts to the end", () => {
  const file = new Uint8Array(44 + 8);
  file.set(wavHeader({ sampleRateHz: 8_000, channels: 2, dataBytes: 0xffffffff }));
  file.set(new Uint8Array(Int16Array.of(1, -1, 2, -2).buffer), 44);
  expect(readWav(file)).toEqual({ sampleRateHz: 8_000, samples: Int16Array.of(1, 2) });
});

it("a header that comes in pieces is waited for; anything else is refused and never read beyond its end", () => {
  const file = wavOf(Int16Array.of(5, 6), 8_000);
  for (let length = 0; length < 44; length++) expect(findSound(file.subarray(0, length))).toBeUndefined();
  expect(findSound(file)).toEqual({ sampleRateHz: 8_000, channels: 1, dataAt: 44, dataBytes: 4 });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (junk, begins) => {
      const bytes = begins ? new Uint8Array([...file.subarray(0, 12), ...junk]) : junk;
      const sound = soundIn(bytes);
      expect((sound?.dataAt ?? 0) + (sound?.dataBytes ?? 0)).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

/** Undefined also for what is no WAV; anything else that is thrown is a fault. */
function soundIn(bytes: Uint8Array): ReturnType<typeof findSound> {
  try {
    return findSound(bytes);
  } catch (error) {
    if (error instanceof NotWav) return undefined;
    throw error;
  }
}
