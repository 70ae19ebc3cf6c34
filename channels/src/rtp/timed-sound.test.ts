/** Whole conversations with telephones that keep quiet, stall, drift and repeat themselves: what counts is when something was said. */
import type { Line, LineListener } from "@ongea/conversation";
import { babble, ScriptedConversation } from "@ongea/conversation/testing";
import { describe, expect, test } from "vitest";
import { RtpReceiver } from "./receiver.ts";
import type { PhoneHabits } from "./testing/phone.ts";
import { callFrom, stalling } from "./testing/phone.ts";

const RATE = 8_000;
const LOUD = 900;
const BEGIN_MS = 1_000;

interface Told {
  call: ScriptedConversation;
  /** The recording of the caller: every sample where its stamp says, or behind those that lie there already. */
  file: Int16Array;
}

/** A caller who says something for `speechMs` after 1 s, and again every `againMs`, so many `times`, and waits. */
async function tell(
  habits: PhoneHabits,
  {
    speechMs = 2_000,
    againMs = 0,
    times = againMs === 0 ? 1 : 2,
    forMs = 8_000,
    words = "I would like an appointment on Thursday",
  }: { speechMs?: number; againMs?: number; times?: number; forMs?: number; words?: string } = {},
): Promise<Told> {
  const said = new Int16Array((RATE / 1_000) * forMs);
  for (let n = 0; n < times; n++) said.set(speech(speechMs), (BEGIN_MS + n * againMs) * 8);
  const file = new Int16Array(said.length + RATE);
  let laid = 0;
  let listener: LineListener | undefined;
  const receiver = new RtpReceiver(
    (frame, atMs) => listener?.heard(frame, atMs),
    () => {},
  );
  receiver.expect({ codec: "PCMU", payloadType: 0, dtmfPayloadType: 101 });
  const call = new ScriptedConversation({
    parts: ({ clock, recogniser }) => {
      recogniser.prompt(words);
      const line: Line = {
        sampleRateHz: RATE,
        get suppressesSilence() {
          return receiver.counts.silences > 0;
        },
        open: (given) => (listener = given),
        send: () => {},
        clear: () => {},
        press: () => {},
        hangUp: () => listener?.closed("we-hung-up"),
      };
      callFrom(clock, said, habits, (packet) => {
        receiver.receive(packet, clock.now());
        if (receiver.isWaiting) clock.at(clock.now() + 40, () => receiver.giveUpWaiting());
      });
      return {
        line,
        recorder: {
          begin: () => undefined,
          write(side, atMs, frame) {
            if (side !== "caller") return;
            laid = Math.max(laid, Math.round((atMs * RATE) / 1_000));
            for (const sample of frame) file[laid++] = sample;
          },
        },
      };
    },
  });
  await call.pass(forMs + 1_000);
  return { call, file };
}

function speech(ms: number): Int16Array {
  return babble(ms, RATE).map((sample) => (Math.abs(sample) < 1_000 ? 1_000 : sample));
}

const loudMs = (sound: Int16Array): number =>
  (sound.reduce((n, sample) => n + (Math.abs(sample) >= LOUD ? 1 : 0), 0) * 1_000) / RATE;
const firstLoudMs = (sound: Int16Array): number => (sound.findIndex((sample) => Math.abs(sample) >= LOUD) * 1_000) / RATE;
const timesOf = ({ call }: Told) => call.turns.find(({ by }) => by === "assistant")!.delays!;

/** With the delay of the first answer: what does not come may have been held up, until a telephone has shown that it is silence. */
const QUIET_WAYS: [string, PhoneHabits, number][] = [
  ["sends its silence", { silence: "sent" }, 225],
  ["sends nothing in silence", { silence: "suppressed" }, 460],
  ["sends comfort noise", { silence: "comfort-noise" }, 225],
];

describe.each(QUIET_WAYS)("a telephone that %s", (_name, habits, firstAnswerMs) => {
  test(`is answered within ${firstAnswerMs} ms of the caller's last word, and within 225 ms the next time`, async () => {
    const { call } = await tell(habits, { againMs: 5_000, forMs: 12_000 });
    const turn = ["caller: I would like an appointment on Thursday", "assistant: All right."];
    expect(call.transcript).toEqual([...turn, ...turn]);
    const [first, second] = call.turns.filter(({ by }) => by === "assistant").map(({ delays }) => delays!);
    // 10 ms on the way.
    expect(Math.abs(first!.speechEndMs - 3_010)).toBeLessThanOrEqual(15);
    expect(first!.firstSoundMs - first!.speechEndMs).toBeLessThanOrEqual(firstAnswerMs);
    expect(Math.abs(second!.speechEndMs - 8_010)).toBeLessThanOrEqual(15);
    expect(second!.firstSoundMs - second!.speechEndMs).toBeLessThanOrEqual(225);
  });

  test("is recorded sample by sample at its time", async () => {
    const { file } = await tell(habits);
    expect(loudMs(file)).toBe(2_000);
    expect(Math.abs(firstLoudMs(file) - 1_010)).toBeLessThanOrEqual(1);
  });

  test("is not hurt by stalls of 200 ms each second and the bursts after them", async () => {
    const told = await tell({ ...habits, transitMs: stalling(200) }, { speechMs: 5_000, forMs: 12_000 });
    expect(told.call.transcript).toEqual(["caller: I would like an appointment on Thursday", "assistant: All right."]);
    expect(loudMs(told.file)).toBe(5_000);
    const { speechEndMs, firstSoundMs } = timesOf(told);
    expect(Math.abs(speechEndMs - 6_010)).toBeLessThanOrEqual(15);
    expect(firstSoundMs - speechEndMs).toBeLessThanOrEqual(480);
  });

  test.each([200, -200])("may have a clock that is off by %i ppm", async (ppm) => {
    const told = await tell({ ...habits, ppm }, { speechMs: 9_000, againMs: 12_000, times: 5, forMs: 62_000 });
    expect(loudMs(told.file)).toBeGreaterThanOrEqual(44_985);
    expect(told.call.transcript).toHaveLength(10);
    const last = told.call.turns.findLast(({ by }) => by === "assistant");
    const trueEndMs = 58_000 * (1 - ppm / 1e6) + 10;
    expect(Math.abs(last!.delays!.speechEndMs - trueEndMs)).toBeLessThanOrEqual(20);
  });

  test("may send packets twice and in another order", async () => {
    const told = await tell({
      ...habits,
      transitMs: (packet) => (packet % 7 === 3 ? 35 : 10),
      twice: (packet) => packet % 5 === 0,
    });
    expect(loudMs(told.file)).toBe(2_000);
    expect(told.call.transcript).toHaveLength(2);
  });
});

test("a telephone that suppresses silence and says nothing is asked whether somebody is there, and is not taken for lost", async () => {
  const told = await tell({ silence: "suppressed" }, { speechMs: 1_000, forMs: 60_000 });
  expect(told.call.transcript).toHaveLength(2);
  expect(await told.call.conversation.closed).toBe("silence");
});

test("a network that becomes slower for good makes no holes in what is heard", async () => {
  const told = await tell({ transitMs: (_packet, sentMs) => (sentMs > 3_000 ? 210 : 10) }, { speechMs: 6_000, forMs: 12_000 });
  expect(told.call.transcript).toEqual(["caller: I would like an appointment on Thursday", "assistant: All right."]);
  expect(loudMs(told.file)).toBe(6_000);
});

test("the last packet before a silence is heard although one before it was lost", async () => {
  const told = await tell({ silence: "suppressed", transitMs: (packet) => (packet === 98 ? undefined : 10) });
  expect(loudMs(told.file)).toBeGreaterThan(1_980);
  expect(Math.abs(timesOf(told).speechEndMs - 3_010)).toBeLessThanOrEqual(15);
});
