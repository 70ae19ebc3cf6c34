/**
 * A room behind the voice: noise that is made as it is sent, the same in every call. A room's murmur is noise in the band of voices whose
 * loudness wanders as that of people far away; below it lies the hum of machines.
 */
export const AMBIENT_TRACKS = ["office-ambience", "coffee-shop", "call-center"] as const;
export type AmbientTrack = (typeof AMBIENT_TRACKS)[number];

interface Room {
  /** 16 bit, root mean square of each part. */
  hum: number;
  murmur: number;
  /** Of the murmur, Hz. */
  lowHz: number;
  highHz: number;
  /** How often people far away begin and end, a second. */
  turnsASecond: number;
}

const ROOMS: Readonly<Record<AmbientTrack, Room>> = {
  "office-ambience": { hum: 90, murmur: 60, lowHz: 200, highHz: 900, turnsASecond: 1 },
  "coffee-shop": { hum: 60, murmur: 200, lowHz: 250, highHz: 1_800, turnsASecond: 3 },
  "call-center": { hum: 40, murmur: 240, lowHz: 300, highHz: 2_600, turnsASecond: 5 },
};

const HUM_HZ = 150;
/** White noise through the filters below keeps about this share of its loudness. */
const KEPT = { hum: 0.17, murmur: 0.4 };

export class Ambience {
  readonly #room: Room;
  readonly #hum: number;
  readonly #low: number;
  readonly #high: number;
  readonly #turn: number;
  #seed = 0x9e3779b9;
  #humNow = 0;
  #highNow = 0;
  #lowNow = 0;
  #loudness = 1;
  #wanted = 1;

  constructor(track: AmbientTrack, sampleRateHz: number) {
    this.#room = ROOMS[track];
    const share = (hz: number): number => 1 - Math.exp((-2 * Math.PI * hz) / sampleRateHz);
    this.#hum = share(HUM_HZ);
    this.#low = share(this.#room.lowHz);
    this.#high = share(this.#room.highHz);
    this.#turn = share(this.#room.turnsASecond);
  }

  /** Lays the room under a frame. Allocates nothing. */
  mix(frame: Int16Array, into: Int16Array): void {
    const { hum, murmur } = this.#room;
    this.#wanted = 0.4 + 1.2 * (this.#random() * 0.5 + 0.5);
    for (let at = 0; at < frame.length; at++) {
      const white = this.#random() * Math.sqrt(3);
      this.#humNow += this.#hum * (white - this.#humNow);
      this.#highNow += this.#high * (white - this.#highNow);
      this.#lowNow += this.#low * (this.#highNow - this.#lowNow);
      this.#loudness += this.#turn * (this.#wanted - this.#loudness) * 0.1;
      const room = (this.#humNow / KEPT.hum) * hum + ((this.#highNow - this.#lowNow) / KEPT.murmur) * murmur * this.#loudness;
      into[at] = Math.max(-32_768, Math.min(32_767, frame[at]! + room));
    }
  }

  /** −1 … 1. */
  #random(): number {
    let seed = this.#seed;
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    this.#seed = seed | 0;
    return this.#seed / 0x80000000;
  }
}
