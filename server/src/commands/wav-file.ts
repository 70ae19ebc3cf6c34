import { readFileSync } from "node:fs";
import { NotWav, readWav } from "@ongea/conversation";
import { CannotStart } from "../platform/cannot-start.ts";

/** A sound file of a person at the terminal: 16-bit PCM; of several channels the first. */
export function readWavFile(path: string): { samples: Int16Array; sampleRateHz: number } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new CannotStart(`The sound file ${path} cannot be read.`, { cause: error });
  }
  try {
    return readWav(bytes);
  } catch (error) {
    if (!(error instanceof NotWav)) throw error;
    throw new CannotStart(`${path} must be a WAV file with 16-bit PCM sound: there is ${error.message}.`, { cause: error });
  }
}
