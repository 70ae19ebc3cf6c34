import { DtmfIn } from "./dtmf-in.ts";
import { g711 } from "./g711.ts";
import { StreamClock } from "../stream-clock.ts";
import type { RtpView } from "./packet.ts";
import { emptyView, readRtp, sequenceDistance, timestampDistance } from "./packet.ts";

const FRAME_SAMPLES = 160;
/** A jump of more than this is a new stream, not loss. */
const MAX_MISSING_PACKETS = 50;
/** Lost sound is made up as long as this; what is missing beyond it is not worth waiting for. */
const MAX_CONCEALED_SAMPLES = 1_600;
/** RFC 3389. It says that there is silence, and silence is heard where nothing comes. */
const COMFORT_NOISE_PAYLOAD_TYPE = 13;
const SAMPLES_PER_MS = 8;
/** Made-up sound fades to silence within this. */
const FADE_SAMPLES = 480;

export interface ReceiverCounts {
  received: number;
  lost: number;
  /** Came twice, or after it was given up. */
  dropped: number;
  concealedSamples: number;
  /** Interarrival jitter in samples (RFC 3550 section 6.4.1). */
  jitterSamples: number;
  highestSequence: number;
  /** Pauses of a peer that sends nothing in silence, or comfort noise. */
  silences: number;
}

/**
 * Turns packets into frames of 20 ms on arrival, whatever the peer packs into one, each with the moment at which its sound was captured.
 * Nothing is held back, but for one packet that came too early: it waits for the missing one until the next arrival or until
 * {@link giveUpWaiting}. What stays missing is made up, so that time is kept; where the peer is silent nothing is made up.
 */
export class RtpReceiver {
  readonly counts: ReceiverCounts = {
    received: 0,
    lost: 0,
    dropped: 0,
    concealedSamples: 0,
    jitterSamples: 0,
    highestSequence: 0,
    silences: 0,
  };
  readonly #heard: (frame: Int16Array, atMs: number) => void;
  readonly #dtmf: DtmfIn;
  readonly #view = emptyView();
  readonly #heldView = emptyView();
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  readonly #last = new Int16Array(FRAME_SAMPLES);
  readonly #mu = g711("PCMU").decode;
  readonly #a = g711("PCMA").decode;
  #dtmfPayloadType = -1;
  #muPayloadType = 0;
  #aPayloadType = 8;
  readonly #clock = new StreamClock(8_000);
  #filled = 0;
  /** When the frame that is being filled began. */
  #frameMs = 0;
  #ssrc = -1;
  #nextSequence = 0;
  #nextTimestamp = 0;
  #held: Buffer | undefined;
  #candidateSsrc = -1;
  #candidateSequence = -1;
  #transit = 0;
  #nowMs = 0;
  #heldMs = 0;
  /** Keys were pressed since the last sound: the gap they leave is no silence. */
  #isAfterKey = false;

  constructor(heard: (frame: Int16Array, atMs: number) => void, key: (digit: string) => void) {
    this.#heard = heard;
    this.#dtmf = new DtmfIn(key);
  }

  /** The SSRC that is heard now; −1 before the first packet. */
  get ssrc(): number {
    return this.#ssrc;
  }

  expect(types: { codec: "PCMU" | "PCMA"; payloadType: number; dtmfPayloadType: number | undefined }): void {
    this.#dtmfPayloadType = types.dtmfPayloadType ?? -1;
    this.#muPayloadType = types.codec === "PCMU" ? types.payloadType : 0;
    this.#aPayloadType = types.codec === "PCMA" ? types.payloadType : 8;
  }

  /** Forgets the stream: the next packet begins another. */
  restart(): void {
    this.#ssrc = -1;
    this.#held = undefined;
    this.#filled = 0;
  }

  /** A packet waits for one that is missing before it. */
  get isWaiting(): boolean {
    return this.#held !== undefined;
  }

  /** What is missing does not come any more: the peer may send nothing for long. */
  giveUpWaiting(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    this.#take(held, this.#heldView, sequenceDistance(this.#heldView.sequence, this.#nextSequence));
  }

  /** The packet may be kept until the next one comes; it must not be reused. False when it is no RTP. */
  receive(packet: Buffer, nowMs: number): boolean {
    const view = this.#view;
    if (!readRtp(packet, view)) return false;
    if (this.#ssrc === -1) this.#begin(view);
    else if (view.ssrc !== this.#ssrc && !this.#isNewStream(view)) return true;
    this.counts.received++;
    this.#measureJitter(view, nowMs);
    this.#nowMs = nowMs;
    this.#place(packet, view);
    return true;
  }

  /** Another source takes over once two of its packets have come in a row (RFC 3550 appendix A.1). */
  #isNewStream(view: RtpView): boolean {
    const follows = this.#candidateSsrc === view.ssrc && view.sequence === ((this.#candidateSequence + 1) & 0xffff);
    this.#candidateSsrc = view.ssrc;
    this.#candidateSequence = view.sequence;
    if (follows) this.#begin(view);
    else this.counts.dropped++;
    return follows;
  }

  #begin(view: RtpView): void {
    this.#ssrc = view.ssrc;
    this.#nextSequence = view.sequence;
    this.#nextTimestamp = view.timestamp;
    this.#held = undefined;
    this.#filled = 0;
    this.#clock.restart();
    this.#transit = 0;
  }

  #place(packet: Buffer, view: RtpView): void {
    const ahead = sequenceDistance(view.sequence, this.#nextSequence);
    if (ahead === 0) {
      this.#take(packet, view, 0);
      this.#releaseHeld();
    } else if (ahead < 0 && ahead > -MAX_MISSING_PACKETS) this.counts.dropped++;
    else if (ahead > MAX_MISSING_PACKETS || ahead < 0) {
      this.#begin(view);
      this.#take(packet, view, 0);
    } else if (!this.#held) {
      this.#held = packet;
      this.#heldMs = this.#nowMs;
      readRtp(packet, this.#heldView);
    } else this.#giveUpMissing(packet, view);
  }

  /** Two packets wait behind a gap: what is in the gap will not come. */
  #giveUpMissing(packet: Buffer, view: RtpView): void {
    const held = this.#held;
    const order = sequenceDistance(view.sequence, this.#heldView.sequence);
    if (!held || order === 0) {
      this.counts.dropped++;
    } else if (order < 0) {
      this.#take(packet, view, sequenceDistance(view.sequence, this.#nextSequence));
      this.#releaseHeld();
    } else {
      this.#held = undefined;
      this.#take(held, this.#heldView, sequenceDistance(this.#heldView.sequence, this.#nextSequence));
      this.#place(packet, view);
    }
  }

  #releaseHeld(): void {
    const held = this.#held;
    if (!held || this.#heldView.sequence !== this.#nextSequence) return;
    this.#held = undefined;
    this.#take(held, this.#heldView, 0);
  }

  #take(packet: Buffer, view: RtpView, missing: number): void {
    this.#nextSequence = (view.sequence + 1) & 0xffff;
    this.counts.highestSequence = view.sequence;
    this.counts.lost += missing;
    const { payloadType, payloadStart, payloadEnd, timestamp } = view;
    if (payloadType === this.#dtmfPayloadType) {
      this.#dtmf.receive(packet, payloadStart, payloadEnd, timestamp);
      this.#isAfterKey = true;
      return;
    }
    const arrivedMs = view === this.#heldView ? this.#heldMs : this.#nowMs;
    if (payloadType === COMFORT_NOISE_PAYLOAD_TYPE) {
      this.#clock.stamp(timestamp, FRAME_SAMPLES, arrivedMs, view.marker);
      return this.#fallSilent();
    }
    const table = payloadType === this.#muPayloadType ? this.#mu : payloadType === this.#aPayloadType ? this.#a : undefined;
    if (!table) return;
    const samples = payloadEnd - payloadStart;
    const gap = timestampDistance(timestamp, this.#nextTimestamp);
    if (missing > 0 && gap <= MAX_CONCEALED_SAMPLES) this.#conceal(gap);
    else if (gap > 0) this.#fallSilent();
    const startMs = this.#clock.stamp(timestamp, samples, arrivedMs, view.marker);
    if (this.#filled === 0) this.#frameMs = startMs;
    for (let from = payloadStart; from < payloadEnd;) {
      const filled = this.#filled;
      const to = Math.min(payloadEnd, from + FRAME_SAMPLES - filled);
      for (let i = from; i < to; i++) this.#frame[filled + i - from] = table[packet[i]!]!;
      this.#filled += to - from;
      from = to;
      if (this.#handOver()) this.#frameMs = startMs + (from - payloadStart) / SAMPLES_PER_MS;
    }
    this.#nextTimestamp = (timestamp + samples) >>> 0;
    this.#isAfterKey = false;
  }

  /** The peer falls silent: what has come of a frame is heard. */
  #fallSilent(): void {
    if (!this.#isAfterKey) this.counts.silences++;
    while (this.#filled > 0) this.#push(0);
  }

  /** The last frame over and over, fading: enough to keep recognisers and recordings in step. */
  #conceal(samples: number): void {
    if (samples <= 0) return;
    this.counts.concealedSamples += samples;
    const startMs = this.#clock.momentOf(this.#nextTimestamp);
    if (this.#filled === 0) this.#frameMs = startMs;
    for (let i = 0; i < samples; i++) {
      const gain = Math.max(0, 1 - i / FADE_SAMPLES);
      const made = Math.round((this.#last[i % FRAME_SAMPLES] ?? 0) * gain);
      if (this.#push(made)) this.#frameMs = startMs + (i + 1) / SAMPLES_PER_MS;
    }
  }

  #push(sample: number): boolean {
    this.#frame[this.#filled++] = sample;
    return this.#handOver();
  }

  /** True when a frame is complete and has been handed over. */
  #handOver(): boolean {
    if (this.#filled < FRAME_SAMPLES) return false;
    this.#filled = 0;
    this.#last.set(this.#frame);
    this.#heard(this.#frame, this.#frameMs);
    return true;
  }

  #measureJitter(view: RtpView, nowMs: number): void {
    const transit = nowMs * 8 - view.timestamp;
    const change = Math.abs(transit - this.#transit);
    // After a pause of the peer the difference says nothing.
    if (this.#transit !== 0 && change < 8_000) this.counts.jitterSamples += (change - this.counts.jitterSamples) / 16;
    this.#transit = transit;
  }
}
