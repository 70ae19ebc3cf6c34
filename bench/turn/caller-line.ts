/** A caller's telephone line on a virtual clock: 8 kHz, the noise of a room, µ-law in RTP packets of which some are lost, heard by our own receiver. */
import type { Clock, Line, LineListener, Timer } from "@ongea/conversation";
import { resampled, throughTelephone } from "@ongea/providers/testing";
import { g711 } from "../../channels/src/rtp/g711.ts";
import { RTP_HEADER_BYTES, writeRtpHeader } from "../../channels/src/rtp/packet.ts";
import { RtpReceiver } from "../../channels/src/rtp/receiver.ts";
import { chanceOf } from "./chance.ts";

export interface LineCondition {
  /** Of the noise against the speech, dB. */
  signalToNoiseDb: number;
  /** Share of the packets that are lost, two in a row on average. */
  loss: number;
}

const FRAME_SAMPLES = 160;
const NOISE_SECONDS = 8;
/** How likely a burst of losses ends with each packet. */
const MOST_LEAVE = 0.5;
const AUDIBLE = 100;

let noise: Int16Array | undefined;

export class CallerLine implements Line {
  readonly sampleRateHz = 8_000;
  /** Times of all frames of ours that were not silent. */
  readonly soundingMs: number[] = [];
  readonly #clock: Clock;
  readonly #condition: LineCondition;
  readonly #noiseLevel: number;
  readonly #chance: () => number;
  readonly #encode = g711("PCMU").encode;
  readonly #receiver: RtpReceiver;
  #listener: LineListener | undefined;
  #pulse: Timer | undefined;
  #sound: Int16Array = new Int16Array(0);
  #at = 0;
  #packets = 0;
  #isLosing = false;
  #lastMs: number;

  constructor(clock: Clock, condition: LineCondition, { seed, speechRms }: { seed: number; speechRms: number }) {
    this.#clock = clock;
    this.#condition = condition;
    this.#chance = chanceOf(seed);
    this.#lastMs = clock.now();
    this.#noiseLevel = speechRms / 10 ** (condition.signalToNoiseDb / 20) / 1_000;
    this.#receiver = new RtpReceiver(
      (frame, atMs) => this.#listener?.heard(frame, atMs),
      () => {},
    );
    this.#receiver.expect({ codec: "PCMU", payloadType: 0, dtmfPayloadType: undefined });
  }

  open(listener: LineListener): void {
    this.#listener = listener;
    this.#pulse = this.#clock.pulse(this.#clock.now() + 7, (dueMs) => this.#deliver(dueMs));
  }

  /** The caller speaks from the next frame on. Returns when its first sample is captured. */
  say(sound: Int16Array): number {
    this.#sound = sound;
    this.#at = 0;
    return this.#lastMs;
  }

  send(frame: Int16Array): void {
    if (frame.some((sample) => Math.abs(sample) > AUDIBLE)) this.soundingMs.push(this.#clock.now());
  }

  clear(): void {}

  press(): void {}

  hangUp(): void {
    this.#pulse?.cancel();
    const listener = this.#listener;
    this.#listener = undefined;
    listener?.closed("we-hung-up");
  }

  #deliver(dueMs: number): void {
    this.#lastMs = dueMs;
    const packet = Buffer.alloc(RTP_HEADER_BYTES + FRAME_SAMPLES);
    const sequence = this.#packets++;
    writeRtpHeader(packet, { payloadType: 0, marker: sequence === 0, sequence, timestamp: sequence * FRAME_SAMPLES, ssrc: 7 });
    noise ??= roomNoise();
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      const room = (noise[(sequence * FRAME_SAMPLES + i) % noise.length] ?? 0) * this.#noiseLevel;
      const sample = Math.round((this.#sound[this.#at + i] ?? 0) + room);
      packet[RTP_HEADER_BYTES + i] = this.#encode[Math.max(-32_768, Math.min(32_767, sample)) & 0xffff] ?? 0;
    }
    this.#at += FRAME_SAMPLES;
    if (!this.#isLost()) this.#receiver.receive(packet, dueMs);
  }

  #isLost(): boolean {
    const { loss } = this.#condition;
    const leaves = Math.min(MOST_LEAVE, (1 - loss) / loss);
    const enters = leaves < MOST_LEAVE ? 1 : (loss * leaves) / (1 - loss);
    this.#isLosing = this.#isLosing ? this.#chance() >= leaves : this.#chance() < enters;
    return this.#isLosing;
  }
}

/** Noise that falls with the pitch as a room's does, in the telephone band, 1,000 rms. */
function roomNoise(): Int16Array {
  const chance = chanceOf(17);
  let low = 0;
  const raw = Int16Array.from({ length: NOISE_SECONDS * 16_000 }, () => {
    const white = chance() - 0.5;
    low = 0.95 * low + white;
    return 3_000 * (low + white);
  });
  const band = resampled(throughTelephone(raw, 16_000), 16_000, 8_000);
  const rms = Math.sqrt(band.reduce((sum, sample) => sum + sample * sample, 0) / band.length);
  return band.map((sample) => Math.round((1_000 * sample) / rms));
}
