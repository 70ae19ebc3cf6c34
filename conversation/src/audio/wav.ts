/** WAV (RIFF) files of 16-bit PCM: written, and read from whatever program made them. */

export const WAV_HEADER_BYTES = 44;
/** Longer headers are not made by any speaking program. */
const MOST_HEADER_BYTES = 4_096;
const PCM = 1;
/** What programs write that know more than two channels; the sound is the same. */
const EXTENSIBLE = 0xfffe;

export interface WavShape {
  sampleRateHz: number;
  channels: number;
  dataBytes: number;
}

/** Where the sound of a file stands; `dataBytes` is as much of it as there is. */
export interface WavSound extends WavShape {
  dataAt: number;
}

export class NotWav extends Error {}

export function wavHeader({ sampleRateHz, channels, dataBytes }: WavShape): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const write = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) header[at + i] = text.charCodeAt(i);
  };
  write(0, "RIFF");
  view.setUint32(4, WAV_HEADER_BYTES - 8 + dataBytes, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, dataBytes, true);
  return header;
}

/** A whole file of one channel. */
export function wavOf(samples: Int16Array, sampleRateHz: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(WAV_HEADER_BYTES + samples.byteLength);
  file.set(wavHeader({ sampleRateHz, channels: 1, dataBytes: samples.byteLength }));
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), WAV_HEADER_BYTES);
  return file;
}

/**
 * Finds the sound in a file, or in the beginning of one: undefined while its header is not whole. Throws {@link NotWav}. A length that was
 * never filled in counts to the end of what there is.
 */
export function findSound(bytes: Uint8Array): WavSound | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12) return undefined;
  if (text(0) !== "RIFF" || text(8) !== "WAVE") throw new NotWav("no WAV file");
  let format: { sampleRateHz: number; channels: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    if (text(at) === "data") {
      if (!format) throw new NotWav("sound before its format");
      return { ...format, dataAt: at + 8, dataBytes: Math.min(length, bytes.length - at - 8) };
    }
    if (text(at) === "fmt " && at + 24 <= bytes.length) {
      const [kind, channels, bits] = [at + 8, at + 10, at + 22].map((place) => view.getUint16(place, true));
      if ((kind !== PCM && kind !== EXTENSIBLE) || bits !== 16 || !channels) throw new NotWav("no 16-bit PCM sound");
      format = { channels, sampleRateHz: view.getUint32(at + 12, true) };
    }
    at += 8 + length + (length % 2);
  }
  if (bytes.length > MOST_HEADER_BYTES) throw new NotWav("no sound in it");
  return undefined;
}

/** A whole file's sound; of several channels the first. Throws {@link NotWav}. */
export function readWav(bytes: Uint8Array): { samples: Int16Array; sampleRateHz: number } {
  const sound = findSound(bytes);
  if (!sound) throw new NotWav("no sound in it");
  const { sampleRateHz, channels, dataAt, dataBytes } = sound;
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataAt, dataBytes);
  const count = Math.floor(dataBytes / 2 / channels);
  return { sampleRateHz, samples: Int16Array.from({ length: count }, (_, at) => view.getInt16(at * channels * 2, true)) };
}
