import { babble } from "@ongea/conversation/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ChunkedRecorder } from "./chunked-recorder.ts";
import type { ToWriter } from "./messages.ts";

const RATE = 8_000;
const FRAME = 160;

/** A recorder whose file is an array: what comes later lies over what came before, as in a file. */
function recorder(): { made: ChunkedRecorder; file: Int16Array; overwritten(): number } {
  const file = new Int16Array(RATE * 700);
  const laid = new Uint8Array(file.length);
  let overwritten = 0;
  const post = (message: ToWriter): void => {
    if (message.kind !== "sound") return;
    const start = Math.round((message.atMs * RATE) / 1_000);
    for (let i = 0; i < message.samples.length; i++) {
      overwritten += laid[start + i]!;
      laid[start + i] = 1;
      file[start + i] = message.samples[i]!;
    }
  };
  const made = new ChunkedRecorder("call", post, RATE);
  made.begin();
  return { made, file, overwritten: () => overwritten };
}

/** Speech in which every sample can be told from silence. */
function speech(ms: number): Int16Array {
  return babble(ms, RATE).map((sample) => (Math.abs(sample) < 500 ? 500 : sample));
}

function frames(sound: Int16Array): Int16Array[] {
  return Array.from({ length: sound.length / FRAME }, (_, i) => sound.subarray(i * FRAME, (i + 1) * FRAME));
}

const loudSamples = (sound: Int16Array): number => sound.reduce((count, sample) => count + (Math.abs(sample) >= 500 ? 1 : 0), 0);

test("five seconds of speech with a stall each second are five seconds in the recording, each sample at its time", () => {
  const { made, file, overwritten } = recorder();
  const said = speech(5_000);
  // A burst comes late, but carries its time.
  frames(said).forEach((frame, i) => made.write("caller", 1_000 + i * 20, frame));
  made.close(7_000);
  expect(overwritten()).toBe(0);
  expect(file.subarray(RATE, 6 * RATE)).toEqual(said);
});

test("a burst that does not know its time is laid in order, not over itself", () => {
  const { made, file, overwritten } = recorder();
  const said = speech(5_000);
  frames(said).forEach((frame, i) => {
    const inSecond = i % 50;
    // Ten frames at once at the end of each stall.
    const atMs = Math.floor(i / 50) * 1_000 + (inSecond < 10 ? 180 : inSecond * 20);
    made.write("caller", atMs, frame);
  });
  made.close(7_000);
  expect(overwritten()).toBe(0);
  expect(loudSamples(file)).toBe(said.length);
});

test.each([200, -200])("a clock that drifts by %i ppm costs no word in ten minutes, and the time stays right", (ppm) => {
  const { made, file, overwritten } = recorder();
  let loud = 0;
  const spurt = frames(speech(4_000));
  for (let i = 0; i < 30_000; i++) {
    const atMs = i * 20 * (1 + ppm / 1e6);
    const inCycle = i % 250;
    const frame = inCycle < 200 ? spurt[inCycle]! : new Int16Array(FRAME);
    loud += loudSamples(frame);
    made.write("caller", atMs, frame);
  }
  made.write("caller", 650_000, spurt[0]!);
  made.close(660_000);
  expect(overwritten()).toBe(0);
  expect(loudSamples(file) - FRAME).toBe(loud);
  // The last spurt begins where it was said.
  const lastMs = 119 * 250 * 20 * (1 + ppm / 1e6);
  const first = file.findIndex((sample, at) => at > ((lastMs - 900) * RATE) / 1_000 && Math.abs(sample) >= 500);
  expect(Math.abs((first * 1_000) / RATE - lastMs)).toBeLessThanOrEqual(21);
});

test("whatever the stamps, no loud sample is lost and none lies over another", () => {
  const step = fc.record({ gapMs: fc.integer({ min: -250, max: 400 }), loud: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 80 }), (steps) => {
      const { made, file, overwritten } = recorder();
      const spurt = speech(20);
      let atMs = 0;
      let loud = 0;
      for (const { gapMs, loud: isLoud } of steps) {
        atMs = Math.max(0, atMs + 20 + gapMs);
        made.write("caller", atMs, isLoud ? spurt : new Int16Array(FRAME));
        loud += isLoud ? FRAME : 0;
      }
      made.close(atMs);
      expect([overwritten(), loudSamples(file)]).toEqual([0, loud]);
    }),
    { numRuns: 60 },
  );
});
