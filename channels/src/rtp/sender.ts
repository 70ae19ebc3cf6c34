import { randomInt } from "node:crypto";
import type { G711Tables } from "./g711.ts";
import { g711 } from "./g711.ts";
import { RTP_HEADER_BYTES, writeRtpHeader } from "./packet.ts";

const FRAME_SAMPLES = 160;
const SAMPLES_PER_MS = 8;
const EVENT_BYTES = 4;
/** The system may not have taken a packet yet when the next is written. */
const BUFFERS = 8;

/** Makes the packets of one stream. Each lives in one of a few buffers that are used in turn: send it before the eighth after it. */
export class RtpSender {
  readonly ssrc = randomInt(0x7fffffff);
  readonly #audio = Array.from({ length: BUFFERS }, () => Buffer.alloc(RTP_HEADER_BYTES + FRAME_SAMPLES));
  readonly #events = Array.from({ length: BUFFERS }, () => Buffer.alloc(RTP_HEADER_BYTES + EVENT_BYTES));
  readonly #header = { payloadType: 0, marker: false, sequence: randomInt(0x10000), timestamp: 0, ssrc: this.ssrc };
  readonly #base = randomInt(0x7fffffff);
  readonly #startMs: number;
  #tables: G711Tables = g711("PCMU");
  #payloadType = 0;
  #dtmfPayloadType = 101;
  #next = 0;
  /** Where the next frame stands on the sample clock; undefined before the first. */
  #timestamp: number | undefined;
  packets = 0;
  octets = 0;

  constructor(nowMs: number) {
    this.#startMs = nowMs;
  }

  use(types: { codec: "PCMU" | "PCMA"; payloadType: number; dtmfPayloadType: number | undefined }): void {
    this.#tables = g711(types.codec);
    this.#payloadType = types.payloadType;
    this.#dtmfPayloadType = types.dtmfPayloadType ?? 101;
  }

  /** The sample clock at a time. */
  timestampAt(nowMs: number): number {
    return (this.#base + Math.round((nowMs - this.#startMs) * SAMPLES_PER_MS)) >>> 0;
  }

  /** A talkspurt begins at the present moment of the sample clock, but never before the end of what was sent. */
  audio(frame: Int16Array, talkspurt: boolean, nowMs: number): Buffer {
    const isFirst = talkspurt || this.#timestamp === undefined;
    if (isFirst) this.#catchUp(nowMs);
    const timestamp = this.#timestamp ?? 0;
    const packet = this.#start(this.#audio, this.#payloadType, isFirst, timestamp);
    const { encode } = this.#tables;
    const samples = Math.min(frame.length, FRAME_SAMPLES);
    for (let i = 0; i < samples; i++) packet[RTP_HEADER_BYTES + i] = encode[(frame[i] ?? 0) & 0xffff] ?? 0;
    if (samples < FRAME_SAMPLES) packet.fill(this.#tables.silence, RTP_HEADER_BYTES + samples);
    this.skip();
    this.octets += FRAME_SAMPLES;
    return packet;
  }

  /** Time passes without a packet. */
  skip(): void {
    if (this.#timestamp !== undefined) this.#timestamp = (this.#timestamp + FRAME_SAMPLES) >>> 0;
  }

  /** One packet of a key being pressed since `timestamp` (RFC 4733 section 2.3). */
  event(event: number, press: { timestamp: number; samples: number; isFirst: boolean; isEnd: boolean }): Buffer {
    const packet = this.#start(this.#events, this.#dtmfPayloadType, press.isFirst, press.timestamp);
    packet[RTP_HEADER_BYTES] = event;
    packet[RTP_HEADER_BYTES + 1] = (press.isEnd ? 0x80 : 0) | 10;
    packet.writeUInt16BE(press.samples, RTP_HEADER_BYTES + 2);
    this.octets += EVENT_BYTES;
    return packet;
  }

  #start(buffers: readonly Buffer[], payloadType: number, marker: boolean, timestamp: number): Buffer {
    const packet = buffers[this.#next++ % BUFFERS] ?? Buffer.alloc(0);
    const header = this.#header;
    header.payloadType = payloadType;
    header.marker = marker;
    header.timestamp = timestamp;
    writeRtpHeader(packet, header);
    header.sequence = (header.sequence + 1) & 0xffff;
    this.packets++;
    return packet;
  }

  #catchUp(nowMs: number): void {
    const present = this.timestampAt(nowMs);
    const isBehind = this.#timestamp === undefined || ((present - this.#timestamp) | 0) > 0;
    if (isBehind) this.#timestamp = present;
  }
}
