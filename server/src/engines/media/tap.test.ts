/** What those who listen in hear of a call. */
import { LISTENED_HEADER_BYTES } from "@ongea/contract";
import { g711 } from "@ongea/channels/media";
import { expect, test } from "vitest";
import { SoundTap } from "./tap.ts";

function listened(hz = 8_000) {
  const packets: { side: number; atMs: number; sound: number[] }[] = [];
  const tap = new SoundTap(hz, (packet) => {
    const view = new DataView(packet);
    const sound = [...new Uint8Array(packet, LISTENED_HEADER_BYTES)].map((byte) => g711("PCMU").decode[byte]!);
    packets.push({ side: view.getUint8(0), atMs: view.getUint32(1, true), sound });
  });
  const speak = (side: "caller" | "assistant", atMs: number, loudness = 1_000): void =>
    tap.write(side, atMs, new Int16Array(hz / 50).fill(loudness));
  return { tap, packets, speak };
}

test("listeners have what came while they listened, and nothing else", () => {
  const { tap, packets, speak } = listened();
  for (let n = 0; n < 5; n++) speak("caller", n * 20);
  expect(packets).toEqual([]);
  tap.listen(true);
  for (let n = 5; n < 10; n++) speak("caller", n * 20);
  for (let n = 5; n < 10; n++) speak("assistant", n * 20, -2_000);
  expect(packets.map(({ side, atMs, sound }) => [side, atMs, sound.length])).toEqual([
    [0, 100, 800],
    [1, 100, 800],
  ]);
  expect(Math.abs(packets[1]!.sound[0]! + 2_000)).toBeLessThan(80);
  tap.listen(false);
  for (let n = 10; n < 20; n++) speak("caller", n * 20);
  expect(packets).toHaveLength(2);
});

test("after a pause a voice is heard at its own time again", () => {
  const { tap, packets, speak } = listened();
  tap.listen(true);
  speak("assistant", 0);
  for (let n = 0; n < 5; n++) speak("assistant", 1_000 + n * 20);
  expect(packets.map(({ atMs, sound }) => [atMs, sound.length])).toEqual([
    [0, 160],
    [1_000, 800],
  ]);
});

test("a browser's finer sound is brought down to that of a telephone", () => {
  const { tap, packets, speak } = listened(48_000);
  tap.listen(true);
  for (let n = 0; n < 50; n++) speak("caller", n * 20);
  const samples = packets.reduce((sum, { sound }) => sum + sound.length, 0);
  expect(samples).toBeGreaterThan(7_000);
  expect(samples).toBeLessThanOrEqual(8_000);
  expect(packets.at(-1)!.sound.every((sample) => Math.abs(sample - 1_000) < 60)).toBe(true);
});
