import { ANALYSIS_RATE_HZ, type Expected, type Listening, type Problem, type Recogniser, type Words } from "../../ports.ts";
import { caseOf, must, outcomeOf, type ConformanceCase, type Subject } from "./case.ts";

export interface RecogniserFactory {
  open(): Promise<Subject<Recogniser>>;
  /** One that cannot go on, where it can be made to. */
  openFailing?(): Promise<Subject<Recogniser>>;
  /** Speech of about a second or more, at the analysis rate. */
  speech: Int16Array;
  expected: readonly Expected[];
  language: string;
  /** Words come at the latest so long after a pause. */
  limitMs: number;
}

const EVERY_KIND: readonly Expected[] = [
  { kind: "yes-no" },
  { kind: "name" },
  { kind: "phone" },
  { kind: "digits", min: 1, max: 4 },
  { kind: "code" },
  { kind: "code", shape: "LLdd", not: ["AB12"], worded: true },
  { kind: "name", spelled: true, worded: true },
  { kind: "email" },
  { kind: "email", spelled: true },
  { kind: "date" },
  { kind: "time" },
  { kind: "phrase", phrases: ["good morning"] },
  { kind: "anything" },
];
/** Frames as lines and replays cut them: odd, tiny, one larger than a packet, a second. */
const FRAME_LENGTHS = [1, 7, 160, 320, 441, 1_281, 4_800, ANALYSIS_RATE_HZ];

/** STT: what every recogniser must do, whatever hears behind it. */
export function recogniserConformance(factory: RecogniserFactory): ConformanceCase[] {
  const { speech, expected, language, limitMs } = factory;
  const one = (name: string, prove: (call: Call) => Promise<void>, open = factory.open): ConformanceCase =>
    caseOf(name, open, (subject) => prove(new Call(subject, language, limitMs)));
  return [
    one("hears the same in frames of any length, the replay of all of it in one included", async (call) => {
      call.listening.expect(expected);
      const heard: string[] = [];
      for (const [at, length] of [...FRAME_LENGTHS.slice(length320(speech)), speech.length].entries())
        heard.push((await call.utterance(at + 1, speech, length)).text);
      must(heard[0] !== "", "it heard nothing");
      must(new Set(heard).size === 1, `it heard: ${[...new Set(heard)].join(" | ")}`);
    }),
    one("hears eight seconds that were said before it was asked, in one frame", async (call) => {
      const replay = new Int16Array(8 * ANALYSIS_RATE_HZ);
      replay.set(speech.subarray(0, replay.length), Math.max(0, replay.length - speech.length));
      call.listening.expect(expected);
      const alone = (await call.utterance(1, speech, 320)).text;
      const replayed = (await call.utterance(2, replay, replay.length)).text;
      must(alone !== "" && replayed !== "", `alone "${alone}", replayed "${replayed}"`);
    }),
    one("a speaker who goes on after a pause is heard as one utterance", async (call) => {
      call.listening.expect(expected);
      call.listening.begin(1);
      call.hear(speech, 320);
      await call.settledAfterPause(1, 1);
      call.listening.resume(1);
      call.hear(speech, 320);
      const { text } = await call.settledAfterPause(1, 2);
      must(text !== "", "nothing was heard of it");
    }),
    one("an utterance that was left for the next one is never answered for", async (call) => {
      call.listening.expect(expected);
      call.listening.begin(1);
      call.hear(speech, 320);
      call.listening.pause(1, 1);
      call.listening.end(1);
      await call.utterance(2, speech, 320);
      await call.subject.pass(100);
      must(!call.settled.some(({ id }) => id === 1), "it answered for an utterance that had ended");
    }),
    one("says nothing more after it was closed, at whichever point", async (call) => {
      const steps: ((listening: Listening) => void)[] = [
        (listening) => listening.begin(1),
        (listening) => listening.hear(speech),
        (listening) => listening.pause(1, 1),
        (listening) => listening.resume(1),
      ];
      for (let closeAfter = 0; closeAfter <= steps.length; closeAfter++) {
        const other = new Call(call.subject, language, limitMs);
        for (const step of steps.slice(0, closeAfter)) step(other.listening);
        other.listening.close();
        const before = other.events;
        for (const step of steps) step(other.listening);
        await call.subject.pass(120);
        must(other.events === before, `closed after ${closeAfter} steps it said something`);
      }
    }),
    one("takes frames before an utterance, every kind of expected answer and an end of nothing", async (call) => {
      call.hear(speech, 320);
      call.listening.end(7);
      call.listening.expect(EVERY_KIND);
      call.listening.expect([]);
      call.listening.expect(expected);
      must((await call.utterance(1, speech, 320)).text !== "", "it hears nothing any more");
    }),
    ...(factory.openFailing
      ? [
          one(
            "says that it cannot go on instead of throwing or keeping still",
            async (call) => {
              call.listening.begin(1);
              call.hear(speech, 320);
              call.listening.pause(1, 1);
              await outcomeOf(call.subject, call.failed, limitMs);
            },
            factory.openFailing,
          ),
        ]
      : []),
  ];
}

/** One-sample frames of long speech are a hundred thousand calls: only for short speech. */
function length320(speech: Int16Array): number {
  return speech.length > 4 * ANALYSIS_RATE_HZ ? 2 : 0;
}

class Call {
  readonly subject: Subject<Recogniser>;
  readonly listening: Listening;
  readonly settled: { id: number; pause: number; words: Words }[] = [];
  /** Resolves when the recogniser says that it cannot go on. */
  readonly failed: Promise<Problem>;
  events = 0;
  readonly #limitMs: number;
  #wake: (() => void) | undefined;
  #problem: Problem | undefined;

  constructor(subject: Subject<Recogniser>, language: string, limitMs: number) {
    this.subject = subject;
    this.#limitMs = limitMs;
    let fail: ((problem: Problem) => void) | undefined;
    this.failed = new Promise((resolve) => (fail = resolve));
    this.listening = subject.adapter.listen(
      { language, keywords: ["Wanjiku"] },
      {
        partial: () => void this.events++,
        settled: (id, pause, words) => {
          this.events++;
          this.settled.push({ id, pause, words });
          this.#wake?.();
        },
        failed: (problem) => {
          this.events++;
          this.#problem = problem;
          fail?.(problem);
          this.#wake?.();
        },
      },
    );
  }

  hear(sound: Int16Array, frameSamples: number): void {
    // Borrowed, as from a line: the same array for every frame.
    const frame = new Int16Array(frameSamples);
    for (let at = 0; at < sound.length; at += frameSamples) {
      const piece = sound.subarray(at, at + frameSamples);
      frame.set(piece);
      this.listening.hear(frame.subarray(0, piece.length));
    }
    frame.fill(-1);
  }

  async utterance(id: number, sound: Int16Array, frameSamples: number): Promise<Words> {
    this.listening.begin(id);
    this.hear(sound, frameSamples);
    const words = await this.settledAfterPause(id, 1);
    this.listening.end(id);
    return words;
  }

  settledAfterPause(id: number, pause: number): Promise<Words> {
    this.listening.pause(id, pause);
    const found = (): Words | undefined => this.settled.find((one) => one.id === id && one.pause === pause)?.words;
    const answer = new Promise<Words>((resolve, reject) => {
      this.#wake = () => {
        const words = found();
        if (words) resolve(words);
        else if (this.#problem) reject(new Error(this.#problem.message));
      };
      this.#wake();
    });
    return outcomeOf(this.subject, answer, this.#limitMs);
  }
}
