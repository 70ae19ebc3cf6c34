import fc from "fast-check";
import { expect, test } from "vitest";
import { writeRtpHeader } from "./packet.ts";
import { RtpReceiver } from "./receiver.ts";

interface Part {
  sequence: number;
  /** In packets of the stream, not samples. */
  place?: number;
  samples?: number;
  ssrc?: number;
  payloadType?: number;
  payload?: Buffer;
  byte?: number;
}

const BASE = 3_000_000_000;

function packet(part: Part): Buffer {
  const { samples = 160, ssrc = 7, payloadType = 0 } = part;
  const payload = part.payload ?? Buffer.alloc(samples, part.byte ?? part.sequence % 100);
  const bytes = Buffer.alloc(12 + payload.length);
  const timestamp = BASE + (part.place ?? part.sequence) * samples;
  writeRtpHeader(bytes, { payloadType, marker: false, sequence: part.sequence, timestamp, ssrc });
  payload.copy(bytes, 12);
  return bytes;
}

function receiver(): { receiver: RtpReceiver; frames: Int16Array[]; keys: string[]; take: (...parts: Part[]) => void } {
  const frames: Int16Array[] = [];
  const keys: string[] = [];
  const made = new RtpReceiver(
    (frame) => frames.push(frame.slice()),
    (key) => keys.push(key),
  );
  made.expect({ codec: "PCMU", payloadType: 0, dtmfPayloadType: 101 });
  return { receiver: made, frames, keys, take: (...parts) => parts.forEach((part, i) => made.receive(packet(part), i * 20)) };
}

test.each([80, 160, 240, 320])("packets of %i samples come out as frames of 160", (samples) => {
  const { frames, take } = receiver();
  take(...Array.from({ length: 12 }, (_, sequence) => ({ sequence, samples })));
  expect(frames).toHaveLength(Math.floor((12 * samples) / 160));
  expect(frames.every((frame) => frame.length === 160)).toBe(true);
});

test("packets that come in another order are put right", () => {
  const straight = receiver();
  straight.take(...[0, 1, 2, 3, 4].map((sequence) => ({ sequence })));
  const mixed = receiver();
  mixed.take(...[0, 2, 1, 3, 4].map((sequence) => ({ sequence })));
  expect(mixed.frames).toEqual(straight.frames);
  expect(mixed.receiver.counts).toMatchObject({ lost: 0, dropped: 0 });
});

test("packets that come twice are heard once", () => {
  const { frames, receiver: made, take } = receiver();
  take(...[0, 1, 1, 0, 2, 2].map((sequence) => ({ sequence })));
  expect(frames).toHaveLength(3);
  expect(made.counts.dropped).toBe(3);
});

test("a lost packet is made up, so that time is kept", () => {
  const { frames, receiver: made, take } = receiver();
  take(...[0, 1, 3, 4, 5].map((sequence) => ({ sequence, byte: 10 })));
  expect(frames).toHaveLength(6);
  expect(made.counts).toMatchObject({ lost: 1, concealedSamples: 160 });
  expect(Math.abs(frames[2]?.[0] ?? 0)).toBeGreaterThan(0);
});

test("a pause of the peer is not filled", () => {
  const { frames, take } = receiver();
  take({ sequence: 0, place: 0 }, { sequence: 1, place: 500 });
  expect(frames).toHaveLength(2);
});

test("sequence numbers and time stamps may wrap around", () => {
  const { frames, receiver: made, take } = receiver();
  take(...Array.from({ length: 10 }, (_, i) => ({ sequence: (65_531 + i) & 0xffff, place: 8_000_000 + i })));
  expect(frames).toHaveLength(10);
  expect(made.counts.lost).toBe(0);
});

test("another source takes over with its second packet, a stray one does not", () => {
  const { frames, receiver: made, take } = receiver();
  take({ sequence: 0 }, { sequence: 1 }, { sequence: 40_000, ssrc: 9 }, { sequence: 2 });
  expect(frames).toHaveLength(3);
  take({ sequence: 500, ssrc: 9 }, { sequence: 501, ssrc: 9 }, { sequence: 502, ssrc: 9 });
  expect(made.ssrc).toBe(9);
  expect(frames).toHaveLength(5);
});

test("one press is one key, however often its packets come and whichever are lost", () => {
  const press = (event: number, place: number, flags: readonly number[]): Part[] =>
    flags.map((end) => ({ sequence: 0, place, payloadType: 101, payload: Buffer.from([event, end, 1, 0x40]) }));
  const { keys, take } = receiver();
  const all = [
    ...press(1, 10, [10, 10, 0x8a, 0x8a, 0x8a]),
    ...press(1, 20, [10, 10]),
    ...press(11, 30, [0x8a]),
    ...press(15, 40, [10]),
  ];
  take(...all.map((part, sequence) => ({ ...part, sequence })));
  expect(keys).toEqual(["1", "1", "#", "D"]);
});

test("whatever comes, every frame has 20 ms and nothing throws", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 40 }), (datagrams) => {
      const { receiver: made, frames } = receiver();
      for (const [i, bytes] of datagrams.entries()) {
        const packetBytes = Buffer.from(bytes);
        if (packetBytes.length > 0) packetBytes[0] = 0x80 | ((packetBytes[0] ?? 0) & 0x3f);
        made.receive(packetBytes, i * 20);
      }
      expect(frames.every((frame) => frame.length === 160)).toBe(true);
    }),
  );
});

test("under loss and disorder no more time passes than was sent, and little less", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ lost: fc.integer({ min: 0, max: 9 }), late: fc.boolean() }), { minLength: 60, maxLength: 200 }),
      (fates) => {
        const { frames, take } = receiver();
        const order = fates.map((_, sequence) => sequence);
        for (let i = 1; i < order.length; i++) {
          if (fates[i]?.late) [order[i - 1], order[i]] = [order[i] ?? 0, order[i - 1] ?? 0];
        }
        take({ sequence: (65_535 - 0) & 0xffff, place: -1 });
        take(...order.filter((sequence) => fates[sequence]?.lost !== 0).map((sequence) => ({ sequence })));
        expect(frames.length).toBeLessThanOrEqual(fates.length + 1);
        expect(frames.length).toBeGreaterThanOrEqual(fates.length - 20);
      },
    ),
  );
});
