import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LoudnessTrack } from "./loudness.ts";
import { designBank } from "./filter-bank.ts";
import { FilterRoom } from "./filter-room.ts";
import { Resampler, resample } from "./resampler.ts";
import { SoundRing } from "./sound-ring.ts";

function tone(hz: number, rateHz: number, ms: number, level = 8_000): Int16Array {
  return Int16Array.from({ length: (rateHz * ms) / 1_000 }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / rateHz));
}

/** Level of one frequency, relative to the whole, by correlation. */
function share(sound: Int16Array, hz: number, rateHz: number): number {
  let [re, im, all] = [0, 0, 0];
  sound.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * hz * i) / rateHz);
    im += sample * Math.sin((2 * Math.PI * hz * i) / rateHz);
    all += sample * sample;
  });
  return (2 * (re * re + im * im)) / sound.length / all;
}

describe("a change of rate", () => {
  it.each([
    [8_000, 16_000],
    [16_000, 8_000],
    [22_050, 8_000],
    [24_000, 16_000],
    [48_000, 8_000],
  ])("from %i to %i Hz keeps a tone a tone, at its level", (from, to) => {
    const middle = resample(tone(1_000, from, 500), from, to).subarray(to / 10);
    expect(share(middle, 1_000, to)).toBeGreaterThan(0.999);
    expect(Math.max(...middle)).toBeGreaterThan(7_700);
    expect(Math.max(...middle)).toBeLessThan(8_300);
  });

  it("lets nothing through that the new rate cannot carry", () => {
    const folded = resample(tone(6_000, 16_000, 500), 16_000, 8_000).subarray(800);
    expect(Math.max(...folded)).toBeLessThan(40);
  });

  it("keeps every tone of the telephone band, and adds none", () => {
    for (const hz of [300, 1_000, 2_000, 3_000, 3_400]) {
      const doubled = resample(tone(hz, 8_000, 500), 8_000, 16_000).subarray(1_600);
      expect(1 - share(doubled, hz, 16_000)).toBeLessThan(1e-5);
      const halved = resample(tone(hz, 16_000, 500), 16_000, 8_000).subarray(800);
      expect(1 - share(halved, hz, 8_000)).toBeLessThan(1e-5);
      expect(Math.max(...halved)).toBeGreaterThan(7_700);
    }
  });

  it.each([
    [22_050, 8_000],
    [24_000, 8_000],
    [24_000, 16_000],
    [48_000, 8_000],
  ])("from %i to %i Hz folds nothing back, and keeps the telephone band", (from, to) => {
    for (const hz of [to * 0.575, to * 0.75, to]) {
      if (hz * 2 >= from) continue;
      const folded = resample(tone(hz, from, 500), from, to).subarray(to / 10, -to / 10);
      expect(folded.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(16);
    }
    for (const hz of [300, 1_000, 3_000]) {
      const kept = resample(tone(hz, from, 500), from, to).subarray(to / 10, -to / 10);
      expect(1 - share(kept, hz, to)).toBeLessThan(1e-5);
      expect(Math.max(...kept)).toBeGreaterThan(7_700);
    }
  });

  it.each([
    [8_000, 16_000],
    [16_000, 8_000],
    [24_000, 8_000],
    [22_050, 16_000],
  ])("from %i to %i Hz is the same sum in SIMD, in JavaScript and in 64 bits, whatever the sound", (from, to) => {
    const bank = designBank(from, to);
    const rooms = [true, false].map((wasm) => {
      const room = new FilterRoom(wasm);
      return { room, placed: room.place(bank) };
    });
    const sample = fc.integer({ min: -32_768, max: 32_767 });
    const samples = fc.array(sample, { minLength: bank.taps + 1, maxLength: bank.taps + 200 });
    fc.assert(
      fc.property(samples, fc.integer({ min: 0, max: bank.up - 1 }), (sound, phase) => {
        const count = Math.floor(((sound.length - bank.taps) * bank.up - phase) / bank.down);
        if (count < 1) return;
        for (const { room, placed } of rooms) {
          room.samples.set(sound);
          room.widen(sound.length);
          room.filter(placed, 0, phase, count);
          for (let n = 0; n < count; n++) {
            const position = phase + n * bank.down;
            const start = Math.floor(position / bank.up);
            const taps = bank.coefficients.subarray((position % bank.up) * bank.taps);
            let sum = 0;
            for (let k = 0; k < bank.taps; k++) sum += sound[start + k]! * taps[k]!;
            const cut = Math.max(-32_768, Math.min(32_767, sum));
            expect(Math.abs(room.samples[room.output + n]! - cut)).toBeLessThan(0.6);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("refuses what no filter can do, and takes more at once than there is room for", () => {
    expect(() => new Resampler(8_000_000, 8_000)).toThrow(RangeError);
    const sound = tone(100, 1_000, 3_000);
    const louder = resample(sound, 1_000, 16_000);
    expect(louder).toHaveLength(48_000);
    expect(share(louder.subarray(1_600), 100, 16_000)).toBeGreaterThan(0.999);
  });

  it.each([
    [8_000, 16_000],
    [16_000, 8_000],
    [8_000, 24_000],
    [22_050, 8_000],
  ])("from %i to %i Hz gives the same sound in pieces as at once, whatever the pieces", (from, to) => {
    const sound = tone(700, from, 300);
    const whole = resample(sound, from, to);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 }), (cuts) => {
        const resampler = new Resampler(from, to);
        const pieces: number[] = [];
        let at = 0;
        for (const cut of [...cuts, sound.length]) {
          const piece = sound.subarray(at, Math.min(sound.length, at + cut));
          const output = new Int16Array(resampler.outputBound(piece.length));
          pieces.push(...output.subarray(0, resampler.process(piece, output)));
          at += piece.length;
        }
        expect(pieces).toEqual([...whole]);
      }),
    );
  });
});

it("a ring keeps the last samples, whatever the frames", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 50 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (frames, asked) => {
        const ring = new SoundRing(50);
        for (const frame of frames) ring.push(Int16Array.from(frame));
        const all = frames.flat();
        expect([...ring.last(asked)]).toEqual(all.slice(Math.max(0, all.length - Math.min(asked, 50))));
      },
    ),
  );
});

it("a ring of seconds grows as sound comes, and keeps its order while it does and when it goes round", () => {
  const ring = new SoundRing(20_000);
  const all = Int16Array.from({ length: 50_000 }, (_, i) => i % 30_000);
  for (let at = 0; at < all.length; at += 1_007) {
    const until = Math.min(all.length, at + 1_007);
    ring.push(all.subarray(at, until));
    for (const asked of [200, 4_800, 20_000])
      expect(ring.last(asked).join() === all.slice(Math.max(0, until - asked), until).join()).toBe(true);
  }
});

it("loudness is 0 for silence, about 1 for a shout, and counts 100 ms a value", () => {
  const track = new LoudnessTrack();
  track.add(0, new Int16Array(800));
  track.add(100, tone(500, 8_000, 100, 20_000));
  const [silence, shout] = track.between(0, 200);
  expect(silence).toBe(0);
  expect(shout).toBeGreaterThan(0.9);
  expect(track.between(0, 1_000)).toHaveLength(10);
});
