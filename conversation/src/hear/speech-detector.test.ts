import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { VoiceActivity } from "../ports.ts";
import { babble, loudIsSpeech } from "../testing/index.ts";
import { SpeechDetector } from "./speech-detector.ts";

const RATE = 16_000;

interface Heard {
  event: string;
  atMs: number;
  whenMs: number;
}

/** Plays sound in frames of 20 ms and notes what is reported, and when. */
function listenTo(sound: Int16Array, activity = loudIsSpeech()): Heard[] {
  const heard: Heard[] = [];
  let now = 0;
  const note = (event: string) => (atMs: number) => heard.push({ event, atMs, whenMs: now });
  const detector = new SpeechDetector(activity, {
    began: note("began"),
    continues: () => {},
    paused: note("paused"),
    resumed: () => note("resumed")(now),
  });
  for (let at = 0; at + 320 <= sound.length; at += 320) {
    now = ((at + 320) / RATE) * 1_000;
    detector.push(sound.subarray(at, at + 320), now);
  }
  return heard;
}

function sequence(...parts: (Int16Array | number)[]): Int16Array {
  const sounds = parts.map((part) => (typeof part === "number" ? new Int16Array((part * RATE) / 1_000) : part));
  const all = new Int16Array(sounds.reduce((sum, sound) => sum + sound.length, 0));
  sounds.reduce((at, sound) => (all.set(sound, at), at + sound.length), 0);
  return all;
}

describe("the end of speech", () => {
  it("is known to 10 ms, wherever it falls in a frame, and reported within 120 ms", () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 900 }), fc.integer({ min: 400, max: 1_400 }), (silenceMs, speechMs) => {
        const heard = listenTo(sequence(silenceMs, babble(speechMs, RATE), 700));
        expect(heard.map(({ event }) => event)).toEqual(["began", "paused"]);
        const trueEndMs = silenceMs + speechMs;
        expect(Math.abs(heard[1]!.atMs - trueEndMs)).toBeLessThanOrEqual(10);
        expect(heard[1]!.whenMs - trueEndMs).toBeLessThanOrEqual(120);
        expect(Math.abs(heard[0]!.atMs - silenceMs)).toBeLessThanOrEqual(40);
      }),
      { numRuns: 60 },
    );
  });

  it("is found in steady noise, which never falls silent", () => {
    const noise = (ms: number): Int16Array =>
      Int16Array.from({ length: (ms * RATE) / 1_000 }, (_, i) => 150 * Math.sin(i * 1.7) + 100 * Math.sin(i * 0.31));
    const under = noise(800);
    const speech = babble(800, RATE).map((sample, i) => sample + (under[i] ?? 0));
    const heard = listenTo(sequence(noise(1_500), speech, noise(1_000)));
    expect(heard.map(({ event }) => event)).toEqual(["began", "paused"]);
    expect(Math.abs(heard[1]!.atMs - 2_300)).toBeLessThanOrEqual(60);
  });
});

it("a pause within speech is one utterance that goes on", () => {
  const heard = listenTo(sequence(400, babble(600, RATE), 300, babble(500, RATE), 400));
  expect(heard.map(({ event }) => event)).toEqual(["began", "paused", "resumed", "paused"]);
});

it("silence and soft noise are nothing", () => {
  const hiss = Int16Array.from({ length: RATE * 3 }, (_, i) => 12 * Math.sin(i * 2.1));
  expect(listenTo(hiss)).toEqual([]);
});

/** Sure of nothing before it has been told three windows, as a recurrent model is. */
function slowToBelieve(): VoiceActivity {
  const sure = loudIsSpeech();
  let windows = 0;
  return {
    windowSamples: sure.windowSamples,
    judge: (window) => (++windows > 3 ? sure.judge(window) : 0.1),
    reset: () => {
      windows = 0;
    },
  };
}

it("a short word after a long silence is heard by a model that needs to know what was before it", () => {
  const heard = listenTo(sequence(1_500, babble(50, RATE), 2_000, babble(50, RATE), 500), slowToBelieve());
  expect(heard.map(({ event }) => event)).toEqual(["began", "paused", "resumed", "paused"]);
});

describe("a voice much softer than the one before", () => {
  const soft = babble(900, RATE).map((sample) => sample * 0.25);

  it("is the caller's when nobody was heard for a while: a browser has turned the microphone down", () => {
    const heard = listenTo(sequence(300, babble(900, RATE), 4_000, soft, 500));
    expect(heard.map(({ event }) => event)).toEqual(["began", "paused", "resumed", "paused"]);
  });

  it("is an echo or a television where it is 20 dB softer, however long nobody was heard", () => {
    const echo = babble(900, RATE, 24_000).map((sample) => sample * 0.1);
    const heard = listenTo(sequence(300, babble(900, RATE, 24_000), 4_000, echo, 500));
    expect(heard.map(({ event }) => event)).toEqual(["began", "paused"]);
  });

  it("is somebody else's right behind the caller's", () => {
    const heard = listenTo(sequence(300, babble(900, RATE), 1_000, soft, 500));
    expect(heard.map(({ event }) => event)).toEqual(["began", "paused"]);
  });
});
