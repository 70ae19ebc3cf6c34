import { FRAME_MS, type Clock, type Line, type LineEnd } from "../../ports.ts";
import { babble } from "../sounds.ts";
import { caseOf, must, type ConformanceCase, type Subject } from "./case.ts";

/** The person's side of a line. */
export interface FarEnd {
  /** Says so many frames of 20 ms, one after the other at their time. Returns when all are under way. */
  say(sound: Int16Array): Promise<void>;
  /** The same all at once, as after a stall. Absent: it cannot. */
  sayAtOnce?(sound: Int16Array): Promise<void>;
  press?(digit: string): void;
  hangUp(): void;
  /** Loud samples that have come from us, about. */
  heardLoudSamples(): number;
}

export interface LineUnderTest {
  line: Line;
  /** The conversation's. */
  clock: Clock;
  farEnd: FarEnd;
}

export interface LineFactory {
  open(): Promise<Subject<LineUnderTest>>;
  /** Stamps may be off by this much from one frame to the next: what the clock of a real machine trembles. */
  trembleMs: number;
  /** Its sender does not number its sound and never pauses: what does not come was held up. */
  neverPauses?: boolean;
}

const SPEECH_MS = 400;
const SETTLE_MS = 300;

type One = (name: string, prove: (call: Call) => Promise<void>) => ConformanceCase;

/** What a conversation relies on in every line, whatever carries its sound. */
export function lineConformance(factory: LineFactory): ConformanceCase[] {
  const one: One = (name, prove) => caseOf(name, factory.open, (subject) => prove(new Call(subject)));
  return [...heard(one, factory), ...said(one), ...ended(one)];
}

function heard(one: One, { trembleMs, neverPauses = false }: LineFactory): ConformanceCase[] {
  return [
    one("hands over frames of 20 ms in order, each with the moment at which it was captured", async (call) => {
      const beganMs = call.now();
      await call.say(SPEECH_MS);
      must(call.frames.length >= SPEECH_MS / FRAME_MS - 2, `of ${SPEECH_MS} ms came ${call.frames.length} frames`);
      const samples = (call.line.sampleRateHz * FRAME_MS) / 1_000;
      for (const [index, { atMs, arrivedMs, length }] of call.frames.entries()) {
        must(length === samples, `frame ${index} has ${length} samples, not ${samples}`);
        must(atMs + FRAME_MS <= arrivedMs + 1, `frame ${index} was captured ${atMs + FRAME_MS - arrivedMs} ms after it came`);
        must(atMs >= beganMs - SETTLE_MS, `frame ${index} was captured before anybody spoke`);
        const before = call.frames[index - 1];
        if (!before) continue;
        const apartMs = atMs - before.atMs;
        // The one before may have been held up on its way, which shows only when this one comes sooner after it.
        const leastMs = Math.min(FRAME_MS, arrivedMs - before.arrivedMs) - trembleMs;
        must(apartMs >= leastMs && apartMs <= FRAME_MS + trembleMs, `frame ${index} lies ${apartMs} ms after the one before`);
      }
    }),
    one("a pause of the far end is a gap in time, or silence", async (call) => {
      if (neverPauses) return;
      await call.say(SPEECH_MS);
      const last = call.frames.findLast(({ isLoud }) => isLoud);
      const restMs = SPEECH_MS;
      await call.pass(restMs);
      const count = call.frames.length;
      await call.say(SPEECH_MS);
      const next = call.frames.slice(count).find(({ isLoud }) => isLoud);
      must(last !== undefined && next !== undefined, "it was not heard before and after the pause");
      const apartMs = next.atMs - last.atMs;
      must(apartMs > restMs - trembleMs, `after a pause of ${restMs} ms and more sound is ${apartMs} ms apart`);
    }),
    one("sound that was held up comes whole, and none of it from the future", async (call) => {
      if (!call.farEnd.sayAtOnce) return;
      await call.say(SPEECH_MS);
      const before = call.loudFrames();
      await call.pass(SPEECH_MS);
      await call.farEnd.sayAtOnce(call.speech(SPEECH_MS));
      await call.pass(SETTLE_MS);
      const came = call.loudFrames() - before;
      must(came >= SPEECH_MS / FRAME_MS - 2, `of ${SPEECH_MS / FRAME_MS} frames at once came ${came}`);
      for (const { atMs, arrivedMs } of call.frames) must(atMs + FRAME_MS <= arrivedMs + 1, "a frame is from the future");
    }),
  ];
}

function said(one: One): ConformanceCase[] {
  return [
    one("a frame that is sent belongs to the sender again", async (call) => {
      await call.say(SPEECH_MS);
      const frame = call.speech(FRAME_MS);
      const loud = frame.slice();
      for (let i = 0; i < 10; i++) {
        frame.set(loud);
        call.line.send(frame, i === 0);
        frame.fill(0);
        await call.pass(FRAME_MS);
      }
      await call.pass(SETTLE_MS);
      const came = call.farEnd.heardLoudSamples();
      must(came >= 5 * loud.length, `of ${10 * loud.length} samples ${came} were heard`);
    }),
    one("one press is one key", async (call) => {
      if (!call.farEnd.press) return;
      await call.say(SPEECH_MS);
      for (const digit of "1#*") call.farEnd.press(digit);
      await call.pass(SETTLE_MS);
      must(call.keys === "1#*", `the keys are "${call.keys}"`);
    }),
  ];
}

function ended(one: One): ConformanceCase[] {
  return [
    one("tells its end once, and nothing after it", async (call) => {
      await call.say(SPEECH_MS);
      call.line.hangUp();
      const frames = call.frames.length;
      call.line.hangUp();
      call.farEnd.hangUp();
      call.line.send(call.speech(FRAME_MS), true);
      call.line.clear();
      call.line.press("1");
      await call.farEnd.say(call.speech(FRAME_MS));
      call.farEnd.press?.("5");
      await call.pass(SETTLE_MS);
      must(call.ends.join() === "we-hung-up", `its ends are "${call.ends.join()}"`);
      must(call.frames.length === frames && call.keys === "", "something came after the end");
    }),
    one("the far end's hang-up ends it, once", async (call) => {
      await call.say(SPEECH_MS);
      call.farEnd.hangUp();
      await call.pass(SETTLE_MS);
      call.line.hangUp();
      must(call.ends.join() === "caller-hung-up", `its ends are "${call.ends.join()}"`);
    }),
    one("may be hung up while it hands over a frame", async (call) => {
      call.onFrame = () => call.line.hangUp();
      await call.say(SPEECH_MS);
      must(call.frames.length === 1 && call.ends.length === 1, `${call.frames.length} frames, ${call.ends.length} ends`);
    }),
  ];
}

interface Heard {
  atMs: number;
  arrivedMs: number;
  length: number;
  isLoud: boolean;
}

class Call {
  readonly line: Line;
  readonly farEnd: FarEnd;
  readonly pass: (ms: number) => Promise<void>;
  readonly frames: Heard[] = [];
  readonly ends: LineEnd[] = [];
  keys = "";
  onFrame: () => void = () => {};
  readonly #clock: Clock;

  constructor({ adapter, pass }: Subject<LineUnderTest>) {
    this.line = adapter.line;
    this.farEnd = adapter.farEnd;
    this.pass = pass;
    this.#clock = adapter.clock;
    this.line.open({
      heard: (frame, atMs) => {
        this.frames.push({ atMs, arrivedMs: this.now(), length: frame.length, isLoud: frame.some((s) => Math.abs(s) > 1_000) });
        this.onFrame();
      },
      key: (digit) => (this.keys += digit),
      closed: (end) => this.ends.push(end),
    });
  }

  now(): number {
    return this.#clock.now();
  }

  loudFrames(): number {
    return this.frames.filter(({ isLoud }) => isLoud).length;
  }

  speech(ms: number): Int16Array {
    return babble(ms, this.line.sampleRateHz);
  }

  async say(ms: number): Promise<void> {
    await this.farEnd.say(this.speech(ms));
    await this.pass(SETTLE_MS);
  }
}
