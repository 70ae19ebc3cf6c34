/** What every recorder must do: both sides on one time line, and no sample lost. */
import type { Recorder } from "../../ports.ts";
import { caseOf, must, type ConformanceCase, type Subject } from "./case.ts";

export interface Recorded {
  caller: Int16Array;
  assistant: Int16Array;
}

export interface RecorderUnderTest {
  recorder: Recorder;
  sampleRateHz: number;
  /** Ends the recording, which lasted so long, and reads it back. */
  finish(untilMs: number): Promise<Recorded>;
}

export interface RecorderFactory {
  open(): Promise<Subject<RecorderUnderTest>>;
  /** How far a sound may lie from its time. */
  trembleMs: number;
}

type Side = keyof Recorded;
const LOUD = 1_000;
const FRAME_MS = 20;

export function recorderConformance({ open, trembleMs }: RecorderFactory): ConformanceCase[] {
  const one = (name: string, prove: (subject: RecorderUnderTest) => Promise<void>): ConformanceCase =>
    caseOf(name, open, ({ adapter }) => prove(adapter));
  const near = (foundMs: number, wantedMs: number): boolean => Math.abs(foundMs - wantedMs) <= trembleMs;

  return [
    one("copies what it is given: the array is used again at once", async (subject) => {
      const frame = new Int16Array(samplesOf(subject, FRAME_MS));
      for (let n = 0; n < 50; n++) subject.recorder.write("caller", n * FRAME_MS, frame.fill(LOUD + n), subject.sampleRateHz);
      frame.fill(0);
      const { caller } = await subject.finish(1_000);
      const steps = new Set(loud(caller));
      must(steps.size === 50, `${steps.size} of 50 frames are as they were given`);
    }),
    one("lays both sides on one time line, whichever comes first", async (subject) => {
      say(subject, "assistant", 2_000, 500);
      say(subject, "caller", 500, 500);
      const { caller, assistant } = await subject.finish(3_000);
      must(near(beginsMs(subject, caller), 500), `the caller begins at ${beginsMs(subject, caller)} ms`);
      must(near(beginsMs(subject, assistant), 2_000), `the assistant begins at ${beginsMs(subject, assistant)} ms`);
      must(caller.length === assistant.length, "one side is longer than the other");
    }),
    one("loses no sample where frames tremble, come late, at once, or over what was said before", async (subject) => {
      const frame = new Int16Array(samplesOf(subject, FRAME_MS)).fill(LOUD);
      const stampsMs = Array.from({ length: 200 }, (_, n) => n * FRAME_MS + [0, 13, -9, 40, -200][n % 5]!);
      for (const atMs of stampsMs) subject.recorder.write("caller", Math.max(0, atMs), frame, subject.sampleRateHz);
      const { caller } = await subject.finish(6_000);
      const lost = 200 * frame.length - loud(caller).length;
      must(lost === 0, `${lost} samples are lost`);
    }),
    one("is silent in a gap, and what follows stands at its time", async (subject) => {
      say(subject, "caller", 0, 400);
      say(subject, "caller", 2_400, 400);
      const { caller } = await subject.finish(3_000);
      const gap = caller.subarray(samplesOf(subject, 400 + trembleMs), samplesOf(subject, 2_400 - trembleMs));
      must(
        gap.every((sample) => sample === 0),
        "the gap is not silent",
      );
      must(near(beginsMs(subject, caller.subarray(samplesOf(subject, 1_000))) + 1_000, 2_400), "what follows is not at its time");
    }),
    one("takes frames of any length", async (subject) => {
      let at = 0;
      for (const length of [1, 37, 159, 160, 161, 1_000, 4_096, 3]) {
        const atMs = (at * 1_000) / subject.sampleRateHz;
        subject.recorder.write("assistant", atMs, new Int16Array(length).fill(LOUD), subject.sampleRateHz);
        at += length;
      }
      const { assistant } = await subject.finish(2_000);
      must(loud(assistant).length === at, `${loud(assistant).length} of ${at} samples are there`);
    }),
    one("lasts as long as it was told, also where nobody said anything", async (subject) => {
      const { caller, assistant } = await subject.finish(1_500);
      for (const side of [caller, assistant]) {
        must(side.length === samplesOf(subject, 1_500), `it lasts ${(side.length * 1_000) / subject.sampleRateHz} ms`);
        must(
          side.every((sample) => sample === 0),
          "it is not silent",
        );
      }
    }),
  ];
}

function say({ recorder, sampleRateHz }: RecorderUnderTest, side: Side, fromMs: number, forMs: number): void {
  const frame = new Int16Array((sampleRateHz * FRAME_MS) / 1_000).fill(LOUD);
  for (let atMs = fromMs; atMs < fromMs + forMs; atMs += FRAME_MS) recorder.write(side, atMs, frame, sampleRateHz);
}

function samplesOf({ sampleRateHz }: RecorderUnderTest, ms: number): number {
  return Math.round((ms * sampleRateHz) / 1_000);
}

function loud(side: Int16Array): number[] {
  return [...side].filter((sample) => sample >= LOUD);
}

function beginsMs({ sampleRateHz }: RecorderUnderTest, side: Int16Array): number {
  return (side.findIndex((sample) => sample >= LOUD) * 1_000) / sampleRateHz;
}
