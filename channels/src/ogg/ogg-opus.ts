/** Sound of an Ogg Opus file (RFC 7845), as WhatsApp sends voice notes: mono at 16 kHz. Stereo is mixed. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { OPUS_RATE_HZ, OpusDecoder } from "../browser/opus.ts";
import { oggPackets } from "./ogg-pages.ts";

export type OggOpus =
  | { kind: "sound"; samples: Int16Array; sampleRateHz: typeof OPUS_RATE_HZ }
  /** `format`: no Ogg Opus of one or two channels; `damaged`: it is, and cannot be read whole. */
  | { kind: "problem"; why: "format" | "damaged" | "too_long" };

/** Of granules, whatever the sound's own rate. */
const GRANULE_HZ = 48_000;
const STEP = GRANULE_HZ / OPUS_RATE_HZ;
/** Other work has its turn after so much sound, 2 s in packets of 20 ms. */
const PACKETS_A_TURN = 100;

/** Decodes a file of at most `mostSeconds`; longer ones are not decoded. */
export async function readOggOpus(file: Uint8Array, mostSeconds: number): Promise<OggOpus> {
  if (!latin1(file.subarray(0, 4), "OggS")) return { kind: "problem", why: "format" };
  const found = oggPackets(file);
  if (!found) return { kind: "problem", why: "damaged" };
  const [head, tags, ...sound] = found.packets;
  if (!head || !latin1(head.subarray(0, 8), "OpusHead")) return { kind: "problem", why: "format" };
  // Mapping family 0: one or two channels in one stream. The upper half of its version is 0.
  if (head.length < 19 || ((head[8] ?? 0) & 0xf0) !== 0 || head[18] !== 0) return { kind: "problem", why: "format" };
  if (!tags || !latin1(tags.subarray(0, 8), "OpusTags")) return { kind: "problem", why: "damaged" };
  const preSkip = (head[10] ?? 0) | ((head[11] ?? 0) << 8);
  const most = mostSeconds * OPUS_RATE_HZ;
  const [from, end] = [Math.round(preSkip / STEP), Math.round(Number(found.endGranule) / STEP)];
  if (end - from > most) return { kind: "problem", why: "too_long" };
  return decoded(sound, { from, end, most });
}

async function decoded(
  packets: readonly Uint8Array[],
  { from, end, most }: { from: number; end: number; most: number },
): Promise<OggOpus> {
  const decoder = new OpusDecoder();
  // What an end that is not told says is bounded all the same.
  const samples = new Int16Array(from + most);
  let at = 0;
  for (const [place, packet] of packets.entries()) {
    if (place % PACKETS_A_TURN === PACKETS_A_TURN - 1) await nextTurn();
    const part = decoder.decode(packet);
    if (!part) return { kind: "problem", why: "damaged" };
    const isLast = place === packets.length - 1;
    if (at + part.length > samples.length && !isLast) return { kind: "problem", why: "too_long" };
    samples.set(part.subarray(0, samples.length - at), at);
    at = Math.min(samples.length, at + part.length);
  }
  const heard = samples.slice(from, Math.min(at, end));
  return heard.length === 0 ? { kind: "problem", why: "damaged" } : { kind: "sound", samples: heard, sampleRateHz: OPUS_RATE_HZ };
}

function latin1(bytes: Uint8Array, sign: string): boolean {
  return bytes.length === sign.length && [...sign].every((letter, place) => letter.charCodeAt(0) === bytes[place]);
}
