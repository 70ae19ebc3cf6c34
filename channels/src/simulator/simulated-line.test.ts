import { VirtualClock } from "@ongea/conversation/testing";
import { expect, test } from "vitest";
import { SimulatedLine } from "./simulated-line.ts";

function open(noise = 0) {
  const clock = new VirtualClock();
  const line = new SimulatedLine({ clock, sampleRateHz: 8_000, noise, maxMs: 10_000 });
  const seen = { frames: [] as Int16Array[], keys: "", ends: [] as string[] };
  line.open({
    heard: (frame) => seen.frames.push(frame.slice()),
    key: (digit) => (seen.keys += digit),
    closed: (end) => seen.ends.push(end),
  });
  return { clock, line, seen };
}

test("the caller's sound comes at its pace, then silence", async () => {
  const { clock, line, seen } = open();
  line.say(new Int16Array(200).fill(5));
  line.say(new Int16Array(100).fill(7));
  await clock.pass(100);
  expect(seen.frames).toHaveLength(5);
  expect([...(seen.frames[1] ?? [])]).toEqual([
    ...Array<number>(40).fill(5),
    ...Array<number>(100).fill(7),
    ...Array<number>(20).fill(0),
  ]);
  expect(line.isCallerDone).toBe(true);
});

test("the assistant's sound is kept on the time line of the call", async () => {
  const { clock, line } = open();
  await clock.pass(100);
  line.send(new Int16Array(160).fill(1));
  await clock.pass(23);
  line.send(new Int16Array(160).fill(2));
  await clock.pass(200);
  expect(line.assistantQuietMs).toBe(200);
  line.send(new Int16Array(160).fill(3));
  const sound = line.assistantSound();
  expect([sound[799], sound[800], sound[960], sound[1_119], sound[1_120], sound[2_584]]).toEqual([0, 1, 2, 2, 0, 3]);
  expect(sound.length).toBe(2_744);
  line.press("12");
  expect(line.pressed).toBe("12");
});

test("a line ends once, by either side or by its time", async () => {
  const first = open();
  first.line.key("4");
  first.line.callerEnds();
  first.line.hangUp();
  first.line.key("5");
  expect(first.seen).toMatchObject({ keys: "4", ends: ["caller-hung-up"] });
  expect(await first.line.ended).toBe("caller-hung-up");
  const second = open(50);
  await second.clock.pass(11_000);
  expect(second.seen.ends).toEqual(["connection-lost"]);
  expect(second.seen.frames).toHaveLength(500);
  expect(Math.max(...(second.seen.frames[9] ?? []))).toBeGreaterThan(10);
});
