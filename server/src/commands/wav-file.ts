import { readFileSync } from "node:fs";
import { CannotStart } from "../platform/cannot-start.ts";

/** A sound file of a person at the terminal: 16-bit PCM; of several channels the first. */
export function readWavFile(path: string): { samples: Int16Array; sampleRateHz: number } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new CannotStart(`The sound file ${path} cannot be read.`, { cause: error });
  }
  if (bytes.toString("latin1", 0, 4) !== "RIFF") throw new CannotStart(`${path} is not a WAV file.`);
  let format = { kind: 0, channels: 0, sampleRateHz: 0, bits: 0 };
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString("latin1", at, at + 4);
    const length = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (name === "fmt " && length >= 16) {
      format = {
        kind: body.readUInt16LE(0),
        channels: body.readUInt16LE(2),
        sampleRateHz: body.readUInt32LE(4),
        bits: body.readUInt16LE(14),
      };
    }
    if (name === "data") {
      const { kind, channels, sampleRateHz, bits } = format;
      if ((kind !== 1 && kind !== 0xfffe) || bits !== 16 || channels < 1)
        throw new CannotStart(`${path} must hold 16-bit PCM sound.`);
      const count = Math.floor(body.length / 2 / channels);
      return { sampleRateHz, samples: Int16Array.from({ length: count }, (_, index) => body.readInt16LE(index * channels * 2)) };
    }
    at += 8 + length + (length % 2);
  }
  throw new CannotStart(`${path} has no sound in it.`);
}
