/** How steadily a voice speaks: below 100 % its pitch and pace sway, the more the less stable. Pure; the same seed, the same sound. */
import { readAt } from "./stretch.ts";

/** Semitones to either side at 0 %. */
const MOST_SEMITONES = 2.5;
/** Three slow waves whose lengths do not meet: it never sounds like a tremolo. */
const WAVES_S = [0.53, 0.89, 1.43] as const;

export function swayed(sound: Int16Array, sampleRateHz: number, stability: number, seed: number): Int16Array {
  const depth = ((100 - stability) / 100) * MOST_SEMITONES;
  if (depth <= 0 || sound.length === 0) return sound;
  const waves = WAVES_S.map((wave, index) => ({ wave, phase: ((seed * (index + 3) * 2_654_435_761) % 1_000) / 1_000 }));
  const places = new Float64Array(sound.length * 2);
  let length = 0;
  for (let place = 0; place < sound.length - 1 && length < places.length; length++) {
    places[length] = place;
    const seconds = length / sampleRateHz;
    let sway = 0;
    for (const { wave, phase } of waves) sway += Math.sin(2 * Math.PI * (seconds / wave + phase));
    place += 2 ** (((sway / WAVES_S.length) * depth) / 12);
  }
  return readAt(sound, length, (at) => places[at] ?? 0, 2 ** (MOST_SEMITONES / 12));
}
