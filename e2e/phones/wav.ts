import { readFile, writeFile } from "node:fs/promises";

/** 16-bit PCM, mono. */
export interface Sound {
  sampleRateHz: number;
  samples: Int16Array;
}

export async function writeWav(path: string, sound: Sound): Promise<void> {
  const data = Buffer.from(sound.samples.buffer, sound.samples.byteOffset, sound.samples.byteLength);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sound.sampleRateHz, 24);
  head.writeUInt32LE(sound.sampleRateHz * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  await writeFile(path, Buffer.concat([head, data]));
}

/** Of several channels the first is read. A data length that was never filled in counts to the end of the file. */
export async function readWav(path: string): Promise<Sound> {
  const bytes = await readFile(path);
  let sampleRateHz = 0;
  let channels = 1;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = bytes.toString("latin1", at, at + 4);
    const length = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
    if (id === "fmt ") {
      channels = bytes.readUInt16LE(at + 10);
      sampleRateHz = bytes.readUInt32LE(at + 12);
    }
    if (id === "data") {
      const samples = Int16Array.from({ length: Math.floor(length / 2 / channels) }, (_, i) =>
        bytes.readInt16LE(at + 8 + i * 2 * channels),
      );
      return { sampleRateHz, samples };
    }
    at += 8 + length + (length % 2);
  }
  throw new Error(`${path} has no sound in it.`);
}

/** A tone, for telling that it arrived. */
export function tone(hz: number, seconds: number, sampleRateHz = 8_000): Sound {
  const samples = Int16Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, i) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hz * i) / sampleRateHz)),
  );
  return { sampleRateHz, samples };
}

/** How much of the sound's energy is at one frequency, 0…1 (Goertzel). */
export function shareAt(hz: number, sound: Sound): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / sound.sampleRateHz);
  let [before, last, energy] = [0, 0, 0];
  for (const sample of sound.samples) {
    [before, last] = [last, sample + factor * last - before];
    energy += sample * sample;
  }
  const power = last * last + before * before - factor * last * before;
  return energy === 0 ? 0 : (2 * power) / (energy * sound.samples.length);
}
