/** A voice note as ffmpeg writes it, with a tone in it. Left out where ffmpeg is not installed. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { oggChecksum } from "./ogg-pages.ts";
import { readOggOpus } from "./ogg-opus.ts";

const hasFfmpeg = existsSync("/usr/bin/ffmpeg");

function note(seconds: number, ...more: string[]): Uint8Array {
  const tone = `sine=frequency=440:duration=${seconds}:sample_rate=48000`;
  const encode = more.length > 0 ? more : ["-c:a", "libopus", "-b:a", "24k", "-application", "voip"];
  const args = ["-v", "error", "-f", "lavfi", "-i", tone, ...encode, "-f", "ogg", "pipe:1"];
  return new Uint8Array(execFileSync("ffmpeg", args, { maxBuffer: 10_000_000 }));
}

/** By how often it crosses nought upwards. */
function hertz(samples: Int16Array): number {
  let crossings = 0;
  for (let at = 1; at < samples.length; at++) if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) crossings++;
  return crossings / (samples.length / 16_000);
}

test.skipIf(!hasFfmpeg)("a voice note is as long and sounds as it was recorded, in one channel or two", async () => {
  for (const channels of ["1", "2"]) {
    const sound = await readOggOpus(note(3, "-c:a", "libopus", "-ac", channels), 120);
    expect(sound).toMatchObject({ kind: "sound", sampleRateHz: 16_000 });
    const samples = sound.kind === "sound" ? sound.samples : new Int16Array();
    expect(samples).toHaveLength(48_000);
    expect(hertz(samples)).toBeCloseTo(440, -1);
  }
});

test.skipIf(!hasFfmpeg)("a note that is too long is not decoded, one at the limit is", async () => {
  expect(await readOggOpus(note(3), 2.9)).toEqual({ kind: "problem", why: "too_long" });
  expect(await readOggOpus(note(3), 3)).toMatchObject({ kind: "sound" });
});

test.skipIf(!hasFfmpeg)("an end that lies does not make room for a longer note", async () => {
  const file = note(5);
  const view = new DataView(file.buffer);
  let last = 0;
  for (let at = 0; at + 4 <= file.length; at++) if (view.getUint32(at) === 0x4f676753) last = at;
  view.setBigInt64(last + 6, 16_000n, true);
  view.setUint32(last + 22, oggChecksum(file.subarray(last)), true);
  expect(await readOggOpus(file, 2)).toEqual({ kind: "problem", why: "too_long" });
});

test.skipIf(!hasFfmpeg)("a note is damaged by any lost or changed byte, and nothing makes it throw", async () => {
  const file = note(1);
  for (const cut of [1, 27, 100, file.length - 1])
    expect(await readOggOpus(file.subarray(0, file.length - cut), 120)).toMatchObject({ kind: "problem" });
  for (let at = 4; at < file.length; at += 97) {
    const changed = file.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    expect(await readOggOpus(changed, 120)).toEqual({ kind: "problem", why: "damaged" });
  }
});

test.skipIf(!hasFfmpeg)("another format is not taken for Opus", async () => {
  expect(await readOggOpus(note(1, "-c:a", "libvorbis"), 120)).toEqual({ kind: "problem", why: "format" });
  expect(await readOggOpus(Buffer.from("#!AMR\n"), 120)).toEqual({ kind: "problem", why: "format" });
  expect(await readOggOpus(Buffer.from("OggS a voice"), 120)).toEqual({ kind: "problem", why: "damaged" });
  expect(await readOggOpus(new Uint8Array(), 120)).toEqual({ kind: "problem", why: "format" });
});
