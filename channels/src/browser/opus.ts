import { createRequire } from "node:module";
import type * as Opus from "@evan/opus";

/**
 * Opus at 16 kHz, mono, 20 ms. It is the WebAssembly build: as quick as the native one at this setting, and it survives the end of a worker
 * thread, which the native one does not.
 */
export const OPUS_RATE_HZ = 16_000;
export const OPUS_FRAME_SAMPLES = 320;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types stand beside the native build
const { Decoder, Encoder } = createRequire(import.meta.url)("@evan/opus/wasm/index.js") as typeof Opus;
const SET_BITRATE = 4002;
const SET_COMPLEXITY = 4010;
const SET_SIGNAL = 4024;
const SIGNAL_VOICE = 3001;
const COMPLEXITY = 5;
/** The longest packet that Opus allows: 120 ms. */
const MAX_PACKET_SAMPLES = 1_920;
const MAX_PACKET_BYTES = 3_828;

export class OpusEncoder {
  readonly #encoder = new Encoder({ channels: 1, sample_rate: OPUS_RATE_HZ, application: "voip" });

  constructor(bitsPerSecond: number) {
    this.#encoder.ctl(SET_COMPLEXITY, COMPLEXITY);
    this.#encoder.ctl(SET_SIGNAL, SIGNAL_VOICE);
    this.setBitrate(bitsPerSecond);
  }

  setBitrate(bitsPerSecond: number): void {
    this.#encoder.ctl(SET_BITRATE, bitsPerSecond);
  }

  /** One frame of {@link OPUS_FRAME_SAMPLES}. The result is only good until the next call. */
  encode(frame: Int16Array): Uint8Array {
    return this.#encoder.encode(frame);
  }
}

export class OpusDecoder {
  readonly #decoder = new Decoder({ channels: 1, sample_rate: OPUS_RATE_HZ });
  readonly #onlyHead = new Uint8Array(1);
  #hasHeard = false;

  /** The samples of a packet, good until the next call; undefined when the packet can't be decoded. */
  decode(packet: Uint8Array): Int16Array | undefined {
    if (packet.length < 1 || packet.length > MAX_PACKET_BYTES) return undefined;
    const samples = this.#samples(packet);
    if (!samples) return undefined;
    this.#onlyHead[0] = packet[0] ?? 0;
    this.#hasHeard = true;
    return samples;
  }

  /**
   * What the decoder makes up for a packet that was lost: as long as the last one, fading when called again and again. A packet without
   * content, of which only the head stands, asks for it (RFC 6716 section 3.1 and 4.1).
   */
  conceal(): Int16Array | undefined {
    // Of the head only the kind of frame counts: one frame, nothing in it.
    this.#onlyHead[0] = (this.#onlyHead[0] ?? 0) & 0xfc;
    return this.#hasHeard ? this.#samples(this.#onlyHead) : undefined;
  }

  #samples(packet: Uint8Array): Int16Array | undefined {
    try {
      const bytes = this.#decoder.decode(packet);
      const count = bytes.byteLength >> 1;
      if (count === 0 || count > MAX_PACKET_SAMPLES || bytes.byteOffset % 2 !== 0) return undefined;
      return new Int16Array(bytes.buffer, bytes.byteOffset, count);
    } catch {
      return undefined;
    }
  }
}
