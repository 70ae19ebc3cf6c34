import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Clock, LineListener } from "@ongea/conversation";
import { FRAME_MS, openConversation } from "@ongea/conversation";
import { babble, examplePlan, loudIsSpeech, ScriptedModel } from "@ongea/conversation/testing";
import { expect, test } from "vitest";
import { g711 } from "./g711.ts";
import { emptyView, writeRtpHeader } from "./packet.ts";
import { RtpReceiver } from "./receiver.ts";
import { RtpSender } from "./sender.ts";

const FRAMES = 2_000;
const ROUNDS = 9;
/** Sooner than a turn without any pause is cut. */
const LONG_MS = 10_000;
/** Ten times a second the levels are told, as an object; nothing else may be left behind. */
const MOST_BYTES_A_FRAME = 150;

test("the sound of a call leaves no garbage behind, neither heard nor said, from packet to packet", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const call = openCall();
  for (let i = 0; i < 10 * FRAMES; i++) call.frame();
  const bytes = Array.from({ length: ROUNDS }, () => {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < FRAMES; i++) call.frame();
    return (process.memoryUsage().heapUsed - before) / FRAMES;
  });
  expect(call.sent()).toBeGreaterThan(ROUNDS * FRAMES);
  expect(bytes.toSorted((a, b) => a - b)[(ROUNDS - 1) / 2]).toBeLessThan(MOST_BYTES_A_FRAME);
});

/** A caller who never stops talking, over an assistant who may not be interrupted and says silence. */
function openCall(): { frame(): void; sent(): number } {
  const clock = new StepClock();
  const sender = new RtpSender(0);
  let listener: LineListener | undefined;
  openConversation({
    plan: examplePlan({ welcomeMessage: "", silence: { hangUpAfterMs: 1e9 }, ending: { terminateAfterMs: 1e9 } }),
    line: {
      sampleRateHz: 8_000,
      open: (given) => (listener = given),
      send: (frame, talkspurt) => void sender.audio(frame, talkspurt, clock.nowMs),
      clear: () => undefined,
      press: () => undefined,
      hangUp: () => undefined,
    },
    clock,
    voiceActivity: loudIsSpeech(),
    recognisers: [{ name: "deaf", listen: () => DEAF }],
    languageModels: [new ScriptedModel(clock, () => "")],
    voices: [{ name: "mute", speak: silence }],
    journal: { write: () => undefined },
  });
  const receiver = new RtpReceiver(
    (frame, atMs) => listener?.heard(frame, atMs),
    () => undefined,
  );
  receiver.expect({ codec: "PCMU", payloadType: 0, dtmfPayloadType: 101 });
  const packet = Buffer.alloc(172);
  packet.set(
    Array.from(babble(FRAME_MS, 8_000), (sample) => g711("PCMU").encode[sample & 0xffff] ?? 0),
    12,
  );
  const header = { ...emptyView(), payloadType: 0, marker: false, sequence: 0, timestamp: 0, ssrc: 7 };
  return {
    sent: () => sender.packets,
    frame() {
      clock.step();
      header.sequence = (header.sequence + 1) & 0xffff;
      header.timestamp = (header.timestamp + 160) >>> 0;
      writeRtpHeader(packet, header);
      receiver.receive(packet, clock.nowMs);
    },
  };
}

const nothing = (): void => undefined;
const DEAF = { hear: nothing, begin: nothing, pause: nothing, resume: nothing, end: nothing, expect: nothing, close: nothing };

async function* silence(): AsyncGenerator<{ samples: Int16Array; sampleRateHz: number }> {
  yield await Promise.resolve({ samples: new Int16Array(160), sampleRateHz: 8_000 });
}

/** Time goes on by a frame at a step. */
class StepClock implements Clock {
  nowMs = 0;
  readonly #beats: ((dueMs: number) => void)[] = [];
  readonly #due: { atMs: number; callback: () => void }[] = [];

  now(): number {
    return this.nowMs;
  }

  at(atMs: number, callback: () => void): { cancel(): void } {
    const due = { atMs, callback };
    // This caller never pauses: nothing is to end the turn.
    if (atMs < this.nowMs + LONG_MS) this.#due.push(due);
    return { cancel: () => void (due.callback = nothing) };
  }

  pulse(_firstMs: number, beat: (dueMs: number) => void): { cancel(): void } {
    this.#beats.push(beat);
    return { cancel: () => void this.#beats.splice(this.#beats.indexOf(beat), 1) };
  }

  step(): void {
    this.nowMs += FRAME_MS;
    for (let i = 0; i < this.#beats.length; i++) this.#beats[i]!(this.nowMs);
    for (let i = this.#due.length - 1; i >= 0; i--) {
      const due = this.#due[i]!;
      if (due.atMs > this.nowMs) continue;
      this.#due[i] = this.#due.at(-1)!;
      this.#due.pop();
      due.callback();
    }
  }
}
